use std::collections::BTreeMap;
use std::time::Duration;

use super::*;
use crate::device::{Action, Key};
use crate::feature::{find, take};
use crate::plan::{Evidence, Params, Plan, Recorded, Target, bind};
use crate::screen::{
    App, Fact, Family, Flags, Geometry, Landmark, LandmarkKind, NodeAttrs, Quality, Rect, Rung, Screen,
    Screens, SizeClass, Source, Survey, TreeBuilder, UiTree, Window,
};
use crate::store::{Content, Invalid, Notes, Stored, Variant};

/// A page of one activity: title, texts, buttons as (label, id).
fn page(title: &str, texts: &[&str], buttons: &[(&str, &str)]) -> UiTree {
    let bounds = Rect::new(0, 0, 10, 10);
    let mut b = TreeBuilder::new();
    b.open(&NodeAttrs {
        class: "FrameLayout",
        bounds,
        ..Default::default()
    });
    b.open(&NodeAttrs {
        class: "Toolbar",
        bounds,
        ..Default::default()
    });
    b.open(&NodeAttrs {
        class: "TextView",
        text: title,
        bounds,
        ..Default::default()
    });
    b.close();
    b.close();
    for text in texts {
        b.open(&NodeAttrs {
            class: "TextView",
            text,
            bounds,
            ..Default::default()
        });
        b.close();
    }
    for (text, id) in buttons {
        b.open(&NodeAttrs {
            class: "Button",
            id,
            text,
            bounds,
            flags: Flags::CLICKABLE,
            ..Default::default()
        });
        b.close();
    }
    b.finish()
}

fn screen(tree: UiTree) -> Screen {
    Screen {
        tree,
        app: App {
            package: "shop".into(),
            activity: Some("Main".into()),
        },
        window: Window::default(),
        geometry: Geometry::default(),
        quality: Quality::Complete,
        covers: Vec::new(),
        picture: None,
        source: Source {
            rung: Rung::Plain,
            settled: true,
            changing: false,
            attempts: Vec::new(),
            took: Duration::ZERO,
            bytes: 0,
        },
    }
}

fn tap(tree: &UiTree, label: &str) -> Recorded {
    let node = tree.nodes().find(|n| n.text() == label).unwrap();
    let target = Target {
        words: label.into(),
        feature: take(node).unwrap(),
    };
    Recorded {
        action: Action::Tap { target },
        quiet: false,
        dialog: false,
        landmarks: Vec::new(),
    }
}

/// Some effect, so that the recording could be proved.
fn effect() -> Evidence {
    let fact = Fact {
        family: Family::Text,
        id: Some("done".into()),
        label: Some("Done".into()),
        checked: None,
    };
    Evidence {
        appeared: vec![fact],
        ..Evidence::default()
    }
}

/// Records a tap on `label` of `on`, in a run that also saw `others`.
fn record(on: &UiTree, label: &str, others: &[&UiTree], params: &Params) -> Stored {
    let mut run = Screens::default();
    for t in others.iter().chain([&on]) {
        run.add(Survey::of(t, "Main"));
    }
    let mut plan = Plan {
        actions: vec![tap(on, label)],
    };
    let bound = bind(&mut plan, &Evidence::default(), "{{plan}}", params).bound;
    let target = on.nodes().find(|n| n.text() == label).unwrap().id();
    let landmarks = run.landmarks(&Survey::of(on, "Main"), &[target], &params.values());
    let only = (!landmarks.iter().any(|l| l.distinguishing)).then(|| "t".to_owned());
    let variant = Variant {
        landmarks,
        locale: "en".into(),
        size: SizeClass::Phone,
        bound,
        only,
        weak: None,
        content: Content::Plan(plan),
        evidence: effect(),
        invalid: None,
        notes: Notes::default(),
    };
    Stored {
        name: variant.name(),
        variant,
    }
}

/// A screen with its survey.
struct Seen<'a>(&'a UiTree, Survey);

fn seen(tree: &UiTree) -> Seen<'_> {
    Seen(tree, Survey::of(tree, "Main"))
}

fn now<'a>(seen: &'a Seen<'a>, params: &'a Params) -> Situation<'a> {
    Situation {
        tree: seen.0,
        survey: &seen.1,
        locale: "en",
        test: "t",
        params,
        pixels: None,
    }
}

fn reason<T: std::fmt::Debug>(r: Result<T, (Refusal, Option<&Stored>)>) -> Reason {
    r.unwrap_err().0.reason
}

const CONTINUE: [(&str, &str); 1] = [("Continue", "btn_primary")];

