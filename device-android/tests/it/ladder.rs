//! The rungs of a read and the table of retries, against a device that answers by the byte.

use std::time::Duration;

use retap_cache::device::{Device, Fault, Want};
use retap_cache::screen::{Quality, Rung};

use crate::canned::{Do, shell};
use crate::picture::{png, shown};
use crate::stub::{DONE, FOCUS, NOT_IDLE, Stub, TREE, attempts, good, hang, read, said, within};

const LAUNCHER: &str = "<hierarchy><node package=\"com.launcher\" text=\"Search\"/></hierarchy>";
const TAKEN: &str =
    "java.lang.IllegalStateException: UiAutomationService a$Stub$Proxy@5deffd5already registered!\n";

fn times(words: &'static str, fail: usize) -> impl Fn(usize) -> Vec<Do> + Send + Sync + 'static {
    move |n| if n < fail { said(words) } else { good() }
}

#[tokio::test]
async fn never_idle_and_compressed_fine_is_a_changing_screen_and_remembered() {
    // D03 b: on the next read of the same screen the plain dump is not tried first.
    for words in [true, false] {
        let plain = move |_| {
            if words {
                said(&format!("{NOT_IDLE}{FOCUS}"))
            } else {
                hang()
            }
        };
        let (canned, mut device) = Stub::new().plain(plain).start().await;
        let s = read(&mut device).await.unwrap();
        assert_eq!(
            (s.quality, s.source.rung),
            (Quality::Compressed, Rung::Compressed)
        );
        assert!(s.source.changing && !s.source.settled);
        let kind = if words { "not-idle" } else { "first-byte-timeout" };
        assert_eq!(attempts(&s.source.attempts), format!("plain {kind}, compressed"));
        // `Dialog` is in front when it is asked for aside: another window, read as any other.
        let s = read(&mut device).await;
        assert!(s.is_ok());
        assert_eq!(canned.requests("dump /dev/tty").len(), 2);
    }
    let focus = |_| shell("  mCurrentFocus=Window{1a u0 com.a/com.a.Main}\n", "", 0);
    let (canned, mut device) = Stub::new().plain(|_| said(NOT_IDLE)).focus(focus).start().await;
    for _ in 0..3 {
        let s = read(&mut device).await.unwrap();
        assert!(s.source.changing && s.quality == Quality::Compressed);
    }
    assert_eq!(canned.requests("dump /dev/tty").len(), 1);
    assert_eq!(canned.requests("dump --compressed").len(), 3);
}

#[tokio::test]
async fn never_idle_at_all_ends_with_both_rungs_named() {
    // D01 a, D03 a: one attempt in another mode, one plain one, the word idle, the time spent.
    let (canned, mut device) = Stub::new()
        .dump(|_| said(&format!("{NOT_IDLE}{FOCUS}")))
        .start()
        .await;
    let error = read(&mut device).await.unwrap_err();
    assert_eq!((error.kind, error.fault), ("not-idle", Fault::Read));
    for part in [
        "idle",
        "never came to rest",
        "after 0.",
        "budget 0.80 s",
        "plain not-idle",
        "compressed not-idle",
    ] {
        assert!(error.message.contains(part), "{part}: {error}");
    }
    assert_eq!(canned.requests("exec:").len(), 2);
    // Whatever ends such a read, that the screen never came to rest is said.
    let (_canned, mut device) = Stub::new()
        .plain(|_| hang())
        .compressed(|_| said("A"))
        .start()
        .await;
    let error = read(&mut device).await.unwrap_err();
    assert_eq!(error.kind, "not-a-dump");
    assert!(error.message.contains("never came to rest"), "{error}");
}

#[tokio::test]
async fn a_rung_that_can_not_end_in_time_is_not_begun() {
    // The first dump says what is usual here; then less than that is left for a second rung.
    let drip = |n| match n {
        0 => vec![
            Do::Drip(b"OKAY".to_vec(), 1, Duration::from_millis(50)),
            Do::Send(TREE.into()),
        ],
        _ => hang(),
    };
    let (canned, mut device) = Stub::new().plain(drip).start().await;
    read(&mut device).await.unwrap();
    let error = device.observe(Want::Tree, within(500)).await.unwrap_err();
    assert_eq!(
        (error.kind, canned.requests("--compressed").len()),
        ("first-byte-timeout", 0)
    );
    // Nothing was left for it, but the next read begins with it.
    assert_eq!(read(&mut device).await.unwrap().source.rung, Rung::Compressed);
}

#[tokio::test]
async fn a_time_too_short_for_any_dump_says_nothing_about_the_screen() {
    let plain = |n| if n == 0 { hang() } else { good() };
    let (_canned, mut device) = Stub::new().plain(plain).start().await;
    let error = device.observe(Want::Tree, within(200)).await.unwrap_err();
    assert_eq!(error.kind, "first-byte-timeout");
    assert!(error.message.contains("longer than there was left"), "{error}");
    let s = read(&mut device).await.unwrap();
    assert_eq!((s.quality, s.source.changing), (Quality::Complete, false));
}

#[tokio::test]
async fn a_dump_that_dies_is_tried_once_plain_and_once_compressed() {
    // D03 c: no output twice, then it works: three attempts.
    for (words, kind) in [
        ("", "silent"),
        ("Killed \n", "killed"),
        ("a.b.CError: x\n", "java-exception"),
    ] {
        let stub = Stub::new().plain(move |_| said(words)).compressed(|_| good());
        let (_canned, mut device) = stub.start().await;
        let s = read(&mut device).await.unwrap();
        assert_eq!(
            attempts(&s.source.attempts),
            format!("plain {kind}, plain {kind}, compressed")
        );
        assert!(!s.source.changing && s.quality == Quality::Compressed);
        let (_canned, mut device) = Stub::new().plain(times("Killed \n", 1)).start().await;
        let s = read(&mut device).await.unwrap();
        assert_eq!(
            (attempts(&s.source.attempts).as_str(), s.quality),
            ("plain killed, plain", Quality::Complete)
        );
    }
}

#[tokio::test]
async fn half_a_tree_is_never_a_screen_and_tried_once_more() {
    let half = TREE.get(..120).unwrap();
    let (_canned, mut device) = Stub::new().plain(times(half, 1)).start().await;
    assert_eq!(
        attempts(&read(&mut device).await.unwrap().source.attempts),
        "plain truncated, plain"
    );
    let (canned, mut device) = Stub::new().plain(times(half, 9)).start().await;
    assert_eq!(read(&mut device).await.unwrap_err().kind, "truncated");
    assert_eq!(canned.requests("exec:").len(), 2);
}

#[tokio::test]
async fn another_apps_tree_is_read_again_and_then_names_both() {
    // D04 a and b.
    let launcher = |fail| {
        move |n| {
            if n < fail {
                said(&format!("{LAUNCHER}{DONE}{FOCUS}"))
            } else {
                good()
            }
        }
    };
    let roomy = |stub: Stub| stub.budgets(|b| b.total = Duration::from_secs(8));
    let (_canned, mut device) = roomy(Stub::new().plain(launcher(1))).start().await;
    let s = read(&mut device).await.unwrap();
    assert_eq!(
        (attempts(&s.source.attempts).as_str(), s.window.package.as_str()),
        ("plain wrong-window, plain", "com.a")
    );
    let (canned, mut device) = roomy(Stub::new().plain(launcher(9))).start().await;
    let error = read(&mut device).await.unwrap_err();
    assert_eq!(
        (error.kind, error.fault, canned.requests("exec:").len()),
        ("wrong-window", Fault::Read, 3)
    );
    assert!(
        error.message.contains("com.launcher") && error.message.contains("com.a has the focus"),
        "{error}"
    );
}

#[tokio::test]
async fn a_foreign_reader_is_named_and_an_own_one_is_waited_for() {
    let ps = "  PID ARGS\n    1 init\n 4711 app_process / com.wetest.uia2.Main -p 9008\n";
    let (canned, mut device) = Stub::new().dump(|_| said(TAKEN)).processes(ps).start().await;
    let error = read(&mut device).await.unwrap_err();
    assert_eq!(
        (error.kind, canned.requests("exec:").len()),
        ("already-registered", 1)
    );
    assert!(
        error.message.contains("uiautomator2 server") && error.message.contains("4711"),
        "{error}"
    );
    let (_canned, mut device) = Stub::new().dump(|_| said(TAKEN)).start().await;
    let error = read(&mut device).await.unwrap_err();
    assert!(
        error.message.contains("another screen reader holds the device"),
        "{error}"
    );

    // A dump that was cut off takes a moment to die: then it is tried once more.
    let plain = |n| if n == 0 { hang() } else { good() };
    let compressed = |n| if n == 0 { said(TAKEN) } else { good() };
    let stub = Stub::new().plain(plain).compressed(compressed);
    let (_canned, mut device) = stub.budgets(|b| b.total = Duration::from_secs(8)).start().await;
    let s = read(&mut device).await.unwrap();
    let want = "plain first-byte-timeout, compressed already-registered, compressed";
    assert_eq!(attempts(&s.source.attempts), want);
}

#[tokio::test]
async fn a_device_that_comes_back_is_read_once_more() {
    let stub = Stub::new()
        .transport(|n| (n == 1).then_some("device offline"))
        .list(|n| if n < 3 { "S1 offline\n" } else { "S1 device\n" })
        .budgets(|b| b.connect = Duration::from_secs(3));
    let (_canned, mut device) = stub.start().await;
    let s = read(&mut device).await.unwrap();
    assert_eq!(attempts(&s.source.attempts), "plain offline, plain");
    // One that stays away is an error of the environment after the budget for it.
    let stub = Stub::new()
        .transport(|n| (n > 0).then_some("device offline"))
        .list(|_| "S1 offline\n");
    let (canned, mut device) = stub.start().await;
    let error = read(&mut device).await.unwrap_err();
    assert_eq!((error.kind, error.fault), ("offline", Fault::Environment));
    assert!(canned.requests("host:devices-l").len() >= 2);
    // What no waiting mends is told at once.
    let stub = Stub::new().transport(|n| (n > 0).then_some("device unauthorized."));
    let (canned, mut device) = stub.start().await;
    assert_eq!(read(&mut device).await.unwrap_err().kind, "unauthorized");
    assert_eq!(canned.requests("host:transport:S1").len(), 2);
}

#[tokio::test]
async fn a_picture_stands_in_where_one_is_wanted() {
    let picture = |_| shown(&png(64, 128, 90));
    let focus = |_| shell("  mCurrentFocus=Window{1a u0 com.a/com.a.Main}\n", "", 0);
    let stub = Stub::new().dump(|_| said(NOT_IDLE)).picture(picture).focus(focus);
    let (canned, mut device) = stub.start().await;
    let s = device.observe(Want::TreeOrPicture, within(5000)).await.unwrap();
    assert_eq!(
        (s.quality, s.source.rung, s.tree.len()),
        (Quality::Picture, Rung::Picture, 0)
    );
    assert_eq!(
        attempts(&s.source.attempts),
        "plain not-idle, compressed not-idle, picture"
    );
    assert_eq!((s.app.package.as_str(), s.geometry.height), ("com.a", 2400));
    assert!(
        s.source.changing
            && s.picture
                .is_some_and(|p| (p.width, p.height, p.blank) == (64, 128, false))
    );
    // It is the rung that worked: for a while nothing else is tried where it will do.
    let s = device.observe(Want::TreeOrPicture, within(5000)).await.unwrap();
    assert_eq!(attempts(&s.source.attempts), "picture");
    assert_eq!(
        device.observe(Want::Tree, within(5000)).await.unwrap_err().kind,
        "not-idle"
    );
    assert_eq!(canned.requests("dump /dev/tty").len(), 1);
}
