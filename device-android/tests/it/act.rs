//! Actions on a device that answers as a test tells it to: which errors may be sent again, and which not.

use std::time::Duration;

use retap_android::AndroidDevice;
use retap_android::adb::{Patience, Server};
use retap_android::read::Budgets;
use retap_cache::device::{Action, Deadline, Device, DeviceError, Fault, Key, TypeMode};

use crate::canned::{Canned, Do, fail, okay, packet, shell};

const FACTS: &str = "[ro.build.version.sdk]: [34]\n[sys.boot_completed]: [1]\nPhysical size: 1080x2400\nPhysical density: 420\n";

fn within(ms: u64) -> Deadline {
    Deadline::after(Duration::from_millis(ms))
}

async fn device(answer: impl Fn(&str) -> Vec<Do> + Send + Sync + 'static) -> (Canned, AndroidDevice) {
    let canned = Canned::start(move |request, _| match request {
        "host:transport:S1" => okay(),
        r if r.contains("getprop") => shell(FACTS, "", 0),
        r => answer(r),
    })
    .await;
    let patience = Patience {
        accept: Duration::from_millis(200),
        ..Patience::default()
    };
    let server = Server {
        patience,
        ..canned.server()
    };
    let device = AndroidDevice::connect(server, "S1", Budgets::default(), within(5000))
        .await
        .unwrap();
    (canned, device)
}

async fn type_secret(answer: Vec<Do>) -> (DeviceError, usize) {
    let (canned, mut device) = device(move |_| answer.clone()).await;
    let action = Action::Type {
        target: None,
        text: "hunter-42-Zq".to_owned(),
        mode: TypeMode::Append,
    };
    let error = device.act(&action, within(600)).await.unwrap_err();
    (error, canned.requests("input").len())
}

#[tokio::test]
async fn what_may_have_arrived_is_uncertain_and_never_sent_twice() {
    let npe = "\nException occurred while executing 'text':\njava.lang.NullPointerException: no key for hunter-42-Zq\n";
    let okay = || Do::Send(b"OKAY".to_vec());
    let answers = [
        ("command-failed", shell("", npe, 255)),
        ("command-failed", shell(npe, "", 0)),
        ("command-failed", shell("", "", 1)),
        ("closed", vec![okay()]),
        (
            "command-timeout",
            vec![okay(), Do::Send(packet(1, b"")), Do::Hang],
        ),
        ("service-timeout", vec![Do::Hang]),
        ("protocol", vec![okay(), Do::Send(b"\x07\0\0\0\0".to_vec())]),
    ];
    for (kind, answer) in answers {
        let (error, sent) = type_secret(answer).await;
        assert_eq!(
            (error.kind, error.fault, sent),
            (kind, Fault::Uncertain, 1),
            "{error}"
        );
        assert!(!format!("{error} {}", error.hint).contains("hunter"), "{error}");
    }
}

#[tokio::test]
async fn what_never_arrived_is_no_uncertainty() {
    let (error, _) = type_secret(fail("device offline")).await;
    assert_eq!(
        (error.kind, error.fault),
        ("offline", Fault::Environment),
        "{error}"
    );
    // The server says `closed` for a refused service, and for a device that is lost after it was asked.
    let (error, _) = type_secret(fail("closed")).await;
    assert_eq!(
        (error.kind, error.fault),
        ("service-refused", Fault::Uncertain),
        "{error}"
    );
}

#[tokio::test]
async fn an_action_without_time_is_not_sent() {
    let (canned, mut device) = device(|_| shell("", "", 0)).await;
    let press = Action::Press { key: Key::Enter };
    let error = device.act(&press, within(0)).await.unwrap_err();
    assert_eq!((error.kind, error.fault), ("out-of-time", Fault::Refused));
    assert!(canned.requests("input").is_empty());
}

#[tokio::test]
async fn a_permission_that_is_missing_comes_with_advice() {
    let said =
        "java.lang.SecurityException: Injecting input events requires the caller to have INJECT_EVENTS\n";
    let (error, _) = type_secret(shell(said, "", 0)).await;
    assert!(
        error.message.contains("INJECT_EVENTS") && error.hint.contains("Security settings"),
        "{error}"
    );
}

/// Starts `com.a` on a device whose `am` answers so, and whose focus is on that window.
async fn launch(am: (&'static str, &'static str, u8), window: &'static str) -> Result<(), DeviceError> {
    let (_canned, mut device) = device(move |request| {
        if request.contains("resolve-activity") {
            shell("priority=0 preferredOrder=0\ncom.a/.Start\n", "", 0)
        } else if request.contains("am start-activity -W") {
            assert!(
                request.contains("-f 0x10200000 -n 'com.a/com.a.Start'"),
                "{request}"
            );
            shell(am.0, am.1, am.2)
        } else {
            shell(&format!("  mCurrentFocus=Window{{1 u0 {window}}}\n"), "", 0)
        }
    })
    .await;
    let action = Action::Launch {
        package: "com.a".to_owned(),
        activity: None,
    };
    device.act(&action, within(600)).await
}

#[tokio::test]
async fn a_start_is_believed_by_its_focus_and_not_by_its_exit_code() {
    launch(("Status: ok\nComplete\n", "", 0), "com.a/com.a.Start")
        .await
        .unwrap();
    launch(("", "", 1), "com.a/com.a.Start").await.unwrap();
    launch(
        ("", "Warning: its current task has been brought to the front\n", 0),
        "com.a/.Start",
    )
    .await
    .unwrap();

    let refused = "Error type 3\nError: Activity class {com.a/com.a.Start} does not exist.\n";
    let error = launch(("Starting: Intent { }\n", refused, 0), "com.launcher/.Home")
        .await
        .unwrap_err();
    assert_eq!((error.kind, error.fault), ("not-launched", Fault::Refused));
    assert!(
        error
            .message
            .contains("Activity class {com.a/com.a.Start} does not exist."),
        "{error}"
    );

    let error = launch(("Status: ok\n", "", 0), "com.launcher/.Home")
        .await
        .unwrap_err();
    assert_eq!((error.kind, error.fault), ("launch-timeout", Fault::Uncertain));
    assert!(
        error.message.contains("top window: com.launcher/.Home"),
        "{error}"
    );
}

#[tokio::test]
async fn a_device_that_is_too_old_or_makes_no_sense_is_refused_at_once() {
    let table = [
        (
            "[ro.build.version.sdk]: [23]\n[sys.boot_completed]: [1]\nPhysical size: 1x1\n",
            "old-android",
            "API level 23",
        ),
        (
            "[ro.build.version.sdk]: [34]\n[sys.boot_completed]: [1]\nError: no display\n",
            "unreadable-answer",
            "no display",
        ),
    ];
    for (facts, kind, named) in table {
        let canned = Canned::start(move |request, _| match request {
            "host:transport:S1" => okay(),
            _ => shell(facts, "", 0),
        })
        .await;
        let error = AndroidDevice::connect(canned.server(), "S1", Budgets::default(), within(5000))
            .await
            .unwrap_err();
        assert_eq!((error.kind, error.fault), (kind, Fault::Environment));
        assert!(error.message.contains(named), "{error}");
    }
}