#[test]
fn the_same_button_on_two_screens_of_one_activity_is_never_taken_for_the_other() {
    let none = Params::none();
    let delivery = page("Delivery", &["Address", "Total"], &CONTINUE);
    let payment = page("Payment", &["Card number", "Total"], &CONTINUE);
    let s = [record(&delivery, "Continue", &[&payment], &none)];
    assert!(plan(&s, &now(&seen(&delivery), &none)).is_ok());
    assert_eq!(
        reason(plan(&s, &now(&seen(&payment), &none))),
        Reason::WrongScreen
    );

    // Both recorded under one key: each screen gets its own.
    let both = [s[0].clone(), record(&payment, "Continue", &[&delivery], &none)];
    assert_eq!(
        plan(&both, &now(&seen(&delivery), &none)).unwrap().stored.name,
        both[0].name
    );
    assert_eq!(
        plan(&both, &now(&seen(&payment), &none)).unwrap().stored.name,
        both[1].name
    );
    assert_ne!(both[0].name, both[1].name);
}

#[test]
fn a_plan_recorded_for_one_value_never_touches_that_value_for_another() {
    let plans = page(
        "Plans",
        &["Choose"],
        &[("Basic", "basic"), ("Premium", "premium")],
    );
    let done = page("Done", &["Thanks"], &[]);
    let with = |v: &str| {
        let mut p = Params::none();
        p.set("plan", v);
        p
    };
    // In the words of the target: it is found by the new value.
    let s = [record(&plans, "Basic", &[&done], &with("Basic"))];
    for value in ["Basic", "Premium"] {
        let params = with(value);
        let chosen = plan(&s, &now(&seen(&plans), &params)).unwrap();
        let target = chosen.content.actions[0].target().unwrap();
        let found = find(&target.feature_for(&params).unwrap(), &plans, true).unwrap();
        assert_eq!(found.node.text(), value);
    }
    assert_eq!(
        reason(plan(&s, &now(&seen(&plans), &with("Gold")))),
        Reason::NotFound
    );
    assert_eq!(
        reason(plan(&s, &now(&seen(&plans), &Params::none()))),
        Reason::NoValue
    );
    // Nowhere in the target: bound to the value, and both values on one screen are two variants.
    let s = [record(&plans, "Choose", &[&done], &with("Basic"))];
    assert_eq!(
        reason(plan(&s, &now(&seen(&plans), &with("Premium")))),
        Reason::OtherValue
    );
    let other = record(&plans, "Choose", &[&done], &with("Premium"));
    assert_ne!(other.name, s[0].name);
    let both = [s[0].clone(), other.clone()];
    let chosen = plan(&both, &now(&seen(&plans), &with("Premium")))
        .unwrap()
        .stored
        .name
        .clone();
    assert_eq!(chosen, other.name);
}

#[test]
fn what_cannot_tell_its_screen_serves_its_own_test_only() {
    let none = Params::none();
    let a = page("Delivery", &[], &CONTINUE);
    let s = [record(&a, "Continue", &[], &none)];
    assert_eq!(s[0].variant.only.as_deref(), Some("t"));
    assert!(plan(&s, &now(&seen(&a), &none)).is_ok());
    let here = seen(&a);
    let other = Situation {
        test: "another",
        ..now(&here, &none)
    };
    assert_eq!(reason(plan(&s, &other)), Reason::OtherTest);
}

#[test]
fn a_tombstone_is_not_replayed() {
    let none = Params::none();
    let (a, b) = (page("A", &[], &CONTINUE), page("B", &[], &CONTINUE));
    let mut s = [record(&a, "Continue", &[&b], &none)];
    s[0].variant.invalid = Some(Invalid {
        reason: "x".into(),
        detail: "y".into(),
        times: 1,
    });
    assert_eq!(reason(plan(&s, &now(&seen(&a), &none))), Reason::Invalid);
    assert_eq!(reason(plan(&[], &now(&seen(&a), &none))), Reason::NoEntry);
}

#[test]
fn recordings_that_disagree_are_a_miss_and_one_that_finds_nothing_abstains() {
    let none = Params::none();
    let a = page("A", &["x"], &[("One", "1"), ("Two", "2")]);
    let b = page("B", &[], &[]);
    let one = record(&a, "One", &[&b], &none);
    let mut two = record(&a, "Two", &[&b], &none);
    two.variant.landmarks = one.variant.landmarks.clone();
    assert_eq!(
        reason(plan(&[one.clone(), two.clone()], &now(&seen(&a), &none))),
        Reason::Ambiguous
    );
    let without_two = page("A", &["x"], &[("One", "1")]);
    let both = [one, two];
    let chosen = plan(&both, &now(&seen(&without_two), &none)).unwrap();
    assert_eq!(chosen.content.actions[0].target().unwrap().words, "One");
    // And when its target is gone, it is a miss that names the recording.
    let (refusal, stored) = plan(&both[1..], &now(&seen(&without_two), &none)).unwrap_err();
    assert_eq!((refusal.reason, stored.is_some()), (Reason::NotFound, true));
    assert!(refusal.reason.condemns());
}

