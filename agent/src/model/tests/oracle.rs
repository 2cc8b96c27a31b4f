//! The scripted model's answers, request by request.

use serde_json::{Value, json};

use crate::model::scripted::{Goals, answer};

const GOALS: &str = r#"goals:
  - prompt: buy the shoes
    done: Order summary
    steps:
      - tap: { label: "Red shoes $79" }
      - tap: { role: button, label: Size 42, as: the size }
        unless: { visible: "Chosen size: 42" }
      - type: { role: field, label: Promo code, text: SPRING }
        when: { visible: Have a code? }
      - tap: { role: button, label: Add }
      - tap: { role: button, label: Add }
  - prompt: go back
    steps: [press: back]
  - prompt: the Pay button
    find: { role: button, label: Pay }
  - prompt: the first row
    find: { label: Row }
    place: true
"#;

fn ask(user: &str) -> Value {
    let goals = Goals::parse("shop.goals.yaml", GOALS).unwrap();
    answer(&goals, &json!({"messages": [{"role": "user", "content": user}]}))
}

fn tap(id: u64, target: &str) -> Value {
    json!({"action": "tap", "id": id, "target": target})
}

#[test]
fn a_goal_goes_step_by_step() {
    let row = "1. tap item \"Red shoes $79\" -> screen changed";
    let size = &format!("{row}\n2. tap button \"Size 42\" -> screen changed");
    let add = &format!(
        "{size}\n3. type into field \"Promo code\" -> screen changed\n4. tap button \"Add\" -> screen changed"
    );
    let done_label = json!({"action": "done"});
    let typing = json!({
        "action": "type", "id": 7, "target": "the \"Promo code\" field", "text": "SPRING", "mode": "replace",
    });
    for (case, done, screen, expect) in [
        (
            "first",
            "nothing yet",
            "[3] item \"Red shoes $79\"",
            tap(3, "the \"Red shoes $79\""),
        ),
        (
            "second",
            row,
            "[4] button \"Size 42\"\n[5] button \"Add\"",
            tap(4, "the size"),
        ),
        (
            "passed over by unless",
            row,
            "[4] button \"Size 42\"\n[5] button \"Add\"\n[6] text \"Chosen size: 42\"",
            tap(5, "the \"Add\" button"),
        ),
        (
            "no step is skipped",
            "nothing yet",
            "[5] button \"Add\"",
            json!({"action": "fail", "reason": "not visible: \"Red shoes $79\""}),
        ),
        (
            "not passed over by when",
            size,
            "[7] field \"Promo code\"\n[8] text \"Have a code?\"\n[5] button \"Add\"",
            typing,
        ),
        (
            "passed over by when",
            size,
            "[7] field \"Promo code\"\n[5] button \"Add\"",
            tap(5, "the \"Add\" button"),
        ),
        (
            "a line counts for one step",
            add,
            "[5] button \"Add\"",
            tap(5, "the \"Add\" button"),
        ),
        (
            "reached",
            row,
            "[3] item \"Red shoes $79\"\n[9] text \" Order  summary\"",
            done_label,
        ),
    ] {
        let request = format!("GOAL: buy  the\nshoes\nDONE:\n{done}\nSCREEN: s\n{screen}");
        assert_eq!(ask(&request), expect, "{case}");
    }
}

#[test]
fn what_it_does_not_know_it_refuses() {
    let all = "1. tap item \"Red shoes $79\" -> x\n2. tap button \"Size 42\" -> x\n\
                   3. type into field \"Promo code\" -> x\n4. tap button \"Add\" -> x\n5. tap button \"Add\" -> x";
    let other_role = "1. tap text \"Size 42\" -> x\n2. type into field \"Size 42\" -> x\n\
                          3. tap button \"size 42\" -> x";
    for (prompt, done, screen, reason) in [
        (
            "buy the shoes",
            "nothing yet",
            "[0] view",
            "not visible: \"Red shoes $79\"",
        ),
        (
            "buy the shoes",
            other_role,
            "[1] text \"Size 42\"",
            "not visible: \"Red shoes $79\"",
        ),
        (
            "buy the shoes",
            "1. tap item \"Red shoes $79\" -> x",
            "[1] button \"Size 42\"\n[2] text \"Size 42\"\n[3] button \"Size 42\"",
            "ambiguous: button \"Size 42\" is [1] button and [3] button",
        ),
        (
            "buy the shoes",
            all,
            "[5] button \"Add\"",
            "every step is done, but not visible: \"Order summary\"",
        ),
        (
            "buy the shoe",
            "nothing yet",
            "[3] item \"Red shoes $79\"",
            "no goal with `steps` for the prompt \"buy the shoe\" in shop.goals.yaml; \
                 the nearest one there is \"buy the shoes\"",
        ),
        (
            "the Pay button",
            "",
            "[3] button \"Pay\"",
            "the prompt \"the Pay button\" is in shop.goals.yaml, but without `steps`",
        ),
    ] {
        let request = format!("GOAL: {prompt}\nDONE:\n{done}\nSCREEN: s\n{screen}");
        assert_eq!(ask(&request), json!({"action": "fail", "reason": reason}));
    }
    assert_eq!(ask("what now?")["action"], "fail");
}

#[test]
fn due_steps_that_are_over_are_told_apart_from_missing_ones() {
    let goals = "goals:\n- prompt: p\n  done: d\n  steps:\n  - press: back\n    when: {visible: Dialog}\n";
    let goals = Goals::parse("g", goals).unwrap();
    let plan = |screen: &str| {
        let user = format!("GOAL: p\nDONE:\nnothing yet\nSCREEN: s\n{screen}");
        answer(&goals, &json!({"messages": [{"role": "user", "content": user}]}))
    };
    assert_eq!(
        plan("[1] text \"Dialog\""),
        json!({"action": "press", "key": "back"})
    );
    assert_eq!(
        plan("[1] text \"x\"")["reason"],
        "no step that is left is due on this screen"
    );
}

#[test]
fn a_goal_without_a_label_ends_with_its_steps() {
    let plan = |done: &str| ask(&format!("GOAL: go back\nDONE:\n{done}\nSCREEN: s\n[0] view"));
    assert_eq!(plan("nothing yet"), json!({"action": "press", "key": "back"}));
    assert_eq!(plan("1. press back -> screen changed"), json!({"action": "done"}));
}

#[test]
fn a_find_names_one_node() {
    let find = |prompt: &str, screen: &str| ask(&format!("FIND: {prompt}\nSCREEN: s\n{screen}"));
    let pay = "[1] text \"Pay\"\n  [2] button \"Pay\"";
    assert_eq!(find("the Pay  button", pay), json!({"id": 2, "kind": "thing"}));
    assert_eq!(
        find("the first row", "[4] item \"Row\""),
        json!({"id": 4, "kind": "place"})
    );
    for (prompt, screen, reason) in [
        (
            "the Pay button",
            "[1] text \"Pay\"",
            "not visible: button \"Pay\"",
        ),
        (
            "the first row",
            "[4] item \"Row\"\n[5] text \"Row\"",
            "ambiguous: \"Row\" is [4] item and [5] text",
        ),
        (
            "the Buy button",
            pay,
            "no goal with `find` for the prompt \"the Buy button\" in shop.goals.yaml; the nearest one there is \"the Pay button\"",
        ),
        (
            "buy the shoes",
            pay,
            "the prompt \"buy the shoes\" is in shop.goals.yaml, but without `find`",
        ),
    ] {
        assert_eq!(find(prompt, screen), json!({"id": null, "reason": reason}));
    }
}
