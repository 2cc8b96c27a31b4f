//! Whole reads against a device that answers by the byte.

use std::time::Duration;

use retap_cache::device::{Device, Fault, Want};
use retap_cache::screen::{Quality, Rect, Rung};

use crate::canned::Do;
use crate::stub::{DISPLAY, DONE, FOCUS, NOT_IDLE, Stub, TREE, attempts, good, hang, read, said, within};

#[tokio::test]
async fn a_read_has_tree_app_window_and_geometry() {
    let (canned, mut device) = Stub::new().start().await;
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
    let g = s.geometry;
    assert_eq!((g.width, g.height, g.rotation, g.density), (2400, 1080, 1, 420));
    let source = &s.source;
    assert_eq!(
        (source.rung, source.settled, source.changing),
        (Rung::Plain, true, false)
    );
    assert_eq!(
        (source.bytes, attempts(&source.attempts).as_str()),
        (TREE.len(), "plain")
    );
    assert_eq!((s.covers.len(), s.picture), (0, None));
    assert_eq!(canned.requests("exec:").len(), 1);
}

#[tokio::test]
async fn pieces_do_not_matter() {
    for size in [1, 3, 7, 100] {
        let all = format!("OKAY{TREE}{DONE}{FOCUS}").into_bytes();
        let drip = move |_| vec![Do::Drip(all.clone(), size, Duration::ZERO)];
        let (_canned, mut device) = Stub::new().plain(drip).start().await;
        let s = read(&mut device).await.unwrap();
        assert_eq!(
            (s.tree.len(), s.window.title.as_str()),
            (2, "com.a/com.a.Main"),
            "pieces of {size}"
        );
    }
}

#[tokio::test]
async fn what_is_not_said_behind_the_dump_is_asked_once_more() {
    let tree = |_| vec![Do::Send(format!("OKAY{TREE}{DONE}").into_bytes()), Do::Hang];
    let (mut canned, mut device) = Stub::new().plain(tree).start().await;
    let s = read(&mut device).await.unwrap();
    assert_eq!((s.quality, s.app.package.as_str()), (Quality::Complete, "com.a"));
    canned.cancelled(1).await;
}

#[tokio::test]
async fn another_window_in_front_is_told() {
    for title in ["NotificationShade", "PopupWindow:1f2e"] {
        let focus = FOCUS.replace("com.a/com.a.Main", title);
        let dump = move |_| said(&format!("{TREE}{DONE}{focus}{DISPLAY}"));
        let (_canned, mut device) = Stub::new().plain(dump).start().await;
        assert_eq!(read(&mut device).await.unwrap().quality, Quality::OtherWindow);
    }
}

#[tokio::test]
async fn the_keyboard_is_told_with_its_frame() {
    let keys = "InsetsSource id=3 type=ime frame=[0,1400][1080,2400] visible=true\nmInputShown=true\n";
    for (facts, top) in [(keys, 1400), ("  mShowRequested=true mInputShown=true\n", 1500)] {
        let dump = move |_| said(&format!("{TREE}{DONE}{FOCUS}{facts}{DISPLAY}"));
        let (_canned, mut device) = Stub::new().plain(dump).start().await;
        let s = read(&mut device).await.unwrap();
        assert_eq!(s.quality, Quality::Keyboard);
        let [cover] = s.covers.as_slice() else {
            panic!("{:?}", s.covers)
        };
        assert_eq!(
            (cover.what.as_str(), cover.frame),
            ("keyboard", Rect::new(0, top, 1080, 2400))
        );
    }
}

#[tokio::test]
async fn geometry_is_that_of_the_read() {
    // D15 a: rotation and overrides change between reads and are never remembered.
    let dump = |n| {
        let (turns, size) = match n {
            0 => (1, "Physical size: 1080x2340\nPhysical density: 420\n"),
            1 => (
                0,
                "Physical size: 1080x2340\nOverride size: 720x1560\nPhysical density: 420\nOverride density: 280\n",
            ),
            _ => (3, ""),
        };
        let tree = TREE.replace("rotation=\"1\"", &format!("rotation=\"{turns}\""));
        said(&format!("{tree}{DONE}{FOCUS}{size}"))
    };
    let (_canned, mut device) = Stub::new().plain(dump).start().await;
    let mut seen = Vec::new();
    for _ in 0..3 {
        let g = read(&mut device).await.unwrap().geometry;
        seen.push((g.width, g.height, g.rotation, g.density));
    }
    // What isn't said behind the dump is asked once more.
    assert_eq!(
        seen,
        [(2340, 1080, 1, 420), (720, 1560, 0, 280), (2400, 1080, 3, 420)]
    );
}

