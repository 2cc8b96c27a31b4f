//! One reader of a device at a time, within a process and between processes.

use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use retap_android::read::Budgets;
use retap_android::{AndroidDevice, holder, lock_path};
use retap_cache::device::{Device, Fault, Want};

use crate::stub::{Stub, good, hang, read, within};

/// Names the lock file that [`another_process`] is to hold.
const FILE: &str = "RETAP_TEST_LOCK";

/// Not a test of its own: the other process of the tests below, which run this program again.
#[test]
fn another_process() {
    let Some(path) = std::env::var_os(FILE).map(PathBuf::from) else {
        return;
    };
    let mut options = OpenOptions::new();
    let mut file = options
        .create(true)
        .truncate(true)
        .write(true)
        .open(path)
        .unwrap();
    file.lock().unwrap();
    writeln!(file, "{}\nretap run", std::process::id()).unwrap();
    println!("\nlocked");
    // Until it is killed, or its parent is gone.
    let _ = std::io::stdin().read_line(&mut String::new());
}

#[tokio::test]
async fn another_process_is_waited_for_and_named_and_its_death_frees_the_device() {
    let (canned, mut device) = Stub::new().start().await;
    let path = lock_path(&canned.server(), "S1").unwrap();
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "lock::another_process", "--nocapture"])
        .env(FILE, &path)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.map_while(Result::ok).any(|l| l == "locked"));

    assert_eq!(holder(&canned.server(), "S1").map(|h| h.pid), Some(child.id()));
    let error = device.observe(Want::Tree, within(200)).await.unwrap_err();
    assert_eq!((error.kind, error.fault), ("held", Fault::Environment));
    let who = format!("process {} (retap run)", child.id());
    assert!(
        error.message.contains(&who) && error.message.contains("waited 0."),
        "{error}"
    );
    assert!(canned.requests("exec:").is_empty());

    let waiting = async { read(&mut device).await };
    let death = async {
        tokio::task::yield_now().await;
        child.kill().unwrap();
        child.wait().unwrap();
    };
    let (screen, ()) = tokio::join!(waiting, death);
    assert_eq!(screen.unwrap().tree.len(), 2);
    assert_eq!(holder(&canned.server(), "S1"), None);
    assert!(!path.exists(), "a lock that nobody holds is left lying");
}

#[tokio::test]
async fn two_handles_of_one_device_take_turns() {
    let plain = |n| if n == 0 { hang() } else { good() };
    let (canned, mut first) = Stub::new().plain(plain).start().await;
    let mut second = AndroidDevice::connect(canned.server(), "S1", Budgets::default(), within(5000))
        .await
        .unwrap();
    let late = async {
        // Once the first one reads.
        while canned.requests("exec:").is_empty() {
            tokio::task::yield_now().await;
        }
        assert_eq!(
            holder(&canned.server(), "S1").map(|h| h.pid),
            Some(std::process::id())
        );
        let error = second.observe(Want::Tree, within(100)).await.unwrap_err();
        assert_eq!((error.kind, error.fault), ("held", Fault::Read));
        assert!(error.message.contains("another part of this program"), "{error}");
        second.observe(Want::Tree, within(5000)).await
    };
    let (one, two) = tokio::join!(first.observe(Want::Tree, within(5000)), late);
    assert_eq!((one.unwrap().tree.len(), two.unwrap().tree.len()), (2, 2));
}

#[tokio::test]
async fn a_read_that_is_dropped_gives_the_device_back() {
    let plain = |n| if n == 0 { hang() } else { good() };
    let (mut canned, mut device) = Stub::new().plain(plain).start().await;
    let path = lock_path(&canned.server(), "S1").unwrap();
    {
        let mut reading = std::pin::pin!(device.observe(Want::Tree, within(5000)));
        let begun = async {
            while canned.requests("exec:").is_empty() {
                tokio::task::yield_now().await;
            }
        };
        tokio::select! {
            _ = &mut reading => panic!("it hangs"),
            () = begun => {}
        }
        assert!(path.exists());
    }
    canned.cancelled(1).await;
    assert!(!path.exists());
    assert_eq!(read(&mut device).await.unwrap().tree.len(), 2);
}
