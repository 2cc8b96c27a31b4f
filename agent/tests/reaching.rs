//! D21, what is visible, and what is brought into view before it is touched. Thresholds and the path of a finger have
//! their own tests in `script/sight.rs`.

#![allow(clippy::unwrap_used, reason = "a test")]

mod support;

use std::time::Duration;

use retap::run::{Class, How};
use support::{Flow, Project, Ran};

/// The list of the case. A swipe brings C from its sliver into view, and A from below the fold.
const PHONE: &str = r##"
apps: { com.example: { start: list } }
state: { page: 0 }
screens:
  list:
    tree: |
      FrameLayout
        TextView "Things" #title [0,136][1080,300]
        Button "B" #b [100,200][100,200]
        Button "D" #d [-1080,300][0,500]
        RecyclerView #list scrollable [0,606][1080,2337]
          Button "E" #e [40,700][1040,820]
          Button "C" #=c [0,2325][1080,2337] ?page=0
          Button "C" #c [0,1800][1080,1944] ?page=1
          Button "A" #=a [0,2500][1080,2600] ?page=0
          Button "A" #a [0,2000][1080,2100] ?page=1
    on:
      - { swipe: "#list", when: { page: 0 }, set: { page: 1 } }
      - { tap: "#com.example:id/c", goto: opened }
      - { tap: "#com.example:id/a", goto: opened }
  opened:
    tree: |
      FrameLayout
        TextView "Opened" #opened
"##;

const GOALS: &str = r##"
goals:
  - prompt: the C row
    find: { role: button, label: C }
  - prompt: open C
    done: Opened
    steps: [ { tap: { role: button, label: C } } ]
"##;

fn script(steps: &str) -> String {
    let lines: String = steps.lines().map(|l| format!("      {l}\n")).collect();
    format!("android: {{ deviceId: x, launch: com.example }}\ntasks:\n  - name: t\n    flow:\n{lines}")
}

/// A flow with time for scrolling.
fn slow<'a>(p: &Project, phone: &'a str, script: &'a str) -> Flow<'a> {
    let mut flow = p.flow(phone, GOALS, script);
    flow.timing.target = Duration::from_secs(30);
    flow.timing.start = Duration::from_secs(2);
    flow
}

async fn run(phone: &str, steps: &str) -> Ran {
    let p = Project::new();
    let script = script(steps);
    p.run(slow(&p, phone, &script)).await
}

/// The points of the one swipe and what came after it.
fn swiped(r: &Ran) -> (Vec<i32>, &[String]) {
    let (first, rest) = r.inputs.split_first().unwrap();
    let points = first.strip_prefix("input swipe ").unwrap();
    (points.split(' ').map(|n| n.parse().unwrap()).collect(), rest)
}

#[tokio::test(flavor = "multi_thread")]
async fn d21_what_cannot_be_seen_fails_a_check_with_the_reason() {
    for (label, reason) in [
        (
            "A",
            "it lies below the display, its bounds are [0,2500][1080,2600]",
        ),
        ("B", "it has no size, its bounds are [100,200][100,200]"),
        (
            "D",
            "it lies left of the display, its bounds are [-1080,300][0,500]",
        ),
        ("C", "only a sliver of it is visible, 12 px at the lower edge of"),
    ] {
        let r = run(PHONE, &format!("- expect: {{ visible: {label} }}")).await;
        assert_eq!(r.trouble(), "expect", "{}", r.tell());
        let said = &r.summary.trouble.as_ref().unwrap().message;
        assert!(said.contains("is not visible") && said.contains(reason), "{said}");
        assert!(r.inputs.is_empty(), "a check touches nothing: {:?}", r.inputs);
    }
    let r = run(
        PHONE,
        "- expect: { visible: E }\n- expect: { gone: A }\n- expect: { gone: B }",
    )
    .await;
    assert!(r.passed(), "{}", r.tell());
    // A sliver is neither visible nor gone.
    let r = run(PHONE, "- expect: { gone: C }").await;
    assert_eq!(r.trouble(), "expect", "{}", r.tell());
}

