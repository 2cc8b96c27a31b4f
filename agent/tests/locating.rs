//! Which element a script means, through the whole program: texts, twins, rows, ids, texts that only look equal.
//!
//! | what | here | elsewhere |
//! |---|---|---|
//! | D17 which text matches | `d17_…` | `script/resolve.rs` (steps), `script/pattern.rs` (places of mistakes) |
//! | D18 several equal matches | `d18_…` | `script/tests.rs` (unknown keys) |
//! | D19 label is not the tap target | `d19_…` | `device-android/tests/it/cases.rs` (dumps) |
//! | D20 two spellings of an id | `d20_…` | |
//! | D21 is it visible | `reaching.rs` | `script/sight.rs` (thresholds, drags) |
//! | D22 text that only looks equal | `d22_…` | `device-android/tests/it/cases.rs` (dumps) |

#![allow(clippy::unwrap_used, reason = "a test")]

mod support;

use std::path::Path;

use retap::script::{NotOne, Selector, read, resolve};
use retap_android::dump::parse_file;
use retap_cache::screen::Geometry;
use support::{Project, Ran};

/// A phone of one screen.
fn phone(tree: &str) -> String {
    let lines: String = tree.trim().lines().map(|l| format!("      {l}\n")).collect();
    format!("apps: {{ com.example: {{ start: only }} }}\nscreens:\n  only:\n    tree: |\n{lines}")
}

fn script(steps: &str) -> String {
    let lines: String = steps.lines().map(|l| format!("      {l}\n")).collect();
    format!("android: {{ deviceId: x, launch: com.example }}\ntasks:\n  - name: t\n    flow:\n{lines}")
}

async fn run(tree: &str, steps: &str) -> Ran {
    let p = Project::new();
    let (phone, script) = (phone(tree), script(steps));
    p.run(p.flow(&phone, "goals: []", &script)).await
}

/// The message of the failure, with nothing sent.
async fn refused(tree: &str, steps: &str, kind: &str) -> String {
    let r = run(tree, steps).await;
    assert_eq!(r.trouble(), kind, "{}", r.tell());
    assert!(r.inputs.is_empty(), "nothing is touched: {}", r.tell());
    r.summary.trouble.clone().unwrap().message
}

/// The message and the advice of a script error.
fn mistake(steps: &str) -> String {
    let e = read(Path::new("t.yaml"), &script(steps), &[]).unwrap_err();
    format!("{e} | {}", e.hint)
}

const JOINED: &str = "Account inactive Account active Edit Profile Picture Profile +14 Elsewhere +41 Somewhere Size (optional)?";

const LABELS: &str = r#"
TextView "Account inactive" [0,100][1080,200]
TextView "Account active" [0,200][1080,300]
TextView "Edit Profile Picture" [0,300][1080,400]
TextView "Profile" [0,400][1080,500]
TextView "+14 Elsewhere" [0,500][1080,600]
TextView "+41 Somewhere" [0,600][1080,700]
TextView "Size (optional)?" [0,700][1080,800]"#;

