//! Collected bug cases that concern what a dump becomes. The number of the case is in the test's name.

use retap_android::dump::parse_file;
use retap_cache::device::{Device, Want};
use retap_cache::feature::{NoTap, tap_point};
use retap_cache::screen::{Geometry, Node, UiTree, label, value};
use retap_cache::text::normal;

use crate::stub::{DONE, FOCUS, Stub, good, read, said, within};

fn tree(nodes: &str) -> UiTree {
    parse_file(format!("<hierarchy rotation='0'>{nodes}</hierarchy>").as_bytes())
        .unwrap()
        .tree
}

fn nth(tree: &UiTree, n: usize) -> Node<'_> {
    tree.nodes().nth(n).unwrap()
}

fn called(node: Node<'_>) -> String {
    label(node).map(|l| l.text).unwrap_or_default()
}

const PHONE: Geometry = Geometry {
    width: 1080,
    height: 2400,
    rotation: 0,
    density: 420,
};

#[tokio::test]
async fn d02_an_old_dump_is_never_read() {
    let null = "ERROR: null root node returned by UiTestAutomationBridge.\n";
    let dump = move |n| {
        if n < 3 {
            said(&format!("{null}{FOCUS}"))
        } else {
            good()
        }
    };
    let stub = Stub::new()
        .dump(dump)
        .budgets(|b| b.total = std::time::Duration::from_secs(8));
    let (canned, mut device) = stub.start().await;
    let error = device.observe(Want::Tree, within(1000)).await.unwrap_err();
    assert_eq!(error.kind, "null-root");
    assert_eq!(nth(&read(&mut device).await.unwrap().tree, 1).text(), "Pay");
    assert!(canned.requests("/sdcard").is_empty() && canned.requests("window_dump").is_empty());
}

#[tokio::test]
async fn d04_a_dialog_of_the_permission_controller_is_no_mistake() {
    let package = "com.google.android.permissioncontroller";
    let node = format!("<hierarchy rotation='0'><node package='{package}' text='Allow'/></hierarchy>");
    let focus = FOCUS.replace("com.a/com.a.Main", &format!("{package}/.Grant"));
    let (_canned, mut device) = Stub::new()
        .plain(move |_| said(&format!("{node}{DONE}{focus}")))
        .start()
        .await;
    let s = read(&mut device).await.unwrap();
    assert!(!s.quality.permits_gone() && s.quality.permits_find());
    assert_eq!(
        (s.window.package.as_str(), s.app.package.as_str()),
        (package, "com.a")
    );
}

#[test]
fn d05_a_web_view_that_shows_nothing_is_there_and_empty() {
    let t = tree(
        "<node text='Help centre' class='android.widget.TextView' bounds='[0,60][1080,200]'/>\
         <node class='android.webkit.WebView' bounds='[0,200][1080,2300]'/>",
    );
    let web = nth(&t, 1);
    assert_eq!(
        (t.len(), web.class(), web.children().count()),
        (2, "android.webkit.WebView", 0)
    );
    assert!(!web.bounds().is_empty());
}

#[test]
fn d08_quotes_and_separators_survive_in_labels() {
    let t = tree(
        "<node class='android.widget.Button' text='Say \"yes\" &amp; go, now'/>\
         <node class='android.widget.Button' text=\"it's &quot;A&quot;, 'B'\"/>\
         <node class='android.widget.Button' content-desc=\"x]y[@text='z']\"/>",
    );
    let labels: Vec<String> = t.nodes().map(called).collect();
    assert_eq!(
        labels,
        ["Say \"yes\" & go, now", "it's \"A\", 'B'", "x]y[@text='z']"]
    );
}