#[tokio::test(flavor = "multi_thread")]
async fn d21_a_sliver_and_what_is_below_the_fold_are_scrolled_to_and_then_tapped() {
    for (label, tap) in [("C", "input tap 540 1872"), ("A", "input tap 540 2050")] {
        let r = run(PHONE, &format!("- tap: {label}\n- expect: {{ visible: Opened }}")).await;
        assert!(r.passed(), "{}", r.tell());
        let (points, rest) = swiped(&r);
        assert_eq!(rest, [tap]);
        // The whole drag lies inside what can be seen of the list, upwards.
        let [x, from, to_x, to, _] = points[..] else {
            unreachable!("{points:?}")
        };
        assert!((40..=1040).contains(&x) && x == to_x, "{points:?}");
        assert!(606 < to && to < from && from < 2337, "{points:?}");
    }
    let r = run(PHONE, "- tap: E").await;
    assert_eq!(r.inputs, ["input tap 540 760"], "what is in view is not scrolled");
}

#[tokio::test(flavor = "multi_thread")]
async fn d21_what_was_above_comes_back_down() {
    let above = PHONE
        .replace("state: { page: 0 }", "state: { page: 2 }")
        .replace("[0,2325][1080,2337] ?page=0", "[0,606][1080,618] ?page=2")
        .replace(
            "swipe: \"#list\", when: { page: 0 }",
            "swipe: \"#list\", way: down, when: { page: 2 }",
        );
    let r = run(&above, "- tap: C\n- expect: { visible: Opened }").await;
    assert!(r.passed(), "{}", r.tell());
    let (points, rest) = swiped(&r);
    assert!(points[1] < points[3], "{points:?}");
    assert_eq!(rest, ["input tap 540 1872"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn d21_a_list_that_only_moves_has_not_come_to_its_end() {
    // The first swipe changes no text and no id, only places.
    let long = PHONE
        .replace("?page=1", "?page=2")
        .replace(
            "          Button \"C\" #c ",
            "          Button \"C\" #=c [0,2310][1080,2337] ?page=1\n          Button \"C\" #c ",
        )
        .replace(
            "Button \"A\" #=a [0,2500][1080,2600] ?page=0",
            "Button \"A\" #=a [0,2500][1080,2600] ?page!=2",
        )
        .replace(
            "set: { page: 1 } }",
            "set: { page: 1 } }\n      - { swipe: \"#list\", when: { page: 1 }, set: { page: 2 } }",
        );
    let r = run(&long, "- tap: C\n- expect: { visible: Opened }").await;
    assert!(r.passed(), "{}", r.tell());
    let swipes = r.inputs.iter().filter(|i| i.starts_with("input swipe")).count();
    assert_eq!(
        (swipes, r.inputs.last().map(String::as_str)),
        (2, Some("input tap 540 1872"))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn d21_memory_scrolls_as_well_and_records_no_scroll() {
    for (step, first) in [("aiTap: the C row", 1), ("aiAct: open C", 2)] {
        let p = Project::new();
        let s = script(&format!("- {step}\n- expect: {{ visible: Opened }}"));
        for asked in [first, 0] {
            let r = p.run(slow(&p, PHONE, &s)).await;
            assert!(r.passed() && r.asked == asked, "{step}: {} {}", r.asked, r.tell());
            assert_eq!(swiped(&r).1, ["input tap 540 1872"], "{step}");
        }
        let files = p.files();
        assert_eq!(files.len(), 1);
        assert!(!files[0].1.contains("swipe"), "{}", files[0].1);
    }
    // The name in quotes needs no model, nor does scrolling to it.
    let p = Project::new();
    let s = script("- aiTap: the \"C\" button\n- expect: { visible: Opened }");
    let r = p.run(slow(&p, PHONE, &s)).await;
    assert!(r.passed() && r.asked == 0, "{}", r.tell());
    assert_eq!(r.summary.steps[0].located[0].how, How::Label);
}

#[tokio::test(flavor = "multi_thread")]
async fn d21_after_a_scroll_the_element_is_looked_up_from_scratch() {
    // The swipe brings another C. It is no button, so the button that was found could be told from it; but the script
    // says `C`, which is two things now, and nobody picks.
    let twins = PHONE.replace(
        "          Button \"A\" #a [0,2000][1080,2100] ?page=1\n",
        "          Button \"A\" #a [0,2000][1080,2100] ?page=1\n          TextView \"C\" #c2 [0,1000][1080,1100] ?page=1\n",
    );
    let p = Project::new();
    let s = script("- tap: C\n  timeout: 2s");
    let r = p.run(slow(&p, &twins, &s)).await;
    assert_eq!(r.trouble(), "ambiguous", "{}", r.tell());
    assert_eq!(r.inputs.len(), 1, "a swipe and no tap: {:?}", r.inputs);
}

#[tokio::test(flavor = "multi_thread")]
async fn d21_at_the_end_of_a_list_scrolling_stops() {
    let end = PHONE.replace(
        "{ swipe: \"#list\", when: { page: 0 }",
        "{ swipe: \"#list\", when: { page: 9 }",
    );
    let r = run(&end, "- tap: A").await;
    assert_eq!(r.trouble(), "end-of-list", "{}", r.tell());
    let said = &r.summary.trouble.as_ref().unwrap().message;
    assert!(
        said.contains("end of list reached after 1 scrolls") && said.contains("below the display"),
        "{said}"
    );
    assert_eq!(swiped(&r).1.len(), 0, "nothing is tapped");
    // A sliver that is all there is can be touched as it is.
    let r = run(&end, "- tap: C").await;
    assert!(r.passed(), "{}", r.tell());
    assert_eq!(swiped(&r).1, ["input tap 540 2331"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn d21_a_list_that_always_changes_is_scrolled_ten_times_at_most() {
    let endless = PHONE
        .replace("\"E\" #e", "\"E {page}\" #e")
        .replace("?page=0", "?page!=x")
        .replace("?page=1", "?page=x")
        .replace("when: { page: 0 }, set: { page: 1 }", "add: { page: 1 }");
    let r = run(&endless, "- tap: A").await;
    assert_eq!(r.trouble(), "end-of-list", "{}", r.tell());
    let said = &r.summary.trouble.as_ref().unwrap().message;
    assert!(said.contains("10 scrolls did not bring it into view"), "{said}");
    let swipes = r.inputs.iter().filter(|i| i.starts_with("input swipe")).count();
    assert_eq!((swipes, r.inputs.len()), (10, 10), "{:?}", r.inputs);
}

#[tokio::test(flavor = "multi_thread")]
async fn d21_no_scroll_begins_after_the_deadline() {
    // The target never comes into view, the list never ends, and a swipe takes longer than the step may.
    let endless = PHONE
        .replace("\"E\" #e", "\"E {page}\" #e")
        .replace("?page=0", "?page!=x")
        .replace("?page=1", "?page=x")
        .replace("when: { page: 0 }, set: { page: 1 }", "add: { page: 1 }");
    let r = run(&endless, "- tap: C\n  timeout: 300ms").await;
    assert_eq!(r.trouble(), "not-in-view", "{}", r.tell());
    assert_eq!(r.inputs.len(), 1, "{:?}", r.inputs);
}

#[tokio::test(flavor = "multi_thread")]
async fn d21_a_swipe_that_may_have_arrived_is_not_sent_again() {
    let mute = format!("faults: {{ open-unanswered: \"input swipe\" }}\n{PHONE}");
    let p = Project::new();
    let s = script("- tap: C");
    let mut flow = slow(&p, &mute, &s);
    flow.timing.act = Duration::from_millis(400);
    let r = p.run(flow).await;
    let trouble = r.summary.trouble.as_ref().unwrap();
    assert_eq!(trouble.class, Class::Environment, "{}", r.tell());
    assert!(trouble.message.contains("not sent again"), "{}", trouble.message);
    assert_eq!(r.summary.steps[0].actions, 1, "{}", r.tell());
}

#[tokio::test(flavor = "multi_thread")]
async fn d21_a_keyboard_over_the_list_leaves_the_part_above_it_to_scroll() {
    let phone = format!("phone: {{ keyboard: \"[0,1500][1080,2400]\" }}\n{PHONE}").replacen(
        "Button \"E\" #e [40,700][1040,820]",
        "EditText hint=\"E\" #e focused [40,700][1040,820]",
        1,
    );
    let r = run(&phone, "- tap: C\n- expect: { visible: Opened }").await;
    assert!(r.passed() && !r.keys, "{}", r.tell());
    let swipe = r.inputs.iter().find(|i| i.starts_with("input swipe")).unwrap();
    let ys: Vec<i32> = swipe.split(' ').filter_map(|n| n.parse().ok()).collect();
    assert!(ys[1] < 1500 && ys[3] < 1500, "{swipe}");
}
