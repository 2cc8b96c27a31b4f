//! Runs the table.

use std::time::{Duration, Instant};

use retap_android::adb::Server;
use retap_android::lock_path;
use retap_android::read::Budgets;
use retap_cache::device::{Deadline, Device, Fault, Want};
use retap_cache::screen::Attempt;
use retap_sim::PictureFault;

use crate::phone::{Rig, node};
use crate::rows::Come::{Error, Tree};
use crate::rows::{Row, ms, rows};

/// How far behind its deadline a read may end.
const LATE: Duration = Duration::from_millis(50);

fn budgets(row: &Row) -> Budgets {
    let room = if row.deadline > ms(10_000) { 20 } else { 1 };
    Budgets {
        first_byte: room * ms(400),
        stall: room * ms(250),
        total: room * ms(900),
        connect: ms(400),
        ..Budgets::default()
    }
}

fn in_words(attempts: &[Attempt]) -> String {
    let word = |a: &Attempt| match a.error {
        Some(kind) => format!("{} {kind}", a.rung.word()),
        None => a.rung.word().to_owned(),
    };
    attempts.iter().map(word).collect::<Vec<_>>().join(", ")
}

/// The attempts as the error tells them, without their times.
fn told(message: &str) -> String {
    let Some((_, list)) = message.split_once(" s: ") else {
        return String::new();
    };
    let list = list.split(';').next().unwrap_or_default();
    let words = list
        .split(", ")
        .map(|a| a.split(' ').take(2).collect::<Vec<_>>().join(" "));
    words.collect::<Vec<_>>().join(", ")
}