#[test]
fn d09_targets_without_a_label_of_their_own_keep_their_bounds() {
    let t = tree(
        "<node class='android.view.ViewGroup' clickable='true' bounds='[0,300][1080,420]'>\
           <node class='android.widget.TextView' text='Reports'/><node class='android.widget.TextView' text='12 new'/>\
         </node>\
         <node class='android.widget.CheckBox' checkable='true' clickable='true' resource-id='com.example:id/agree' bounds='[0,500][90,590]'/>\
         <node class='android.view.View' clickable='true' content-desc='Cart' text='3 items' bounds='[900,0][1080,150]'>\
           <node class='android.view.View' clickable='true' bounds='[900,0][1080,150]'/>\
         </node>\
         <node class='android.widget.Button' text='+' clickable='true' enabled='true' bounds='[0,700][90,790]'/>\
         <node class='android.widget.ImageView' bounds='[0,800][90,890]'/>",
    );
    assert_eq!(called(nth(&t, 0)).split(' ').next(), Some("Reports"));
    assert_eq!(
        (called(nth(&t, 3)).as_str(), nth(&t, 3).resource_id()),
        ("", "com.example:id/agree")
    );
    assert_eq!(
        (called(nth(&t, 4)), value(nth(&t, 4))),
        ("Cart".into(), Some("3 items".into()))
    );
    assert_eq!(
        (called(nth(&t, 5)).as_str(), nth(&t, 5).bounds()),
        ("", nth(&t, 4).bounds())
    );
    assert_eq!(called(nth(&t, 6)), "+");
    assert!(!nth(&t, 7).is_actionable() && called(nth(&t, 7)).is_empty());
}

#[test]
fn d10_a_hint_is_no_value() {
    let t = tree(
        "<node class='android.widget.EditText' text='User name' hint='User name'/>\
         <node class='android.widget.EditText' text='' bounds='[40,500][1040,620]'/>\
         <node class='android.widget.EditText' text='Your e-mail. a@b.c' hint='Your e-mail.'/>\
         <node class='android.widget.EditText' text='Paris' hint='City'/>",
    );
    let values: Vec<String> = t.nodes().filter_map(value).collect();
    assert_eq!(values, ["", "", "a@b.c", "Paris"]);
    assert_eq!(called(nth(&t, 0)), "User name");
}

#[test]
fn d21_what_can_not_be_seen_can_not_be_touched() {
    let list = |bounds: &str, inside: &str| tree(&format!("<node bounds='{bounds}'>{inside}</node>"));
    let node = |bounds: &str| format!("<node clickable='true' enabled='true' bounds='{bounds}'/>");
    let tap = |t: &UiTree| tap_point(nth(t, 1), &PHONE, &[]).map(|p| p.at);
    let off = |t: &UiTree| matches!(tap(t), Err(NoTap::OffScreen { .. }));
    let scroller = "[0,606][1080,2337]";
    assert!(
        off(&list(scroller, &node("[0,2500][1080,2600]"))),
        "A: below the fold"
    );
    assert!(
        off(&list("[0,0][1080,2400]", &node("[100,200][100,200]"))),
        "B: of no size"
    );
    assert!(
        off(&list("[0,0][1080,2400]", &node("[-1080,300][0,500]"))),
        "D: of the page beside"
    );
    assert!(
        off(&list("[0,0][1080,2400]", &node("[500,900][400,800]"))),
        "inverted"
    );
    let at = tap(&list(scroller, &node("[40,700][1040,820]"))).unwrap();
    assert_eq!((at.x, at.y), (540, 760), "E");
    // C: a sliver is touched inside its visible part only.
    let at = tap(&list(scroller, &node("[0,2325][1080,2500]"))).unwrap();
    assert!((2325..2337).contains(&at.y), "C: {at:?}");
}

#[test]
fn d22_texts_that_look_equal_are_equal_and_a_lost_character_costs_itself() {
    let t = tree(
        "<node text='first&#10;second'/><node text='Log&#160;out'/><node text='Infor&#173;mation'/>\
         <node text=\"Pixel isn't responding\"/><node text='Party .. time'/><node text='a&#55357;b'/><node text='after'/>",
    );
    let wanted = ["first second", "Log out", "Information", "Pixel isn’t responding"];
    for (node, wanted) in t.nodes().zip(wanted) {
        assert_eq!(normal(node.text()), normal(wanted));
    }
    assert!(t.nodes().all(|n| normal(n.text()) != normal("Party 🎉 time")));
    let texts: Vec<&str> = t.nodes().skip(5).map(|n| n.text()).collect();
    assert_eq!(texts, ["a\u{FFFD}b", "after"]);
}
