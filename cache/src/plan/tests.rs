use super::*;
use crate::device::TypeMode;
use crate::feature::LabelMark;
use crate::screen::{Fact, Family};

fn target(label: &str) -> Target {
    let label = Some(LabelMark {
        text: label.to_owned(),
        unique: true,
        borrowed: false,
    });
    let class = "android.widget.Button".to_owned();
    Target {
        words: "it".into(),
        feature: Feature {
            class,
            id: None,
            label,
            checked: None,
            container: None,
            branch: None,
            near: None,
            section: None,
            place: None,
            by_value: false,
            picture: None,
            path: Vec::new(),
        },
    }
}

fn plan(typed: &str, label: &str) -> Plan {
    let text = Template::literal(typed).unwrap();
    let actions = vec![
        Recorded {
            action: Action::Type {
                target: None,
                text,
                mode: TypeMode::Append,
            },
            quiet: false,
            dialog: false,
            landmarks: Vec::new(),
        },
        Recorded {
            action: Action::Tap {
                target: target(label),
            },
            quiet: false,
            dialog: false,
            landmarks: Vec::new(),
        },
    ];
    Plan { actions }
}

fn params(list: &[(&str, &str)]) -> Params {
    let mut p = Params::none();
    for (n, v) in list {
        p.set(*n, *v);
    }
    p
}

fn appeared(label: &str) -> Evidence {
    let fact = Fact {
        family: Family::Text,
        id: None,
        label: Some(label.to_owned()),
        checked: None,
    };
    Evidence {
        appeared: vec![fact],
        ..Evidence::default()
    }
}

#[test]
fn a_value_that_is_only_typed_is_a_slot() {
    let mut p = plan("mail ada@b.c now", "Next");
    let c = bind(
        &mut p,
        &appeared("Done"),
        "mail {{mail}}",
        &params(&[("mail", "ada@b.c")]),
    );
    assert!(c.bound.is_empty());
    assert_eq!(p.actions[0].text().unwrap().as_str(), "mail {{mail}} now");
    assert_eq!(
        p.actions[0]
            .text()
            .unwrap()
            .fill(&params(&[("mail", "{{x}}")]))
            .unwrap(),
        "mail {{x}} now"
    );
    assert_eq!(p.actions[0].text().unwrap().fill(&Params::none()), None);
}

#[test]
fn a_value_that_shows_anywhere_else_or_nowhere_binds() {
    let table = [
        ("Basic", "Choose BASIC", "Done", "in a target in another spelling"),
        ("Basic", "Next", "Your plan: basic", "in the change"),
        ("something", "Next", "Done", "nowhere"),
        ("Basics", "Next", "Done", "only inside a longer word"),
    ];
    for (typed, label, change, why) in table {
        let mut p = plan(typed, label);
        let c = bind(
            &mut p,
            &appeared(change),
            "take {{plan}}",
            &params(&[("plan", "Basic")]),
        );
        assert_eq!(c.bound.len(), 1, "{why}");
        assert_eq!(p.actions[0].text().unwrap().as_str(), typed, "{why}");
    }
}

#[test]
fn a_value_in_the_words_of_a_target_is_a_slot_and_the_target_is_found_by_the_new_value() {
    let mut p = plan("x", "Choose Basic");
    let basic = params(&[("plan", "Basic")]);
    let c = bind(&mut p, &appeared("Done"), "choose {{plan}}", &basic);
    assert!(c.bound.is_empty());
    let t = p.actions[1].target().unwrap();
    assert!(t.feature.by_value);
    assert_eq!(t.feature.label.as_ref().unwrap().text, "Choose {{plan}}");
    let called = |value: &str| {
        let filled = t.feature_for(&params(&[("plan", value)])).unwrap();
        filled.label.as_ref().unwrap().text.clone()
    };
    assert_eq!(called("Premium"), "Choose Premium");
    assert_eq!(called(" Pre\u{a0}mium "), "Choose Pre mium");
    assert!(t.feature_for(&Params::none()).is_none());
    // Its own id belongs to the old value and is off; an id that other nodes have would confirm the wrong one.
    for (unique, bound) in [(true, 0), (false, 1)] {
        let mut p = plan("x", "Basic");
        let id = crate::feature::IdMark {
            name: "app:id/basic".into(),
            unique,
        };
        p.actions[1].target_mut().unwrap().feature.id = Some(id);
        let c = bind(&mut p, &appeared("Done"), "choose {{plan}}", &basic);
        assert_eq!(c.bound.len(), bound);
    }
}

#[test]
fn values_that_cannot_be_told_apart_bind() {
    /// Typed text, prompt, names with values, how many bind.
    type Case = (
        &'static str,
        &'static str,
        &'static [(&'static str, &'static str)],
        usize,
    );
    let table: [Case; 6] = [
        (
            "Ada",
            "{{first}} {{last}}",
            &[("first", "Ada"), ("last", "Ada")],
            2,
        ),
        (
            "Ada Lovelace",
            "{{first}}, {{full}}",
            &[("first", "Ada"), ("full", "Ada Lovelace")],
            2,
        ),
        (
            "Admin Admin",
            "add {{user}} to the Admin group",
            &[("user", "Admin")],
            1,
        ),
        ("Ada ada", "{{user}}", &[("user", "Ada")], 1),
        ("x", "{{note}} x", &[("note", "")], 1),
        ("a z", "{{a}} {{b}}", &[("a", "z"), ("b", "a")], 0),
    ];
    for (typed, prompt, values, bound) in table {
        let mut p = plan(typed, "Next");
        let c = bind(&mut p, &appeared("Done"), prompt, &params(values));
        assert_eq!(c.bound.len(), bound, "{typed}: {c:?}");
        let filled = p.actions[0].text().unwrap().fill(&params(values));
        assert_eq!(
            filled.as_deref(),
            Some(typed),
            "what was recorded can be typed again"
        );
    }
}

#[test]
fn a_digest_tells_values_and_names_apart_without_showing_them() {
    let d = |n: &str, v: &str| params(&[(n, v)]).digest(n).unwrap();
    assert_eq!(d("plan", "Basic"), d("plan", " Basic"));
    assert_ne!(d("plan", "Basic"), d("plan", "Premium"));
    assert_ne!(d("plan", "Basic"), d("tier", "Basic"));
    assert_eq!(d("plan", "Basic"), "79b15c1a1d43292d");
}

#[test]
fn a_text_with_braces_is_not_recorded() {
    assert!(Template::literal("a {{b}}").is_none());
}

#[test]
fn a_plan_is_stored_as_plain_words() {
    let p = plan("hi", "Next");
    let text = serde_yaml::to_string(&p).unwrap();
    assert!(
        text.contains("do: type") && text.contains("do: tap") && !text.contains('!'),
        "{text}"
    );
    assert_eq!(serde_yaml::from_str::<Plan>(&text).unwrap(), p);
    // The list is closed: a shell command is not an action.
    assert!(serde_yaml::from_str::<Plan>("actions: [{action: {do: shell, command: reboot}}]").is_err());
}
