//! Reads of a simulated phone: good ones, and those that its faults spoil.

use std::time::Duration;

use retap_android::adb::Server;
use retap_android::read::Budgets;
use retap_cache::device::{Action, Deadline, Device, Fault, Want};
use retap_cache::screen::{Quality, Screen};
use retap_sim::{CommandEnd, DumpFault, FaultKind};

use crate::phone::{Rig, node, soon};

#[tokio::test]
async fn a_phone_is_known_and_read() {
    let mut rig = Rig::start().await;
    let c = rig.device.capabilities();
    assert_eq!(
        (c.platform.as_str(), c.model.as_str(), c.os.as_str()),
        ("android", "Pixel 7", "14")
    );
    assert_eq!(
        (c.locale.as_str(), c.unicode_text, rig.device.id()),
        ("de-DE", false, "SIM1")
    );
    let s = rig.read().await;
    assert_eq!(
        (s.app.package.as_str(), s.quality),
        ("com.example.shop", Quality::Complete)
    );
    assert_eq!(
        s.app.activity.as_deref(),
        Some("com.example.shop.ui.MainActivity")
    );
    assert_eq!(
        s.window.title,
        "com.example.shop/com.example.shop.ui.MainActivity"
    );
    assert_eq!(
        (s.geometry.width, s.geometry.height, s.geometry.density),
        (1080, 2400, 420)
    );
    assert_eq!(node(&s, "pay").text(), "Pay");
    // One round trip: dump and focus are one command.
    assert_eq!(rig.sim.log().iter().filter(|e| e.service == "exec").count(), 1);
}

#[tokio::test]
async fn a_dialog_of_the_system_is_another_window() {
    let mut rig = Rig::start().await;
    let ask = rig.spot("ask").await;
    rig.act(Action::Tap { target: ask }).await.unwrap();
    let s = rig.read().await;
    assert_eq!(
        (s.quality, s.app.package.as_str()),
        (Quality::OtherWindow, "com.example.shop")
    );
    assert_eq!(
        (s.window.package.as_str(), s.window.title.as_str()),
        ("android", "Sure")
    );
}

#[tokio::test]
async fn a_spoiled_dump_leaves_nothing_running() {
    let mut rig = Rig::start().await;
    for fault in [DumpFault::never_idle(), DumpFault::hang()] {
        rig.sim.set_fault(Some(fault));
        let budget = Duration::from_millis(300);
        let error = rig
            .device
            .observe(Want::Tree, Deadline::after(budget))
            .await
            .unwrap_err();
        assert_eq!(
            (error.kind, error.fault),
            ("first-byte-timeout", Fault::Read),
            "{error}"
        );
        assert!(
            error.message.contains("not idle") && error.message.contains("SIM1"),
            "{error}"
        );
        rig.sim.idle().await;
        let dump = rig.sim.log().into_iter().rfind(|e| e.service == "exec").unwrap();
        assert_eq!(dump.end, CommandEnd::Cancelled);
    }
    rig.sim.set_fault(None);
    assert_eq!(node(&rig.read().await, "pay").text(), "Pay");
}

#[tokio::test]
async fn the_first_byte_budget_ends_a_read_though_the_deadline_is_far() {
    let budgets = Budgets {
        first_byte: Duration::from_millis(200),
        ..Budgets::default()
    };
    let mut rig = Rig::with(budgets).await;
    rig.launch("com.example.shop").await.unwrap();
    rig.sim.set_fault(Some(DumpFault::hang()));
    let error = rig.device.observe(Want::Tree, soon()).await.unwrap_err();
    assert_eq!(error.kind, "first-byte-timeout");
    // With time left, the window in front is asked for.
    assert!(error.message.contains("top window com.example.shop/"), "{error}");
    rig.sim.idle().await;
}

#[tokio::test]
async fn a_device_that_says_it_is_not_idle_is_quoted() {
    let mut rig = Rig::start().await;
    let wait = Duration::from_millis(30);
    rig.sim
        .set_fault(Some(DumpFault::new(FaultKind::NeverIdle { wait })));
    let error = rig.device.observe(Want::Tree, soon()).await.unwrap_err();
    assert_eq!((error.kind, error.fault), ("not-idle", Fault::Read));
    assert!(error.message.contains("top window com.example.shop/"), "{error}");
}

#[tokio::test]
async fn a_device_unplugged_under_a_read_is_an_environment_error() {
    let mut rig = Rig::start().await;
    rig.sim.set_fault(Some(DumpFault::hang()));
    let (sim, device) = (&rig.sim, &mut rig.device);
    let unplug = async {
        // Once the dump runs.
        while sim.running() == 0 {
            tokio::task::yield_now().await;
        }
        sim.unplug();
    };
    let (error, ()) = tokio::join!(device.observe(Want::Tree, soon()), unplug);
    let error = error.unwrap_err();
    assert_eq!(
        (error.kind, error.fault),
        ("device-not-found", Fault::Environment),
        "{error}"
    );
    let error = rig.device.observe(Want::Tree, soon()).await.unwrap_err();
    assert_eq!(
        (error.kind, error.fault),
        ("device-not-found", Fault::Environment)
    );
    let error = retap_android::pick(Server::new(rig.sim.server()), None, soon())
        .await
        .unwrap_err();
    assert_eq!(error.kind, "no-devices");
    rig.sim.set_fault(None);
    rig.sim.plug();
    assert_eq!(node(&rig.read().await, "pay").text(), "Pay");
}

#[tokio::test]
async fn d15_a_turned_display_is_read_as_it_is_now() {
    let mut rig = Rig::start().await;
    let mut seen = Vec::new();
    for turns in [0, 1, 0, 3] {
        rig.sim.rotate(turns);
        let s = rig.read().await;
        let root = s.tree.roots().next().unwrap().bounds();
        assert!(
            root.right <= s.geometry.width && root.bottom <= s.geometry.height,
            "{root}"
        );
        seen.push((s.geometry.width, s.geometry.height, s.geometry.rotation));
    }
    assert_eq!(
        seen,
        [(1080, 2400, 0), (2400, 1080, 1), (1080, 2400, 0), (2400, 1080, 3)]
    );
}

#[tokio::test]
async fn the_keyboard_covers_what_lies_under_it() {
    let mut rig = Rig::equipped(", keyboard: true, bars: true").await;
    let covers = |s: &Screen| {
        let names: Vec<&str> = s.covers.iter().map(|c| c.what.as_str()).collect();
        names.join(", ")
    };
    let s = rig.read().await;
    assert_eq!(
        (covers(&s).as_str(), s.quality),
        ("status bar, navigation bar", Quality::Complete)
    );
    let field = rig.spot("field").await;
    rig.act(Action::Tap { target: field }).await.unwrap();
    let s = rig.read().await;
    assert_eq!(s.quality, Quality::Keyboard);
    assert_eq!(covers(&s), "keyboard, status bar, navigation bar");
    assert_eq!(s.covers[0].frame.to_string(), "[0,1500][1080,2400]");
}
