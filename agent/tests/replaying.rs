//! D26: what a replayed plan checks before and after acting, through the whole program.
//!
//! | case | what | test |
//! |---|---|---|
//! | a | the target reads differently | `d26_a_…`; for a locate entry `memory.rs`: `a_button_that_reads_differently_now_…` |
//! | b | the target has moved | `d26_b_…` |
//! | c | id gone, one such button | `d26_c_…` |
//! | d | id gone, two such buttons | `d26_d_…` |
//! | e | only the second target changed | `safety.rs`: `a_handed_off_plan_tells_the_model_…` |
//! | f | the target comes late | `memory.rs`: `a_target_that_comes_late_is_waited_for_and_tapped_once` |
//! | g | the effect was there before | `memory.rs`: `an_effect_that_was_there_before_is_not_proof` |
//! | h | an alert that was not recorded | `d26_h_…`; in front of a key or a later step `safety.rs`: `a_replay_presses_no_key_into_a_dialog`, `memory_does_not_act_on_a_dialog_of_the_system` |
//! | i | rows shift between read and tap | `d26_i_…` |

#![allow(clippy::unwrap_used, reason = "a test")]

mod support;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use retap::run::How;
use support::{Project, Ran};

const PHONE: &str = r##"
apps: { com.example: { start: form } }
screens:
  form:
    tree: |
      FrameLayout
        TextView "Your order" #title [0,136][1080,300]
        TextView "2 pairs of shoes" #what [0,300][1080,500]
        Button "Next" #action [600,2200][1040,2320]
    on: [ { tap: Next, goto: done } ]
  done:
    tree: |
      FrameLayout
        TextView "Well done" #title
        TextView "Saved" #saved
"##;

const GOALS: &str =
    "goals: [ { prompt: go on, done: Saved, steps: [ { tap: { role: button, label: Next } } ] } ]";

const SCRIPT: &str = "android: { deviceId: x, launch: com.example }\ntasks:\n  - name: t\n    flow:\n      \
                      - aiAct: go on\n      - expect: { visible: Saved }\n";

/// Records the plan on the first phone and replays it on the second one, whose model knows no goal.
async fn replayed(p: &Project, phone: &str) -> Ran {
    let r = p.run(p.flow(PHONE, GOALS, SCRIPT)).await;
    assert!(r.passed() && p.files().len() == 1, "{}", r.tell());
    assert_eq!(r.inputs, ["input tap 820 2260"]);
    p.run(p.flow(phone, "goals: []", SCRIPT)).await
}

fn with(button: &str) -> String {
    PHONE.replace("Button \"Next\" #action [600,2200][1040,2320]", button)
}