async fn check(row: Row) {
    let name = row.name;
    let mut rig = Rig::with(budgets(&row)).await;
    rig.launch("com.example.shop").await.unwrap();
    rig.sim.set_fault(row.fault.clone());
    let commands = rig.sim.log().len();
    let (sim, device) = (&rig.sim, &mut rig.device);
    let disturb = async {
        if let Some(disturb) = row.disturb {
            sim.busy().await;
            disturb(sim).await;
        }
    };
    let read = async {
        let (began, deadline) = (Instant::now(), Deadline::after(row.deadline));
        let result = device.observe(Want::Tree, deadline).await;
        (result, began.elapsed())
    };
    let ((result, took), ()) = tokio::join!(read, disturb);
    assert!(took <= row.deadline + LATE, "{name}: {took:?}");
    let attempts = match (result, row.come) {
        (Ok(screen), Tree(quality)) => {
            assert_eq!(screen.quality, quality, "{name}");
            let restless = ["not-idle", "first-byte"]
                .iter()
                .any(|kind| row.attempts.contains(kind));
            assert_eq!(screen.source.changing, restless, "{name}");
            in_words(&screen.source.attempts)
        }
        (Err(error), Error(kind, fault)) => {
            assert_eq!((error.kind, error.fault), (kind, fault), "{name}: {error}");
            assert!(
                error.message.contains("SIM1") || kind == "server-unreachable",
                "{name}: {error}"
            );
            if fault == Fault::Read {
                assert!(error.message.contains("budget 0."), "{name}: {error}");
            }
            told(&error.message)
        }
        (Ok(screen), Error(kind, _)) => panic!("{name}: {:?} in place of {kind}", screen.source),
        (Err(error), Tree(_)) => panic!("{name}: {error}"),
    };
    assert_eq!(attempts, row.attempts, "{name}");
    tokio::time::timeout(ms(2000), rig.sim.idle()).await.expect(name);
    let log = rig.sim.log();
    for file in log
        .iter()
        .skip(commands)
        .filter_map(|e| e.command.split("retap-").nth(1)?.split_once(".xml"))
    {
        let path = format!("/data/local/tmp/retap-{}.xml", file.0);
        assert_eq!(rig.sim.file(&path), None, "{name}");
    }
    // Whatever it was: once it is over, the screen is read.
    rig.sim.set_fault(None);
    rig.sim.start_server().await.unwrap();
    rig.sim.plug();
    if row.name != "device restarted, slowly" {
        let screen = rig.read().await;
        assert!(!screen.tree.is_empty(), "{name}");
        if !name.starts_with("device restarted") {
            assert_eq!(node(&screen, "pay").text(), "Pay", "{name}");
        }
    }
    rig.sim.idle().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_fault_ends_in_time_by_its_name_and_leaves_nothing() {
    for row in rows() {
        let (name, began) = (row.name, Instant::now());
        check(row).await;
        println!("{name:26} {:.2} s", began.elapsed().as_secs_f64());
    }
    a_command_that_is_never_accepted().await;
    a_foreign_holder().await;
    another_holder_of_the_lock().await;
    a_picture_that_hangs().await;
}

async fn a_command_that_is_never_accepted() {
    let mut rig = Rig::with(Budgets {
        first_byte: ms(1200),
        ..Budgets::default()
    })
    .await;
    rig.sim.leave_unanswered(Some("uiautomator"));
    let (began, deadline) = (Instant::now(), ms(3000));
    let error = rig
        .device
        .observe(Want::Tree, Deadline::after(deadline))
        .await
        .unwrap_err();
    assert!(began.elapsed() <= deadline + LATE);
    assert_eq!(
        (error.kind, error.fault),
        ("service-timeout", Fault::Environment),
        "{error}"
    );
    rig.sim.leave_unanswered(None);
    rig.sim.idle().await;
    assert!(!rig.read().await.tree.is_empty());
}

async fn a_foreign_holder() {
    let mut rig = Rig::start().await;
    rig.sim.set_holder(Some("com.wetest.uia2.Main"));
    let error = rig
        .device
        .observe(Want::Tree, Deadline::after(ms(3000)))
        .await
        .unwrap_err();
    assert_eq!(
        (error.kind, error.fault),
        ("already-registered", Fault::Read),
        "{error}"
    );
    assert!(
        error
            .message
            .contains("uiautomator2 server (com.wetest.uia2.Main, process "),
        "{error}"
    );
    rig.sim.set_holder(None);
    assert_eq!(node(&rig.read().await, "pay").text(), "Pay");
}

async fn another_holder_of_the_lock() {
    let mut rig = Rig::start().await;
    let path = lock_path(&Server::new(rig.sim.server()), rig.sim.serial()).unwrap();
    // A lock of the same process on another handle is as good as that of another one.
    std::fs::write(&path, "1\nretap run\n").unwrap();
    let lock = std::fs::File::open(&path).unwrap();
    lock.lock().unwrap();
    let (began, budget) = (Instant::now(), ms(200));
    let error = rig
        .device
        .observe(Want::Tree, Deadline::after(budget))
        .await
        .unwrap_err();
    assert!(began.elapsed() <= budget + LATE, "{:?}", began.elapsed());
    assert_eq!((error.kind, error.fault), ("held", Fault::Environment));
    assert!(error.message.contains("process 1 (retap run)"), "{error}");
    assert_eq!(rig.sim.running(), 0);
    drop(lock);
    assert!(!rig.read().await.tree.is_empty());
}

async fn a_picture_that_hangs() {
    let mut rig = Rig::start().await;
    rig.sim.set_picture_fault(Some(PictureFault::Hang));
    for want in [Want::Both, Want::TreeOrPicture] {
        let (began, budget) = (Instant::now(), ms(400));
        let screen = rig.device.observe(want, Deadline::after(budget)).await.unwrap();
        assert!(began.elapsed() <= budget + LATE, "{:?}", began.elapsed());
        let picture = if want == Want::Both {
            ", picture command-timeout"
        } else {
            ""
        };
        assert_eq!(in_words(&screen.source.attempts), format!("plain{picture}"));
    }
    rig.sim.idle().await;
}