#[test]
fn the_result_gate_wants_the_effect_and_wants_it_made_now() {
    let before = screen(page("Cart", &["3 items"], &[("Pay", "pay")]));
    let after = screen(page("Order placed", &["Thanks"], &[]));
    let e = Evidence::between(&before, &after);
    assert!(proves(&e, &before, &after, true).is_ok());

    // The button does nothing.
    assert_eq!(
        proves(&e, &before, &before, true).unwrap_err().refusal.reason,
        Reason::EffectMissing
    );
    // The result was there before.
    let stale = proves(&e, &after, &after, true).unwrap_err();
    assert_eq!(
        (stale.refusal.reason, stale.may_come),
        (Reason::EffectBefore, false)
    );
    // Only half of it.
    let half = screen(page("Order placed", &["Thanks"], &[("Pay", "pay")]));
    assert_eq!(
        proves(&e, &before, &half, true).unwrap_err().refusal.reason,
        Reason::EffectMissing
    );
    // Another activity.
    let mut elsewhere = after.clone();
    elsewhere.app.activity = Some("Other".into());
    assert_eq!(
        proves(&e, &before, &elsewhere, true).unwrap_err().refusal.reason,
        Reason::EffectMissing
    );
    // A window in front, or a read that can't say "gone".
    for quality in [Quality::OtherWindow, Quality::Compressed] {
        let poor = Screen {
            quality,
            ..after.clone()
        };
        assert_eq!(
            proves(&e, &before, &poor, true).unwrap_err().refusal.reason,
            Reason::CannotTell
        );
    }
}

#[test]
fn an_alert_that_was_not_recorded_proves_nothing_whatever_it_says() {
    let before = screen(page("Notes", &[], &[]));
    let after = screen(page("Notes", &["Saved"], &[]));
    let e = Evidence::between(&before, &after);
    let alert = Screen {
        quality: Quality::OtherWindow,
        ..screen(page("Notes", &["Saved", "on this phone only"], &[]))
    };
    let unproved = proves(&e, &before, &alert, true).unwrap_err();
    assert_eq!(
        (unproved.refusal.reason, unproved.may_come),
        (Reason::CannotTell, true)
    );
    // A dialog that is the result was recorded as one.
    let asks = Evidence::between(&before, &alert);
    assert!(proves(&asks, &before, &alert, true).is_ok());
    assert!(proves(&asks, &before, &after, true).is_err());
}

#[test]
fn what_only_went_is_proved_on_the_screen_where_it_stood() {
    let people = |names: &[&str]| {
        screen(page(
            "People",
            &[&["Who may come in"], names].concat(),
            &[("Add", "add")],
        ))
    };
    let (before, after) = (people(&["Ann", "Bob"]), people(&["Ann"]));
    let e = Evidence::between(&before, &after);
    assert!(e.appeared.is_empty() && proves(&e, &before, &after, true).is_ok());
    // None of these shows Bob, and on none of them was he removed.
    let error = screen(page(
        "Oh dear",
        &["The server can't be reached"],
        &[("Again", "again")],
    ));
    let notice = people(&["Ann", "Bob can't be removed now"]);
    let blank = screen(page("People", &[], &[]));
    for now in [error, notice, blank] {
        let unproved = proves(&e, &before, &now, true).unwrap_err();
        assert_eq!(
            unproved.refusal.reason,
            Reason::CannotTell,
            "{}",
            unproved.refusal
        );
    }
}

#[test]
fn every_reason_has_its_own_name() {
    let all = [
        Reason::NoEntry,
        Reason::Unreadable,
        Reason::NoPlace,
        Reason::WrongScreen,
        Reason::OtherTest,
        Reason::OtherValue,
        Reason::Invalid,
        Reason::NotFound,
        Reason::Ambiguous,
        Reason::Contradiction,
        Reason::OtherState,
        Reason::NotTappable,
        Reason::EffectMissing,
        Reason::EffectBefore,
        Reason::CannotTell,
        Reason::NoValue,
    ];
    let names: BTreeMap<&str, &str> = all.iter().map(|r| (r.name(), r.advice())).collect();
    assert_eq!(names.len(), all.len());
    assert!(names.values().all(|a| !a.is_empty()));
}

