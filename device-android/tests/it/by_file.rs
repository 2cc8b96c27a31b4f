//! Devices whose commands have no terminal: read through a file that is gone afterwards.

use std::time::Duration;

use retap_cache::screen::Quality;

use crate::canned::{Do, shell};
use crate::stub::{DONE, FOCUS, NOT_IDLE, Stub, TREE, attempts, hang, read, said};

#[tokio::test]
async fn a_device_without_terminals_is_read_through_a_file_from_then_on() {
    let done = "UI hierchary dumped to: /dev/tty\n";
    let by_file = |_| {
        shell(
            &format!("{TREE}{FOCUS}"),
            "UI hierchary dumped to: /data/local/tmp/x\n",
            0,
        )
    };
    let stub = Stub::new()
        .plain(move |_| said(&format!("{done}{FOCUS}")))
        .by_file(by_file);
    let (canned, mut device) = stub.start().await;
    let s = read(&mut device).await.unwrap();
    assert_eq!(
        (attempts(&s.source.attempts).as_str(), s.quality),
        ("plain no-tty, plain", Quality::Complete)
    );
    assert_eq!(
        (s.window.title.as_str(), s.source.settled),
        ("com.a/com.a.Main", true)
    );
    read(&mut device).await.unwrap();
    assert_eq!(canned.requests("/dev/tty;").len(), 1);
    // Each file has a name of its own, and is removed.
    let lines = canned.requests("shell,v2,raw:trap");
    assert_eq!(lines.len(), 2);
    assert_ne!(lines[0], lines[1]);
    for line in &lines {
        let (_, tail) = line.split_once("dump '").unwrap();
        let (file, tail) = tail.split_once('\'').unwrap();
        assert!(file.starts_with("/data/local/tmp/retap-"), "{line}");
        assert!(tail.contains(&format!("cat '{file}'; rm -f '{file}';")), "{line}");
    }
}

#[tokio::test]
async fn pieces_of_a_file_do_not_matter() {
    let all = shell(&format!("{TREE}{FOCUS}"), DONE, 0);
    let Some(Do::Send(bytes)) = all.into_iter().next() else {
        panic!()
    };
    for size in [1, 5, 64] {
        let bytes = bytes.clone();
        let drip = move |_| vec![Do::Drip(bytes.clone(), size, Duration::ZERO)];
        let (_canned, mut device) = Stub::new().plain(|_| said(DONE)).by_file(drip).start().await;
        let s = read(&mut device).await.unwrap();
        assert_eq!(
            (s.tree.len(), s.window.title.as_str()),
            (2, "com.a/com.a.Main"),
            "{size}"
        );
    }
}

#[tokio::test]
async fn what_is_said_beside_a_file_is_understood() {
    for (stderr, kind) in [
        (NOT_IDLE, "not-idle"),
        ("Killed \ncat: x: No such file or directory\n", "killed"),
    ] {
        let stub = Stub::new()
            .plain(move |_| said(&format!("{DONE}{FOCUS}")))
            .by_file(move |_| shell(FOCUS, stderr, 1));
        let (_canned, mut device) = stub.start().await;
        let error = read(&mut device).await.unwrap_err();
        assert_eq!(error.kind, kind, "{error}");
        assert!(error.message.contains("top window com.a/com.a.Main"), "{error}");
    }
}

#[tokio::test]
async fn a_file_that_may_still_lie_there_is_removed_by_the_next_read() {
    let stub = Stub::new().plain(|_| said(DONE)).by_file(|_| hang());
    let (canned, mut device) = stub.start().await;
    assert_eq!(read(&mut device).await.unwrap_err().kind, "first-byte-timeout");
    let _ = read(&mut device).await;
    let lines = canned.requests("/data/local/tmp/retap-");
    let file = |l: &String| {
        let (_, tail) = l.split_once("uiautomator dump ").unwrap();
        tail.trim_start_matches("--compressed ")
            .split_once(' ')
            .unwrap()
            .0
            .to_owned()
    };
    assert!(lines.len() >= 3, "{lines:?}");
    for pair in lines.windows(2) {
        let rm = format!("shell,v2,raw:rm -f {}; trap ", file(&pair[0]));
        assert!(pair[1].starts_with(&rm), "{}", pair[1]);
    }
}