#[tokio::test]
async fn what_the_device_says_instead_of_a_tree_is_named_with_the_top_window() {
    let table = [
        (NOT_IDLE, "not-idle"),
        ("Killed \n", "killed"),
        ("UI hierchary dumped to: /dev/tty\n", "no-tty"),
        ("java.lang.NullPointerException: x\n", "java-exception"),
        ("", "silent"),
        ("\u{fffd}\nA", "not-a-dump"),
    ];
    for (words, kind) in table {
        let (_canned, mut device) = Stub::new()
            .dump(move |_| said(&format!("{words}{FOCUS}")))
            .start()
            .await;
        let error = read(&mut device).await.unwrap_err();
        let want = if kind == "no-tty" { "not-a-dump" } else { kind };
        assert_eq!((error.kind, error.fault), (want, Fault::Read), "{error}");
        assert!(
            error.message.contains("S1") && error.message.contains(kind),
            "{error}"
        );
        assert!(
            kind == "no-tty" || error.message.contains("com.a/com.a.Main"),
            "{error}"
        );
    }
    // A tree that breaks off swallows the focus lines; then the window is asked for.
    let half = TREE.get(..150).unwrap();
    let (_canned, mut device) = Stub::new()
        .dump(move |_| said(&format!("{half}{FOCUS}")))
        .start()
        .await;
    let error = read(&mut device).await.unwrap_err();
    assert_eq!(error.kind, "truncated");
    assert!(error.message.contains("top window Dialog"), "{error}");
}

#[tokio::test]
async fn the_idle_error_is_not_waited_out_for_a_focus_that_hangs() {
    let words = format!("OKAY{NOT_IDLE}");
    let dump = move |_| vec![Do::Send(words.clone().into()), Do::Hang];
    let (mut canned, mut device) = Stub::new().dump(dump).start().await;
    assert_eq!(read(&mut device).await.unwrap_err().kind, "not-idle");
    canned.cancelled(2).await;
}

#[tokio::test]
async fn a_missing_first_byte_a_stall_and_a_trickle_end_by_budget() {
    let okay = || Do::Send(b"OKAY".to_vec());
    let (mut canned, mut device) = Stub::new().dump(|_| hang()).start().await;
    let error = read(&mut device).await.unwrap_err();
    assert_eq!((error.kind, error.fault), ("first-byte-timeout", Fault::Read));
    for part in [
        "never came to rest",
        "budget 0.80 s",
        "plain first-byte-timeout 0.4",
        "top window Dialog",
    ] {
        assert!(error.message.contains(part), "{part}: {error}");
    }
    assert!(!error.hint.is_empty());
    canned.cancelled(2).await;

    // Noise is no first byte: it holds off neither budget.
    let noise = move |_| vec![okay(), Do::Send(b"noise\n".to_vec()), Do::Hang];
    let (mut canned, mut device) = Stub::new().dump(noise).start().await;
    assert_eq!(read(&mut device).await.unwrap_err().kind, "first-byte-timeout");
    canned.cancelled(2).await;

    let half = || Do::Send(TREE.as_bytes().get(..100).unwrap().to_vec());
    let (mut canned, mut device) = Stub::new()
        .dump(move |_| vec![okay(), half(), Do::Hang])
        .start()
        .await;
    let error = read(&mut device).await.unwrap_err();
    assert_eq!(error.kind, "stalled");
    assert!(error.message.contains("100 bytes"), "{error}");
    canned.cancelled(2).await;

    let trickle = || Do::Drip(TREE.into(), 1, Duration::from_millis(20));
    let (mut canned, mut device) = Stub::new().dump(move |_| vec![okay(), trickle()]).start().await;
    assert_eq!(read(&mut device).await.unwrap_err().kind, "total-timeout");
    canned.cancelled(1).await;
}

#[tokio::test]
async fn a_read_without_time_blames_neither_device_nor_server() {
    let (_canned, mut device) = Stub::new().dump(|_| vec![Do::Hang]).start().await;
    for ms in [0, 30] {
        let error = device.observe(Want::Tree, within(ms)).await.unwrap_err();
        assert_eq!(error.fault, Fault::Read, "{error}");
    }
}

#[tokio::test]
async fn a_window_without_a_tree_yet_is_asked_again() {
    let dump = |n| match n {
        0 => said("ERROR: null root node returned by UiTestAutomationBridge.\n"),
        1 => said(&format!("<hierarchy rotation=\"0\" />{DONE}{FOCUS}")),
        _ => good(),
    };
    let roomy = |stub: Stub| stub.budgets(|b| b.total = Duration::from_secs(8));
    let (_canned, mut device) = roomy(Stub::new().plain(dump)).start().await;
    let s = read(&mut device).await.unwrap();
    assert_eq!(
        attempts(&s.source.attempts),
        "plain null-root, plain empty-tree, plain"
    );

    let null = || Stub::new().plain(|_| said(&format!("ERROR: null root node\n{FOCUS}")));
    let (canned, mut device) = roomy(null()).start().await;
    let error = read(&mut device).await.unwrap_err();
    assert_eq!((error.kind, canned.requests("exec:").len()), ("null-root", 4));
    assert_eq!(error.message.matches("plain null-root").count(), 4, "{error}");

    let (canned, mut device) = null().start().await;
    let error = device.observe(Want::Tree, within(200)).await.unwrap_err();
    assert_eq!((error.kind, canned.requests("exec:").len()), ("null-root", 1));
}

#[tokio::test]
async fn a_device_that_dies_under_a_read_is_no_read_error() {
    for (list, kind) in [("", "device-not-found"), ("S1 offline\nS2 device\n", "offline")] {
        for words in ["", "<hierarchy><node>"] {
            let stub = Stub::new().dump(move |_| said(words)).list(move |_| list);
            let (_canned, mut device) = stub.start().await;
            let error = read(&mut device).await.unwrap_err();
            assert_eq!((error.kind, error.fault), (kind, Fault::Environment), "{error}");
        }
    }
}