#[tokio::test(flavor = "multi_thread")]
async fn d17_the_closest_text_is_tapped_and_never_the_container() {
    let indented = |by: &str| LABELS.trim().replace('\n', &format!("\n{by}"));
    // The container is around them, or lies beside them in the tree and over them on the screen.
    let around = format!(
        "FrameLayout\n  View @\"{JOINED}\" clickable [0,100][1080,800]\n    {}",
        indented("    ")
    );
    let over = format!(
        "FrameLayout\n  {}\n  View @\"{JOINED}\" [0,100][1080,800]",
        indented("  ")
    );
    let table = [
        ("active", 250),
        ("Account active", 250),
        ("account ACTIVE", 250),
        ("Profile", 450),
        ("profile", 450),
        ("+41 Somewhere", 650),
        ("Size (optional)?", 750),
        ("Elsewh", 550),
        ("{ pattern: \"^Pro\" }", 450),
        ("{ pattern: \"^\\\\+\\\\d+ S\" }", 650),
    ];
    let steps: Vec<String> = table.iter().map(|(l, _)| format!("- tap: {l}")).collect();
    let taps: Vec<String> = table.iter().map(|(_, y)| format!("input tap 540 {y}")).collect();
    for tree in [around, over] {
        let r = run(&tree, &steps.join("\n")).await;
        assert!(r.passed(), "{}", r.tell());
        assert_eq!(r.inputs, taps);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn d17_a_text_is_literal_and_a_check_is_strict() {
    let tree = format!("FrameLayout\n  {}", LABELS.trim().replace('\n', "\n  "));
    // Read as patterns, each of these would find something.
    for literal in [".ccount active", "^Pro", "Size .optional..", "+1+4 Elsewhere"] {
        let said = refused(&tree, &format!("- tap: \"{literal}\""), "not-found").await;
        assert!(said.contains(literal), "{said}");
    }
    let said = refused(&tree, "- expect: { visible: active }", "expect").await;
    assert!(said.starts_with("\"active\" is not visible"), "{said}");
}

#[test]
fn d17_a_bad_pattern_is_a_script_error_with_its_place() {
    let e = mistake("- tap: Profile\n- tap: { pattern: \"(\" }");
    assert!(
        e.starts_with("t.yaml:6:25: `(` is no pattern: unclosed group at character 1"),
        "{e}"
    );
    let e = mistake("- expect: { visible: { pattern: \"ab[\" } }");
    assert!(e.contains("unclosed character class at character 3"), "{e}");
}

const CARDS: &str = r##"
FrameLayout
  ViewGroup #card_home [0,900][1080,1200]
    TextView "Home" [0,900][1080,1000]
    Button "Delete" [40,1000][400,1100]
  ViewGroup #card_work [0,1300][1080,1600]
    TextView "Work" [0,1300][1080,1400]
    Button "Delete" [40,1400][400,1500]
  ImageButton #icon [0,250][100,350]
  ImageButton #icon [0,450][100,550]
  ImageButton #icon [0,650][100,750]
"##;

#[tokio::test(flavor = "multi_thread")]
async fn d18_several_equal_ones_are_listed_with_their_bounds() {
    let said = refused(CARDS, "- tap: Delete", "ambiguous").await;
    assert!(
        said.contains("[40,1000][400,1100]") && said.contains("[40,1400][400,1500]"),
        "{said}"
    );
    let said = refused(CARDS, "- tap: { id: icon }", "ambiguous").await;
    assert!(said.contains("3 fit"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn d18_a_scope_or_an_index_says_which_one() {
    let r = run(
        CARDS,
        "- tap: { label: Delete, in: { id: card_work } }\n- tap: { id: icon, index: 1 }\n\
         - tap: { id: icon, index: 0 }\n- tap: { label: Delete, index: 1 }\n\
         - expect: { visible: { label: Delete, in: { id: card_home } } }\n\
         - expect: { gone: { label: Home, in: { id: card_work } } }\n- expect: { gone: { id: icon, index: 3 } }",
    )
    .await;
    assert!(r.passed(), "{}", r.tell());
    let taps = [
        "input tap 220 1450",
        "input tap 50 500",
        "input tap 50 300",
        "input tap 220 1450",
    ];
    assert_eq!(r.inputs, taps);
}

#[tokio::test(flavor = "multi_thread")]
async fn d18_an_index_beyond_the_last_one_is_not_found() {
    let said = refused(CARDS, "- tap: { id: icon, index: 3 }", "not-found").await;
    assert!(said.contains("index 3") && said.contains("3 fit"), "{said}");
    let said = refused(CARDS, "- tap: { label: Delete, in: { id: card } }", "not-found").await;
    assert!(said.contains("id \"card\" is not on the screen"), "{said}");
    let said = refused(CARDS, "- tap: { label: Delete, in: { id: icon } }", "ambiguous").await;
    assert!(said.contains("id \"icon\""), "{said}");
}

#[test]
fn d18_an_unknown_key_names_the_right_one() {
    let e = mistake("- tap: { id: icon, idx: 1 }");
    assert!(
        e.starts_with("t.yaml:5:26: unknown key `idx`") && e.contains("did you mean `index`?"),
        "{e}"
    );
}

/// A row whose words take no taps; `more` stands for a further line inside it.
fn row(more: &str) -> String {
    format!(
        "FrameLayout\n  LinearLayout #row clickable [0,1854][1080,2002]\n    ImageView [0,1854][200,2002]\n    \
         TextView \"Markup\" [200,1854][1080,2002]\n{more}"
    )
}

/// The points of all taps.
fn points(r: &Ran) -> Vec<(i32, i32)> {
    let taps = r.inputs.iter().map(|i| i.strip_prefix("input tap ").unwrap());
    taps.map(|t| t.split_once(' ').unwrap())
        .map(|(x, y)| (x.parse().unwrap(), y.parse().unwrap()))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn d19_the_row_around_a_label_takes_the_tap_and_is_named() {
    let steps = "- tap: Markup\n- tap: { id: row }";
    // Nothing else; a button at the end of the row; a button over its middle.
    for more in [None, Some((960, 1080)), Some((400, 900))] {
        let line = more.map_or(String::new(), |(from, to)| {
            format!("    Button \"More\" [{from},1854][{to},2002]\n")
        });
        let r = run(&row(&line), steps).await;
        assert!(r.passed(), "{}", r.tell());
        let taps = points(&r);
        assert_eq!(taps.len(), 2, "one tap a step");
        for (x, y) in taps {
            assert!((0..1080).contains(&x) && (1854..2002).contains(&y), "{x} {y}");
            assert!(!more.is_some_and(|(from, to)| (from..to).contains(&x)), "{x}");
        }
        for step in &r.summary.steps {
            let named: Vec<&str> = step.located.iter().map(|l| l.node.as_str()).collect();
            assert!(
                named.len() == 1 && named[0].contains(":id/row") && named[0].contains("[0,1854][1080,2002]"),
                "{named:?}"
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn d20_both_spellings_of_an_id_match() {
    let both = "- tap: { id: submit_button }\n- tap: { id: \"com.example:id/submit_button\" }";
    for id in ["#=submit_button", "#com.example:id/submit_button"] {
        let tree = format!(
            "FrameLayout\n  Button \"Go\" {id} [0,100][1080,200]\n  Button \"Stay\" [0,300][1080,400]"
        );
        let r = run(&tree, both).await;
        assert!(r.passed(), "{}", r.tell());
        assert_eq!(r.inputs, ["input tap 540 150"; 2]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn d20_a_bare_id_of_two_packages_is_ambiguous_and_a_full_one_is_not() {
    let tree = "FrameLayout\n  Button \"A\" #com.example:id/ok [0,100][1080,200]\n  \
                Button \"B\" #com.other:id/ok [0,300][1080,400]";
    let said = refused(tree, "- tap: { id: ok }", "ambiguous").await;
    assert!(
        said.contains("com.example:id/ok") && said.contains("com.other:id/ok"),
        "{said}"
    );
    let r = run(
        tree,
        "- tap: { id: \"com.example:id/ok\" }\n- tap: { id: \"com.other:id/ok\" }",
    )
    .await;
    assert_eq!(
        r.inputs,
        ["input tap 540 150", "input tap 540 350"],
        "{}",
        r.tell()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn d20_a_screen_without_ids_says_so_and_what_to_switch_on() {
    let tree = "FrameLayout\n  View clickable [0,100][1080,200]\n    TextView \"Go\" [0,100][1080,200]";
    for (step, kind) in [
        ("- tap: { id: submit_button }", "not-found"),
        ("- expect: { visible: { id: \"com.example:id/ok\" } }", "expect"),
    ] {
        let said = refused(tree, step, kind).await;
        assert!(
            said.contains("no ids at all") && said.contains("testTagsAsResourceId"),
            "{said}"
        );
    }
    // Where there are ids the nearest is named instead.
    let said = refused(
        "FrameLayout\n  Button \"Go\" #submit [0,100][1080,200]",
        "- tap: { id: submitt }",
        "not-found",
    )
    .await;
    assert!(
        said.contains("the nearest is \"submit\"") && !said.contains("testTags"),
        "{said}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn d20_an_id_on_a_wrapper_of_the_same_bounds_names_what_it_wraps() {
    let tree = "FrameLayout\n  FrameLayout #pay [0,100][1080,200]\n    View clickable [0,100][1080,200]\n      \
                TextView \"Pay\" [40,100][400,200]\n  FrameLayout #total [0,300][1080,400]\n    \
                TextView \"12.50\" [0,300][1080,400]";
    let r = run(
        tree,
        "- tap: { id: pay }\n- tap: { id: \"com.example:id/pay\" }\n- expect: { visible: { id: total, text: \"12.50\" } }\n\
         - expect: { text: \"12.50\", of: { id: total } }",
    )
    .await;
    assert!(r.passed(), "{}", r.tell());
    assert_eq!(r.inputs, ["input tap 540 150"; 2]);
}

const ODD: &str = "FrameLayout\n  Button \"first\\nsecond\" [0,100][1080,200]\n  Button \"Log\u{a0}out\" [0,200][1080,300]\n  \
                   Button \"Infor\u{ad}mation\" [0,300][1080,400]\n  Button \"Pixel isn't responding\" [0,400][1080,500]\n  \
                   Button \"Party .. time\" [0,500][1080,600]\n  Button \"Party time\" [0,600][1080,700]\n  \
                   Button \"A party: time for all\" [0,700][1080,800]";

#[tokio::test(flavor = "multi_thread")]
async fn d22_texts_that_look_equal_match() {
    let r = run(
        ODD,
        "- tap: first second\n- tap: Log out\n- tap: Information\n- tap: Pixel isn’t responding\n\
         - expect: { visible: Log out }\n- expect: { text: first second, of: { text: first second } }",
    )
    .await;
    assert!(r.passed(), "{}", r.tell());
    let taps: Vec<String> = [150, 250, 350, 450]
        .iter()
        .map(|y| format!("input tap 540 {y}"))
        .collect();
    assert_eq!(r.inputs, taps);
}

#[tokio::test(flavor = "multi_thread")]
async fn d22_a_lost_emoji_is_named_and_no_other_node_is_picked() {
    for (step, kind) in [
        ("- tap: Party 🎉 time", "not-found"),
        ("- tap: { text: \"🎉 Party time\" }", "not-found"),
        ("- tap: { desc: \"Party 𝒯ime\" }", "not-found"),
        ("- expect: { visible: Party 🎉 time }", "expect"),
    ] {
        let said = refused(ODD, step, kind).await;
        assert!(said.contains("emoji can be lost in dumps"), "{said}");
    }
    // Where the device keeps it, it is found.
    let r = run(
        "FrameLayout\n  Button \"Party 🎉 time\" [0,100][1080,200]",
        "- tap: party 🎉",
    )
    .await;
    assert_eq!(r.inputs, ["input tap 540 150"], "{}", r.tell());
}

#[test]
fn d22_a_lone_surrogate_costs_its_own_label_only() {
    let xml = "<?xml version='1.0' encoding='UTF-8'?><hierarchy rotation=\"0\"><node class=\"a.FrameLayout\" \
               bounds=\"[0,0][1080,2400]\"><node class=\"a.TextView\" text=\"Cup &#55357; cake\" \
               bounds=\"[0,100][1080,200]\" /><node class=\"a.TextView\" text=\"Tea\" bounds=\"[0,200][1080,300]\" />\
               </node></hierarchy>";
    let tree = parse_file(xml.as_bytes()).unwrap().tree;
    let display = Geometry {
        width: 1080,
        height: 2400,
        rotation: 0,
        density: 420,
    };
    let called = |l: &str| Selector {
        label: Some(l.to_owned()),
        ..Selector::default()
    };
    assert_eq!(tree.nodes().count(), 3);
    assert!(resolve(&called("Tea"), &tree, &display).unwrap().exact);
    let e = resolve(&called("Cup 🧁 cake"), &tree, &display).unwrap_err();
    assert!(matches!(&e, NotOne::None { .. }), "{e}");
    assert!(e.to_string().contains("emoji can be lost"), "{e}");
}
