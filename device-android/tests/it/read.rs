//! Whole reads against a device that answers by the byte.

use std::time::{Duration, Instant};

use retap_android::AndroidDevice;
use retap_android::read::Budgets;
use retap_cache::device::{Deadline, Device, DeviceError, Fault, Want};
use retap_cache::screen::{Quality, Rung, Screen};

use crate::canned::{Canned, Do, okay, shell, text};

const TREE: &str = "<?xml version='1.0'?><hierarchy rotation=\"1\"><node class=\"F\" package=\"com.a\" \
    bounds=\"[0,0][2400,1080]\"><node class=\"B\" text=\"Pay\" package=\"com.a\"/></node></hierarchy>";
const DONE: &str = "UI hierchary dumped to: /dev/tty\n";
const FOCUS: &str =
    "  mCurrentFocus=Window{1a u0 com.a/com.a.Main}\n  mFocusedApp=ActivityRecord{2b u0 com.a/.Main t7}\n";
const FACTS: &str = "[ro.product.model]: [P]\n[ro.build.version.release]: [14]\n[ro.build.version.sdk]: [34]\n\
    [persist.sys.locale]: [de-DE]\nPhysical size: 1080x2400\nPhysical density: 420\n";

/// A phone whose dumps are `dump(n)` for the n-th one; its top window, asked for alone, is a dialog.
async fn phone(dump: impl Fn(usize) -> Vec<Do> + Send + Sync + 'static) -> (Canned, AndroidDevice) {
    phone_listed("S1 device\n", dump).await
}

async fn phone_listed(
    list: &'static str,
    dump: impl Fn(usize) -> Vec<Do> + Send + Sync + 'static,
) -> (Canned, AndroidDevice) {
    let canned = Canned::start(move |request, before| match request {
        "host:transport:S1" => okay(),
        "host:devices-l" => text(list),
        r if r.contains("getprop") => shell(FACTS, "", 0),
        r if r.starts_with("exec:uiautomator dump /dev/tty; ") => dump(before),
        r if r.starts_with("shell,v2,raw:dumpsys window displays") => {
            shell("  mCurrentFocus=Window{9 u0 Dialog}\n", "", 0)
        }
        other => panic!("unexpected request {other}"),
    })
    .await;
    let budgets = Budgets {
        first_byte: Duration::from_millis(400),
        stall: Duration::from_millis(150),
        total: Duration::from_millis(800),
        ..Budgets::default()
    };
    let device = AndroidDevice::connect(canned.server(), "S1", budgets, within(5000))
        .await
        .unwrap();
    (canned, device)
}

fn within(ms: u64) -> Deadline {
    Deadline::after(Duration::from_millis(ms))
}

fn said(text: &str) -> Vec<Do> {
    vec![Do::Send(format!("OKAY{text}").into_bytes())]
}

async fn read(device: &mut AndroidDevice) -> Result<Screen, DeviceError> {
    device.observe(Want::Tree, within(5000)).await
}

#[tokio::test]
async fn a_read_has_tree_app_window_and_geometry() {
    let (canned, mut device) = phone(|_| said(&format!("{TREE}{DONE}{FOCUS}"))).await;
    let c = device.capabilities().clone();
    assert_eq!(
        (c.model.as_str(), c.os.as_str(), c.locale.as_str()),
        ("P", "14", "de-DE")
    );
    let s = read(&mut device).await.unwrap();
    assert_eq!((s.tree.len(), s.quality), (2, Quality::Complete));
    assert_eq!(
        (s.app.package.as_str(), s.app.activity.as_deref()),
        ("com.a", Some("com.a.Main"))
    );
    assert_eq!(
        (s.window.package.as_str(), s.window.title.as_str()),
        ("com.a", "com.a/com.a.Main")
    );
    assert_eq!(
        (
            s.geometry.width,
            s.geometry.height,
            s.geometry.rotation,
            s.geometry.density
        ),
        (2400, 1080, 1, 420)
    );
    assert_eq!(
        (s.source.rung, s.source.settled, s.source.bytes),
        (Rung::Plain, true, TREE.len())
    );
    assert_eq!(canned.requests("exec:").len(), 1);
}

