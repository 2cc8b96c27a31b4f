//! What identifies an element in memory: its place, the value in its words, lesser evidence than was recorded.

#![allow(clippy::unwrap_used, reason = "a test")]

mod support;

use retap::run::{CacheEvent, How};
use support::Project;

/// A list of two rows, what each says held in a variable.
const LIST: &str = r##"
apps: { com.example: { start: list } }
state: { first: Milk, second: Bread, opened: "" }
screens:
  list:
    tree: |
      FrameLayout
        TextView "Stock" #title [0,100][1080,200]
        TextView "Tap a row" #hint [0,200][1080,300]
        RecyclerView #rows [0,300][1080,900]
          LinearLayout clickable [0,300][1080,500]
            TextView "{first}" [0,300][1080,500]
          LinearLayout clickable [0,500][1080,700]
            TextView "{second}" [0,500][1080,700]
    on:
      - { tap: "{first}", set: { opened: "{first}" }, goto: item }
      - { tap: "{second}", set: { opened: "{second}" }, goto: item }
  item:
    tree: |
      FrameLayout
        TextView "One item" #title
        TextView "Opened" #ok
        TextView "It is {opened}" #which
"##;

fn script(step: &str, check: &str) -> String {
    format!(
        "android: {{ deviceId: x, launch: com.example }}\nvars: {{ what: Milk }}\ntasks:\n  - name: t\n    flow:\n      \
         - {step}\n      - expect: {{ visible: Opened }}\n      - expect: {{ visible: \"{check}\" }}\n"
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn words_that_mean_a_place_find_whatever_stands_there() {
    let p = Project::new();
    let goals = "goals: [ { prompt: the first row, find: { role: item, label: Milk }, place: true } ]";
    let s = script("aiTap: the first row", "It is Milk");
    let r = p.run(p.flow(LIST, goals, &s)).await;
    assert!(r.passed() && r.asked == 1 && p.files().len() == 1, "{}", r.tell());
    // Other data: the first row is another thing, and it is what the words mean.
    let s = script("aiTap: the first row", "It is Salt");
    let mut flow = p.flow(LIST, "goals: []", &s);
    flow.state = vec![("first", "Salt")];
    let r = p.run(flow).await;
    assert!(r.passed() && r.asked == 0, "{}", r.tell());
    assert_eq!(r.summary.steps[0].located[0].rung, Some("place"));
}

#[tokio::test(flavor = "multi_thread")]
async fn words_with_a_value_find_what_bears_the_new_value() {
    let p = Project::new();
    let goals = "goals: [ { prompt: the Milk row, find: { role: item, label: Milk } } ]";
    let s = script("aiTap: the {{what}} row", "It is {{what}}");
    let r = p.run(p.flow(LIST, goals, &s)).await;
    assert!(r.passed() && r.asked == 1 && p.files().len() == 1, "{}", r.tell());
    // Another value: the model need not be asked, and the row of the old one is not touched.
    let with = |value: &str| vec![("what".to_owned(), value.to_owned())];
    let mut flow = p.flow(LIST, "goals: []", &s);
    flow.vars = with("Bread");
    let r = p.run(flow).await;
    assert!(r.passed() && r.asked == 0, "{}", r.tell());
    assert_eq!(r.inputs, ["input tap 540 600"]);
    // A value that nothing bears.
    let mut flow = p.flow(LIST, "goals: []", &s);
    flow.vars = with("Salt");
    let r = p.run(flow).await;
    assert!(!r.passed() && r.inputs.is_empty(), "{}", r.tell());
    assert!(r.cache().contains(&"missed not-found".to_owned()), "{}", r.tell());
    assert_eq!(p.files().len(), 1, "one recording serves all values");
    let r = p.run(p.flow(LIST, "goals: []", &s)).await;
    assert!(
        r.passed() && r.asked == 0,
        "and it is not blamed for one: {}",
        r.tell()
    );
}

const FORM: &str = r##"
apps: { com.example: { start: form } }
screens:
  form:
    tree: |
      FrameLayout
        TextView "Your order" #title
        TextView "2 pairs of shoes" #what
        Button "Next" #action
    on: [ { tap: Next, goto: done } ]
  done:
    tree: |
      FrameLayout
        TextView "Well done" #title
        TextView "Opened" #ok
"##;

#[tokio::test(flavor = "multi_thread")]
async fn a_relocated_element_is_marked_and_recorded_anew_after_a_check() {
    for (step, goals) in [
        (
            "aiTap: the button to go on",
            "goals: [ { prompt: the button to go on, find: { role: button, label: Next } } ]",
        ),
        (
            "aiAct: go on",
            "goals: [ { prompt: go on, done: Opened, steps: [ { tap: { role: button, label: Next } } ] } ]",
        ),
    ] {
        let p = Project::new();
        let s = script(step, "Well done");
        assert!(p.run(p.flow(FORM, goals, &s)).await.passed());
        let first = p.files();
        assert!(first.len() == 1 && first[0].1.contains("action"));
        // The id is another one now; the words are the same.
        let changed = FORM.replace("#action", "#proceed");
        let r = p.run(p.flow(&changed, "goals: []", &s)).await;
        assert!(r.passed() && r.asked == 0, "{}", r.tell());
        let located = &r.summary.steps[0].located[0];
        assert_eq!((located.rung, located.relocated), (Some("label"), true));
        assert_eq!(r.noted(CacheEvent::Recorded), 1, "{}", r.tell());
        let healed = p.files();
        assert_eq!(healed.len(), 1, "in place");
        assert_eq!(healed[0].0, first[0].0, "under the same name");
        assert!(healed[0].1.contains("proceed"));
        // From now on it is found by what identifies it best.
        let r = p.run(p.flow(&changed, "goals: []", &s)).await;
        let located = &r.summary.steps[0].located[0];
        assert_eq!((located.rung, located.relocated), (Some("id"), false));
        assert_eq!(p.files(), healed, "nothing to record");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_relocated_element_is_not_recorded_anew_without_a_check() {
    let p = Project::new();
    let goals = "goals: [ { prompt: the button to go on, find: { role: button, label: Next } } ]";
    let s = script("aiTap: the button to go on", "Well done");
    assert!(p.run(p.flow(FORM, goals, &s)).await.passed());
    let first = p.files();
    let changed = FORM
        .replace("#action", "#proceed")
        .replace("Opened", "Something else");
    let r = p.run(p.flow(&changed, "goals: []", &s)).await;
    assert!(!r.passed(), "{}", r.tell());
    assert_eq!(p.files(), first);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_relocated_tap_without_any_effect_is_not_recorded_anew() {
    let p = Project::new();
    let goals = "goals: [ { prompt: the button to go on, find: { role: button, label: Next } } ]";
    let s = script("aiTap: the button to go on", "Well done");
    assert!(p.run(p.flow(FORM, goals, &s)).await.passed());
    let first = p.files();
    // Another id, and it does nothing; the check holds all the same.
    let dead = FORM
        .replace("#action", "#proceed")
        .replace("tap: Next, goto: done", "tap: Next, set: { dead: x }")
        .replace("screens:\n", "state: { dead: x }\nscreens:\n");
    let s = s
        .replace("visible: Opened", "visible: Your order")
        .replace("visible: \"Well done\"", "visible: Your order");
    let r = p.run(p.flow(&dead, "goals: []", &s)).await;
    assert_eq!(p.files(), first, "{}", r.tell());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_check_that_held_before_the_step_makes_a_weak_entry_of_its_own_test() {
    let p = Project::new();
    let goals = "goals: [ { prompt: the button to go on, find: { role: button, label: Next } } ]";
    // The title stands on both screens.
    let phone = FORM.replace("TextView \"Well done\" #title", "TextView \"Your order\" #title");
    let weak =
        script("aiTap: the button to go on", "Your order").replace("visible: Opened", "visible: Your order");
    let r = p.run(p.flow(&phone, goals, &weak)).await;
    assert!(r.passed() && p.files()[0].1.contains("weak: "), "{}", r.tell());
    // Its own test replays it, another does not.
    let r = p.run(p.flow(&phone, "goals: []", &weak)).await;
    assert!(r.passed() && r.asked == 0, "{}", r.tell());
    let mut flow = p.flow(&phone, goals, &weak);
    flow.test = "another.yaml";
    flow.mode = retap_cache::store::Mode::ReadOnly;
    let r = p.run(flow).await;
    assert!(r.passed() && r.asked == 1, "{}", r.tell());
    assert!(
        r.cache().contains(&"missed other-test".to_owned()),
        "{}",
        r.tell()
    );
    // A check that holds only afterwards proves it.
    let proof = script("aiTap: the button to go on", "Opened");
    let r = p.run(p.flow(&phone, "goals: []", &proof)).await;
    assert!(r.passed() && r.asked == 0, "{}", r.tell());
    assert!(!p.files()[0].1.contains("weak: "), "{}", p.files()[0].1);
}

/// A dialog of the app's own that bears the very button of the screen behind it.
#[tokio::test(flavor = "multi_thread")]
async fn a_dialog_that_was_not_recorded_is_not_tapped_for_its_like_looking_button() {
    let phone = |go: &str| {
        format!(
            "apps: {{ com.example: {{ start: one }} }}\nscreens:\n  one:\n    tree: |\n      FrameLayout\n        \
             TextView \"First page\" #title\n        TextView \"Read this\" #hint\n        Button \"Start\" #start\n    \
             on: [ {{ tap: Start, goto: {go} }} ]\n  two:\n    tree: |\n      FrameLayout\n        \
             TextView \"Second page\" #title\n        TextView \"And this\" #hint\n        \
             Button \"Continue\" #go\n    on: [ {{ tap: Continue, goto: done }} ]\n  ask:\n    app: com.example\n    \
             dialog: true\n    tree: |\n      FrameLayout [100,800][980,1400]\n        \
             TextView \"Send your data?\" #message [120,820][960,1000]\n        \
             Button \"Continue\" #go [120,1200][960,1380]\n    on: [ {{ tap: Continue, goto: two }} ]\n  done:\n    \
             tree: |\n      FrameLayout\n        TextView \"Well done\" #title\n        TextView \"Opened\" #ok\n"
        )
    };
    let goals = "goals: [ { prompt: go through, done: Opened, steps: [ { tap: { role: button, label: Start } }, \
                 { tap: { role: button, label: Continue } } ] } ]";
    let p = Project::new();
    let s = script("aiAct: go through", "Well done");
    let r = p.run(p.flow(&phone("two"), goals, &s)).await;
    assert!(r.passed() && r.inputs.len() == 2, "{}", r.tell());
    let r = p.run(p.flow(&phone("ask"), "goals: []", &s)).await;
    assert!(!r.passed() && r.inputs.len() == 1, "{:?}: {}", r.inputs, r.tell());
    assert!(
        r.cache().iter().any(|n| n.contains("handed off cannot-tell")),
        "{}",
        r.tell()
    );
    assert_eq!(r.summary.steps[0].located[0].how, How::Plan);
}
