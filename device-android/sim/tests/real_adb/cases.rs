//! What a user of adb does with a phone.

use retap_sim::{CommandEnd, DumpFault};

use crate::rig::{LIMIT, Owned, Rig, result};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_phone_is_listed_and_can_come_back() {
    let rig = Rig::start().await;
    let (list, _, code) = rig.host(&["devices", "-l"]).await;
    let line = list.lines().find(|l| l.starts_with(&rig.serial)).unwrap();
    let words: Vec<&str> = line.split_whitespace().collect();
    assert_eq!(
        words[1..5],
        ["device", "product:sim", "model:Pixel_7", "device:sim"]
    );
    assert_eq!(code, 0);
    assert_eq!(rig.adb(&["get-state"]).await.0, "device\n");

    rig.phone.unplug();
    // The server learns of it by the closed connection.
    while rig.adb(&["get-state"]).await.0 == "device\n" {}
    rig.phone.plug();
    rig.host(&["disconnect", &rig.serial]).await;
    rig.connect().await;
    assert_eq!(rig.adb(&["shell", "echo", "back"]).await, result("back\n", "", 0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tree_comes_at_once_and_by_a_file() {
    let rig = Rig::start().await;
    let at_once = rig.adb(&["exec-out", "uiautomator", "dump", "/dev/tty"]).await.0;
    let tree = at_once
        .strip_suffix("UI hierchary dumped to: /dev/tty\n")
        .unwrap();
    assert!(tree.starts_with("<?xml") && tree.contains("text=\"Überschrift &amp; more\""));

    let line = "UI hierchary dumped to: /sdcard/window_dump.xml\n";
    assert_eq!(
        rig.adb(&["shell", "uiautomator", "dump"]).await,
        result(line, "", 0)
    );
    let pulled = rig.path("pulled.xml");
    let (_, err, code) = rig.adb(&["pull", "/sdcard/window_dump.xml", &pulled]).await;
    assert_eq!(code, 0, "{err}");
    assert_eq!(std::fs::read_to_string(pulled).unwrap(), tree);

    // A plain `adb shell` has no terminal: the line comes, the tree doesn't.
    let line = "UI hierchary dumped to: /dev/tty\n";
    let plain = ["shell", "uiautomator dump /dev/tty"];
    assert_eq!(rig.adb(&plain).await, result(line, "", 0));
    let with_terminal = ["shell", "-t", "-t", "uiautomator dump /dev/tty"];
    assert_eq!(rig.adb(&with_terminal).await.0, at_once);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_picture_comes_whole() {
    let rig = Rig::start().await;
    let words = rig.for_phone(&["exec-out", "screencap", "-p"]);
    let png = rig.output(&words).await.stdout;
    assert!(png.len() > 10_240);
    let decoded = image::load_from_memory(&png).unwrap();
    assert_eq!((decoded.width(), decoded.height()), (720, 1280));
    let words = rig.for_phone(&["exec-out", "screencap"]);
    let raw = rig.output(&words).await.stdout;
    assert_eq!(raw[16..], *decoded.to_rgba8().as_raw());
    assert_eq!(
        rig.adb(&["shell", "wm", "size"]).await.0,
        "Physical size: 720x1280\n"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn commands_have_their_errors_and_exit_codes() {
    let rig = Rig::start().await;
    let missing = "/system/bin/sh: nope: inaccessible or not found\n";
    assert_eq!(
        rig.adb(&["shell", "echo a; nope"]).await,
        result("a\n", missing, 127)
    );
    assert_eq!(rig.adb(&["shell", "exit 3"]).await, result("", "", 3));
    assert_eq!(rig.adb(&["exec-out", "echo", "a b", "c"]).await.0, "a b c\n");
    assert_eq!(
        rig.adb(&["shell", "-x", "nope; echo $?"]).await.0,
        format!("{missing}127\n")
    );
    for line in ["input tap 360 100", "input text 'Ada L'"] {
        assert_eq!(rig.adb(&["shell", line]).await, result("", "", 0));
    }
    assert_eq!(rig.phone.state("name").as_deref(), Some("Ada L"));
    assert!(rig.adb(&["shell"]).await.2 != 0, "there is no interactive shell");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_go_there_and_come_back() {
    let rig = Rig::start().await;
    let content: Vec<u8> = (0..700_000_u32)
        .flat_map(|n| n.wrapping_mul(2_654_435_761).to_le_bytes())
        .collect();
    let (there, back) = (rig.path("there"), rig.path("back"));
    std::fs::write(&there, &content).unwrap();
    // Into folders that don't exist yet.
    let target = "/sdcard/Download/a/b/file.bin";
    let (_, err, code) = rig.adb(&["push", &there, target]).await;
    assert_eq!(code, 0, "{err}");
    assert_eq!(rig.phone.file(target), Some(content.clone()));
    let (_, err, code) = rig.adb(&["pull", target, &back]).await;
    assert_eq!(code, 0, "{err}");
    assert!(std::fs::read(back).unwrap() == content);
    let list = rig.adb(&["ls", "/sdcard/Download/a/b"]).await.0;
    assert!(list.lines().last().unwrap().ends_with(" file.bin"), "{list}");
    let (out, err, code) = rig.adb(&["push", &there, "/system/x"]).await;
    assert!(
        code != 0 && format!("{out}{err}").contains("Read-only file system"),
        "{out}{err}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_dies_ends_its_command_on_the_phone() {
    let rig = Rig::start().await;
    rig.phone.set_fault(Some(DumpFault::hang()));
    for words in [
        ["exec-out", "uiautomator dump /dev/tty"],
        ["shell", "uiautomator dump"],
    ] {
        let mut command = rig.server.adb(&rig.for_phone(&words));
        let client = Owned::start(&mut command);
        tokio::time::timeout(LIMIT, rig.phone.busy()).await.unwrap();
        drop(client);
        tokio::time::timeout(LIMIT, rig.phone.idle()).await.unwrap();
        assert_eq!(rig.phone.log().last().unwrap().end, CommandEnd::Cancelled);
    }
    rig.phone.set_fault(None);
    let next = rig.adb(&["exec-out", "uiautomator", "dump", "/dev/tty"]).await.0;
    assert!(next.starts_with("<?xml"), "{next}");
}