#[tokio::test]
async fn pieces_do_not_matter() {
    for size in [1, 3, 7, 100] {
        let all = format!("OKAY{TREE}{DONE}{FOCUS}").into_bytes();
        let (_canned, mut device) = phone(move |_| vec![Do::Drip(all.clone(), size, Duration::ZERO)]).await;
        let s = read(&mut device).await.unwrap();
        assert_eq!(
            (s.tree.len(), s.window.title.as_str()),
            (2, "com.a/com.a.Main"),
            "pieces of {size}"
        );
    }
}

#[tokio::test]
async fn without_the_focus_the_tree_says_nothing_about_what_is_gone() {
    let (mut canned, mut device) =
        phone(|_| vec![Do::Send(format!("OKAY{TREE}{DONE}").into_bytes()), Do::Hang]).await;
    let s = read(&mut device).await.unwrap();
    assert_eq!(
        (s.quality, s.app.package.as_str(), s.window.title.as_str()),
        (Quality::OtherWindow, "", "")
    );
    canned.cancelled(1).await;
}

#[tokio::test]
async fn another_window_in_front_is_told() {
    for focus in [
        FOCUS.replace("com.a", "com.b"),
        FOCUS.replace("com.a/com.a.Main", "NotificationShade"),
        FOCUS.replace("com.a/com.a.Main", "PopupWindow:1f2e"),
    ] {
        let (_canned, mut device) = phone(move |_| said(&format!("{TREE}{DONE}{focus}"))).await;
        assert_eq!(read(&mut device).await.unwrap().quality, Quality::OtherWindow);
    }
}

#[tokio::test]
async fn what_the_device_says_instead_of_a_tree_is_named_with_the_top_window() {
    let table = [
        ("ERROR: could not get idle state.\n", "not-idle"),
        ("Killed \n", "killed"),
        ("UI hierchary dumped to: /dev/tty\n", "no-tty"),
        ("java.lang.NullPointerException: x\n", "java-exception"),
        ("", "silent"),
        ("\u{fffd}\nA", "not-a-dump"),
    ];
    for (words, kind) in table {
        let (_canned, mut device) = phone(move |_| said(&format!("{words}{FOCUS}"))).await;
        let error = read(&mut device).await.unwrap_err();
        assert_eq!((error.kind, error.fault), (kind, Fault::Read), "{error}");
        assert!(
            error.message.contains("S1") && error.message.contains("com.a/com.a.Main"),
            "{error}"
        );
    }
    // A tree that breaks off swallows the focus lines; then the window is asked for.
    let half = TREE.get(..150).unwrap();
    let (_canned, mut device) = phone(move |_| said(&format!("{half}{FOCUS}"))).await;
    let error = read(&mut device).await.unwrap_err();
    assert_eq!(error.kind, "truncated");
    assert!(error.message.contains("top window Dialog"), "{error}");
}

#[tokio::test]
async fn the_idle_error_is_not_waited_out_for_a_focus_that_hangs() {
    let words = "OKAYERROR: could not get idle state.\n";
    let (mut canned, mut device) = phone(move |_| vec![Do::Send(words.into()), Do::Hang]).await;
    assert_eq!(read(&mut device).await.unwrap_err().kind, "not-idle");
    canned.cancelled(1).await;
}