#[test]
fn a_worse_fitting_screen_does_not_step_in_for_an_invalid_one() {
    let none = Params::none();
    let delivery = page("Delivery", &["Address", "Town"], &CONTINUE);
    let review = page("Review", &["Address", "Items"], &CONTINUE);
    let home = page("Home", &[], &[]);
    let mut first = record(&delivery, "Continue", &[&home], &none);
    let second = record(&review, "Continue", &[&home], &none);
    // "Address" distinguishes both from the home page, so half of the second holds on the delivery page too.
    let both_fit = page("Delivery", &["Address", "Town", "Items"], &CONTINUE);
    assert!(
        crate::screen::recognise(&second.variant.landmarks, &Survey::of(&both_fit, "Main"), true).is_some()
    );
    first.variant.invalid = Some(Invalid {
        reason: "x".into(),
        detail: "y".into(),
        times: 1,
    });
    let both = [first, second];
    assert_eq!(
        reason(plan(&both, &now(&seen(&both_fit), &none))),
        Reason::Invalid
    );
}

#[test]
fn in_another_language_labels_neither_prove_nor_condemn() {
    let before = screen(page("Cart", &[], &[("Pay", "pay")]));
    let after = screen(page("Order placed", &[], &[("Home", "home")]));
    let e = Evidence::between(&before, &after);
    let german_before = screen(page("Warenkorb", &[], &[("Zahlen", "pay")]));
    let german_after = screen(page("Bestellt", &[], &[("Start", "home")]));
    assert!(e.can_prove(false));
    assert!(proves(&e, &german_before, &german_after, false).is_ok());
    assert!(proves(&e, &german_before, &german_before, false).is_err());

    // Nothing but words changed: it can't be proved, so it isn't begun, and nobody is to blame.
    let words = Evidence::between(&before, &screen(page("Cart", &["Paid"], &[("Pay", "pay")])));
    assert!(words.can_prove(true) && !words.can_prove(false));
    let none = Params::none();
    let (a, b) = (
        page("A", &[], &CONTINUE),
        page("B", &["x"], &[("Other", "other")]),
    );
    let mut s = [record(&a, "Continue", &[&b], &none)];
    s[0].variant.landmarks.push(Landmark {
        kind: LandmarkKind::Id,
        text: "btn_primary".into(),
        distinguishing: true,
    });
    s[0].variant.evidence = words;
    let here = seen(&a);
    let german = Situation {
        locale: "de",
        ..now(&here, &none)
    };
    let (refusal, blamed) = plan(&s, &german).unwrap_err();
    assert_eq!((refusal.reason, blamed), (Reason::CannotTell, None));
}

#[test]
fn plans_that_begin_differently_are_a_miss_not_a_choice() {
    let none = Params::none();
    let (a, b) = (page("A", &["x"], &CONTINUE), page("B", &[], &[]));
    let press = |key| Recorded {
        action: Action::Press { key },
        quiet: false,
        dialog: false,
        landmarks: Vec::new(),
    };
    let mut one = record(&a, "Continue", &[&b], &none);
    let mut two = one.clone();
    one.variant.content = Content::Plan(Plan {
        actions: vec![press(Key::Back)],
    });
    two.variant.content = Content::Plan(Plan {
        actions: vec![press(Key::Enter)],
    });
    assert_eq!(
        reason(plan(&[one.clone(), two], &now(&seen(&a), &none))),
        Reason::Ambiguous
    );
    assert!(plan(&[one.clone(), one], &now(&seen(&a), &none)).is_ok());
}

#[test]
fn what_a_closing_dialog_unveils_is_no_effect() {
    let dialog = Screen {
        quality: Quality::OtherWindow,
        ..screen(page("Sure?", &[], &[("OK", "ok")]))
    };
    let e = Evidence::between(&dialog, &screen(page("Cart", &["3 items"], &[])));
    assert!(e.appeared.is_empty() && e.gone.iter().any(|f| f.label.as_deref() == Some("OK")));
}

#[test]
fn what_the_read_before_did_not_show_is_not_new() {
    let before = screen(page("Form", &["Name"], &[]));
    let after = screen(page("Form", &["Name", "Saved"], &[]));
    let e = Evidence::between(&before, &after);
    assert!(proves(&e, &before, &after, true).is_ok());
    let hidden = Screen {
        quality: Quality::Keyboard,
        ..before
    };
    assert_eq!(
        proves(&e, &hidden, &after, true).unwrap_err().refusal.reason,
        Reason::CannotTell
    );
}