#[tokio::test(flavor = "multi_thread")]
async fn d26_a_target_that_reads_differently_is_not_tapped_and_goes_to_the_model() {
    let p = Project::new();
    let phone = with("Button \"Pay now\" #action [600,2200][1040,2320]").replace("tap: Next", "tap: Pay now");
    let r = replayed(&p, &phone).await;
    assert!(!r.passed() && r.asked > 0, "{}", r.tell());
    assert!(r.inputs.is_empty(), "{:?}", r.inputs);
    assert!(
        r.cache().contains(&"missed contradiction".to_owned()),
        "{}",
        r.tell()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn d26_b_a_target_that_has_moved_is_tapped_at_its_new_place() {
    let p = Project::new();
    let r = replayed(&p, &with("Button \"Next\" #action [600,1800][1040,1920]")).await;
    assert!(r.passed() && r.asked == 0, "{}", r.tell());
    assert_eq!(r.inputs, ["input tap 820 1860"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn d26_c_a_target_that_has_lost_its_id_is_found_by_its_words() {
    let p = Project::new();
    let r = replayed(&p, &with("Button \"Next\" [600,2000][1040,2120]")).await;
    assert!(r.passed() && r.asked == 0, "{}", r.tell());
    assert_eq!(r.inputs, ["input tap 820 2060"]);
    let located = &r.summary.steps[0].located[0];
    assert_eq!((located.how, located.rung), (How::Plan, Some("label")));
    assert!(located.relocated);
}

#[tokio::test(flavor = "multi_thread")]
async fn d26_d_of_two_that_fit_none_is_tapped_without_the_model() {
    let p = Project::new();
    let two = "Button \"Next\" [600,2200][1040,2320]\n        Button \"Next\" #second [600,1800][1040,1920]";
    let phone = with(two).replace("tap: Next", "tap: \"#second\"");
    let r = replayed(&p, &phone).await;
    assert!(!r.passed() && r.asked > 0, "{}", r.tell());
    assert!(r.inputs.is_empty(), "{:?}", r.inputs);
}

#[tokio::test(flavor = "multi_thread")]
async fn d26_h_an_alert_that_was_not_recorded_stops_a_replay() {
    let p = Project::new();
    let alert = format!(
        "{PHONE}  alert:\n    app: com.example\n    dialog: true\n    package: android\n    tree: |\n      FrameLayout\n        \
         TextView \"The system is low on space\" #message\n        Button \"Next\" #action\n"
    );
    assert!(p.run(p.flow(PHONE, GOALS, SCRIPT)).await.passed());
    let files = p.files();
    let mut flow = p.flow(&alert, "goals: []", SCRIPT);
    // It comes up before the first read of the step.
    flow.on_event = Some(Box::new(|event, phone| {
        if matches!(event, retap::run::Event::Step(1, _)) {
            phone.show("alert").unwrap();
        }
    }));
    let r = p.run(flow).await;
    assert!(!r.passed(), "{}", r.tell());
    assert!(
        r.inputs.is_empty(),
        "its own Next is not the recorded one: {:?}",
        r.inputs
    );
    assert_eq!(p.files(), files, "nobody is to blame");
}

/// Two rows that change places, each at the place of one of the variables.
const ROWS: &str = r##"
apps: { com.example: { start: list } }
state: { upper: Alpha, lower: Beta, hit: "" }
screens:
  list:
    tree: |
      FrameLayout
        TextView "Your rows" #title [0,100][1080,200]
        TextView "Tap one" #hint [0,200][1080,300]
        LinearLayout #rows [0,300][1080,700]
          Button "{upper}" [0,300][1080,500]
          Button "{lower}" [0,500][1080,700]
    on:
      - { tap: "{upper}", set: { hit: "{upper}" }, goto: done }
      - { tap: "{lower}", set: { hit: "{lower}" }, goto: done }
  done:
    tree: |
      FrameLayout
        TextView "Well done" #title
        TextView "Saved {hit}" #saved
"##;

#[tokio::test(flavor = "multi_thread")]
async fn d26_i_coordinates_are_those_of_the_last_read_before_the_tap() {
    let p = Project::new();
    let goals = "goals: [ { prompt: open Alpha, done: Saved Alpha, steps: [ { tap: { role: button, label: Alpha } } ] } ]";
    let plan = "android: { deviceId: x, launch: com.example }\ntasks:\n  - name: t\n    flow:\n      \
                - aiAct: open Alpha\n      - expect: { visible: Saved Alpha }\n";
    let selector = plan.replace("aiAct: open Alpha", "tap: Alpha");
    let r = p.run(p.flow(ROWS, goals, plan)).await;
    assert!(r.passed() && p.files().len() == 1, "{}", r.tell());

    for script in [plan, &selector] {
        // The rows change places before every read, so any older read names the place of the other row.
        let place = Arc::new(Mutex::new(0));
        let last = place.clone();
        let mut flow = p.flow(ROWS, "goals: []", script);
        flow.timing.fresh = Duration::ZERO;
        flow.on_read = Some(Box::new(move |number, phone| {
            if phone.log().iter().any(|l| l.command.starts_with("input tap")) {
                return;
            }
            let (upper, lower, y) = if number.is_multiple_of(2) {
                ("Alpha", "Beta", 400)
            } else {
                ("Beta", "Alpha", 600)
            };
            phone.set_state("upper", upper);
            phone.set_state("lower", lower);
            *last.lock().unwrap() = y;
        }));
        let r = p.run(flow).await;
        assert!(r.passed() && r.asked == 0, "{}", r.tell());
        let y = *place.lock().unwrap();
        assert_eq!(r.inputs, [format!("input tap 540 {y}")], "{}", r.tell());
    }
}