#[tokio::test]
async fn a_missing_first_byte_a_stall_and_a_trickle_end_by_budget() {
    let okay = || Do::Send(b"OKAY".to_vec());
    let (mut canned, mut device) = phone(move |_| vec![okay(), Do::Hang]).await;
    let error = read(&mut device).await.unwrap_err();
    assert_eq!((error.kind, error.fault), ("first-byte-timeout", Fault::Read));
    assert!(
        error.message.contains("budget 0.40 s") && error.message.contains("top window Dialog"),
        "{error}"
    );
    assert!(!error.hint.is_empty());
    canned.cancelled(1).await;

    // Noise is no first byte: it holds off neither budget.
    let (mut canned, mut device) =
        phone(move |_| vec![okay(), Do::Send(b"noise\n".to_vec()), Do::Hang]).await;
    assert_eq!(read(&mut device).await.unwrap_err().kind, "first-byte-timeout");
    canned.cancelled(1).await;

    let half = || Do::Send(TREE.as_bytes().get(..100).unwrap().to_vec());
    let (mut canned, mut device) = phone(move |_| vec![okay(), half(), Do::Hang]).await;
    let error = read(&mut device).await.unwrap_err();
    assert_eq!(error.kind, "stalled");
    assert!(error.message.contains("100 bytes"), "{error}");
    canned.cancelled(1).await;

    let trickle = || Do::Drip(TREE.into(), 1, Duration::from_millis(20));
    let (mut canned, mut device) = phone(move |_| vec![okay(), trickle()]).await;
    assert_eq!(read(&mut device).await.unwrap_err().kind, "total-timeout");
    canned.cancelled(1).await;
}

#[tokio::test]
async fn the_callers_deadline_is_kept() {
    let (mut canned, mut device) = phone(|_| vec![Do::Send(b"OKAY".to_vec()), Do::Hang]).await;
    let (began, budget) = (Instant::now(), Duration::from_millis(120));
    let error = device
        .observe(Want::Tree, Deadline::after(budget))
        .await
        .unwrap_err();
    assert!(
        began.elapsed() <= budget + Duration::from_millis(50),
        "{:?}",
        began.elapsed()
    );
    assert_eq!(error.kind, "first-byte-timeout");
    canned.cancelled(1).await;
}

#[tokio::test]
async fn a_read_without_time_blames_neither_device_nor_server() {
    let (_canned, mut device) = phone(|_| vec![Do::Hang]).await;
    for ms in [0, 30] {
        let error = device.observe(Want::Tree, within(ms)).await.unwrap_err();
        assert_eq!(error.fault, Fault::Read, "{error}");
    }
}

#[tokio::test]
async fn a_window_without_a_tree_yet_is_asked_again() {
    let (canned, mut device) = phone(|n| match n {
        0 => said("ERROR: null root node returned by UiTestAutomationBridge.\n"),
        1 => said(&format!("<hierarchy rotation=\"0\" />{DONE}{FOCUS}")),
        _ => said(&format!("{TREE}{DONE}{FOCUS}")),
    })
    .await;
    assert_eq!(read(&mut device).await.unwrap().tree.len(), 2);
    assert_eq!(canned.requests("exec:").len(), 3);

    let (canned, mut device) = phone(|_| said(&format!("ERROR: null root node\n{FOCUS}"))).await;
    let error = read(&mut device).await.unwrap_err();
    assert_eq!((error.kind, canned.requests("exec:").len()), ("null-root", 4));
    assert!(error.message.contains("4 attempts"), "{error}");

    let (canned, mut device) = phone(|_| said(&format!("ERROR: null root node\n{FOCUS}"))).await;
    let error = device.observe(Want::Tree, within(200)).await.unwrap_err();
    assert_eq!((error.kind, canned.requests("exec:").len()), ("null-root", 1));
}

#[tokio::test]
async fn a_device_that_dies_under_a_read_is_no_read_error() {
    for (list, kind) in [("", "device-not-found"), ("S1 offline\nS2 device\n", "offline")] {
        for words in ["", "<hierarchy><node>"] {
            let (_canned, mut device) = phone_listed(list, move |_| said(words)).await;
            let error = read(&mut device).await.unwrap_err();
            assert_eq!((error.kind, error.fault), (kind, Fault::Environment), "{error}");
        }
    }
}
