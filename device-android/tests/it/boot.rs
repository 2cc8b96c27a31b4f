//! Connecting to a device that is still starting, and to the right one of several (case D37).

use std::time::Duration;

use retap_android::read::Budgets;
use retap_android::{AndroidDevice, pick};
use retap_cache::device::{Deadline, Fault};

use crate::canned::{Canned, Do, fail, okay, shell, text};

const READY: &str = "[ro.build.version.sdk]: [34]\n[sys.boot_completed]: [1]\nPhysical size: 1080x2400\n";
const STARTING: &str = "[ro.build.version.sdk]: [34]\n[sys.boot_completed]: []\n";

fn within(ms: u64) -> Deadline {
    Deadline::after(Duration::from_millis(ms))
}

/// A device that starts: its property lists and its package lists, the n-th of each.
async fn starting(
    props: impl Fn(usize) -> &'static str + Send + Sync + 'static,
    packages: impl Fn(usize) -> Vec<Do> + Send + Sync + 'static,
) -> Canned {
    Canned::start(move |request, before| match request {
        "host:transport:S1" => okay(),
        r if r.contains("getprop") => shell(props(before), "", 0),
        r if r.ends_with("cmd package list packages") => packages(before),
        other => panic!("unexpected request {other}"),
    })
    .await
}

#[tokio::test]
async fn d37_a_device_that_starts_is_waited_for_with_its_package_manager() {
    let props = |n| if n < 1 { STARTING } else { READY };
    let packages = |n| match n {
        0 => shell("", "cmd: Can't find service: package\n", 20),
        _ => shell("package:android\npackage:com.a\n", "", 0),
    };
    let canned = starting(props, packages).await;
    AndroidDevice::connect(canned.server(), "S1", Budgets::default(), within(10_000))
        .await
        .unwrap();
    assert_eq!(
        (
            canned.requests("getprop").len(),
            canned.requests("list packages").len()
        ),
        (3, 2)
    );
}

#[tokio::test]
async fn d37_a_device_that_has_started_costs_one_question() {
    let canned = starting(|_| READY, |_| panic!("not asked")).await;
    AndroidDevice::connect(canned.server(), "S1", Budgets::default(), within(10_000))
        .await
        .unwrap();
    assert_eq!(canned.requests("shell").len(), 1);
}

#[tokio::test]
async fn d37_a_start_that_takes_too_long_says_how_far_it_came() {
    for (props, stage) in [
        (STARTING, "sys.boot_completed is not set"),
        (READY, "package manager does not answer"),
    ] {
        let props = move |n| if n == 0 { STARTING } else { props };
        let canned = starting(props, |_| shell("", "", 20)).await;
        let error = AndroidDevice::connect(canned.server(), "S1", Budgets::default(), within(1200))
            .await
            .unwrap_err();
        assert_eq!((error.kind, error.fault), ("not-booted", Fault::Environment));
        assert!(
            error.message.contains(stage) && error.message.contains("S1"),
            "{error}"
        );
    }
}

#[tokio::test]
async fn d37_noise_dead_entries_and_a_choice_by_model() {
    let noise = "List of devices attached\n* daemon started successfully\n\
        adb server version (39) doesn't match this client (41); killing...\n\nemulator-5554\tdevice\n";
    let dead = "emulator-5554\toffline\nR5XX\tdevice model:Pixel_7\n";
    let two = "A device model:Pixel_7\nB device model:Pixel_8\n";
    let table = [
        (noise, None, Ok("emulator-5554")),
        (dead, None, Ok("R5XX")),
        (two, None, Err("A (device), B (device)")),
        (two, Some("Pixel_8"), Ok("B")),
    ];
    for (list, wanted, want) in table {
        let canned = Canned::start(move |request, _| match request {
            "host:devices-l" => text(list),
            _ => fail("device 'x' not found"),
        })
        .await;
        match (pick(canned.server(), wanted, within(5000)).await, want) {
            (Ok(got), want) => assert_eq!(Ok(got.as_str()), want),
            (Err(error), Err(part)) => {
                assert_eq!(error.fault, Fault::Environment);
                assert!(error.message.contains(part), "{error}");
            }
            (Err(error), Ok(want)) => panic!("{want}: {error}"),
        }
    }
}
