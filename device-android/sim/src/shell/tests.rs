//! Every command as a client sees it: standard output, standard error, exit code.

use std::sync::Arc;

use tokio::sync::mpsc;

use super::{Fd, Io, run};
use crate::device::Device;
use crate::file::PhoneFile;

const FILE: &str = r##"
phone: { model: Pixel 7, android: 14, sdk: SDK, serial: s1, keyboard: true }
apps:
  com.ex: { version: 3.2.0, activity: .MainActivity, start: home }
state: { name: "" }
screens:
  home:
    tree: |
      FrameLayout
        EditText bind=name #name [0,0][100,100]
        Button "List" [0,100][100,200] #list
        Button "Hold" [0,200][100,300] #hold long-clickable
    on:
      - { tap: "#hold", goto: list }
      - { tap: "#list", goto: list }
  list:
    activity: .ListActivity
    tree: |
      FrameLayout
  confirm:
    dialog: true
    title: "Delete?"
    tree: |
      FrameLayout
  anr:
    dialog: true
    package: android
    tree: |
      FrameLayout
"##;

fn device(sdk: u32) -> Arc<Device> {
    let text = FILE.replace("SDK", &sdk.to_string());
    Device::new(PhoneFile::parse("p.yaml", &text).unwrap().spec)
}

/// Output, errors and code of a line; with a terminal they come in one.
async fn sh(device: &Arc<Device>, line: &str, tty: bool) -> (String, String, u8) {
    let (to, mut chunks) = mpsc::unbounded_channel();
    let io = Io::client(&to, tty);
    drop(to);
    let code = run(Arc::clone(device), line.to_owned(), io).await;
    let (mut out, mut err) = (String::new(), String::new());
    while let Some(chunk) = chunks.recv().await {
        let text = String::from_utf8(chunk.bytes).unwrap();
        if chunk.fd == Fd::Out {
            out.push_str(&text)
        } else {
            err.push_str(&text)
        }
    }
    (out, err, code)
}

#[tokio::test]
async fn each_command_answers_as_android_does() {
    let d = device(34);
    for (line, out, err, code) in [
        ("true", "", "", 0),
        ("exit 3; echo no", "", "", 3),
        (
            "nope -x",
            "",
            "/system/bin/sh: nope: inaccessible or not found\n",
            127,
        ),
        (
            "nope; echo X4EXIT:$?",
            "X4EXIT:127\n",
            "/system/bin/sh: nope: inaccessible or not found\n",
            0,
        ),
        ("nope 2>/dev/null || echo b && echo c", "b\nc\n", "", 0),
        ("true || echo b; echo c", "c\n", "", 0),
        ("false && echo b", "", "", 1),
        (
            "nope 2>&1",
            "/system/bin/sh: nope: inaccessible or not found\n",
            "",
            127,
        ),
        (
            "nope 2>&1 >/dev/null",
            "/system/bin/sh: nope: inaccessible or not found\n",
            "",
            127,
        ),
        ("echo a >/dev/null 2>&1", "", "", 0),
        ("echo a >&2", "", "a\n", 0),
        (
            "echo a > /x/y",
            "",
            "/system/bin/sh: can't create /x/y: Read-only file system\n",
            1,
        ),
        ("A=b echo 'a  b' \"c\"", "a  b c\n", "", 0),
        ("echo \"a", "", "/system/bin/sh: no closing quote\n", 1),
        (
            "getprop | grep -E 'sdk|n.release'",
            "[ro.build.version.release]: [14]\n[ro.build.version.sdk]: [34]\n",
            "",
            0,
        ),
        ("getprop | grep nothing", "", "", 1),
        (
            "getprop | grep -e model -e serialno | grep -v serial",
            "[ro.product.model]: [Pixel 7]\n",
            "",
            0,
        ),
        ("getprop ro.build.version.sdk", "34\n", "", 0),
        ("getprop ro.build.version.release", "14\n", "", 0),
        (
            "getprop persist.sys.locale; getprop ro.product.locale",
            "en-US\nen-US\n",
            "",
            0,
        ),
        ("getprop ro.product.model", "Pixel 7\n", "", 0),
        ("getprop sys.boot_completed", "1\n", "", 0),
        ("getprop no.such", "\n", "", 0),
        ("wm size", "Physical size: 1080x2400\n", "", 0),
        ("wm density", "Physical density: 420\n", "", 0),
        ("settings get system font_scale", "1.0\n", "", 0),
        ("settings get secure default_input_method", "null\n", "", 0),
        ("pidof com.ex", "", "", 1),
        ("pidof com.android.launcher3", "4001\n", "", 0),
        (
            "dumpsys input_method",
            "  mInputShown=false\n  mIsInputViewShown=false\n",
            "",
            0,
        ),
        ("dumpsys nothing", "", "Can't find service: nothing\n", 20),
        (
            "cmd package resolve-activity --brief com.ex | grep -v priority",
            "com.ex/.MainActivity\n",
            "",
            0,
        ),
        (
            "cmd package resolve-activity --brief com.no",
            "No activity found\n",
            "",
            0,
        ),
        (
            "dumpsys package com.ex | grep version",
            "    versionCode=30200 minSdk=24 targetSdk=34\n    versionName=3.2.0\n",
            "",
            0,
        ),
        (
            "dumpsys package com.no",
            "Unable to find package: com.no\n",
            "",
            0,
        ),
        (
            "monkey -p com.no 1",
            "** No activities found to run, monkey aborted.\n",
            "",
            252,
        ),
        (
            "am start -n com.ex/.Nope",
            "Starting: Intent { cmp=com.ex/.Nope }\n",
            "Error type 3\nError: Activity class {com.ex/com.ex.Nope} does not exist.\n",
            0,
        ),
        (
            "am start -p com.no",
            "Starting: Intent { pkg=com.no }\n",
            "Error: Activity not started, unable to resolve Intent { pkg=com.no }\n",
            0,
        ),
        ("am force-stop com.no", "", "", 0),
        (
            "input",
            "Usage: input [<source>] [-d DISPLAY_ID] <command> [<arg>...]\n",
            "",
            255,
        ),
        ("input wiggle", "Unknown command: wiggle\n", "", 255),
        (
            "input tap 1",
            "",
            "Error: Invalid arguments for command: tap\n",
            255,
        ),
        (
            "input keycombination 113",
            "",
            "Error: Invalid arguments for command: keycombination\n",
            255,
        ),
        (
            "uiautomator dump",
            "UI hierchary dumped to: /sdcard/window_dump.xml\n",
            "",
            0,
        ),
        (
            "uiautomator dump --compressed /sdcard/x.xml",
            "UI hierchary dumped to: /sdcard/x.xml\n",
            "",
            0,
        ),
        (
            "uiautomator dump /dev/tty",
            "UI hierchary dumped to: /dev/tty\n",
            "",
            0,
        ),
    ] {
        let got = sh(&d, line, false).await;
        assert_eq!(got, (out.to_owned(), err.to_owned(), code), "{line}");
    }
}

#[tokio::test]
async fn a_dump_to_the_terminal_has_the_success_line_glued_behind() {
    let d = device(34);
    let (out, err, code) = sh(&d, "uiautomator dump /dev/tty", true).await;
    assert!(out.starts_with(
        "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\"><node index=\"0\""
    ));
    assert!(
        out.ends_with("</hierarchy>UI hierchary dumped to: /dev/tty\n"),
        "{out}"
    );
    assert!(out.contains("package=\"com.android.launcher3\""), "{out}");
    assert_eq!((err.as_str(), code, out.lines().count()), ("", 0, 1));
    // The terminal is no pipe.
    let (out, _, _) = sh(&d, "uiautomator dump /dev/tty | grep -v UI", true).await;
    assert!(out.ends_with("</hierarchy>"), "{out}");
}

#[tokio::test]
async fn apps_start_and_stop() {
    let d = device(34);
    let start = "am start-activity -W -a android.intent.action.MAIN -c android.intent.category.LAUNCHER -f 0x10200000 -n com.ex/.MainActivity";
    let (out, err, code) = sh(&d, start, false).await;
    assert_eq!(
        out,
        "Starting: Intent { act=android.intent.action.MAIN cat=[android.intent.category.LAUNCHER] flg=0x10200000 cmp=com.ex/.MainActivity }\n\
         Status: ok\nLaunchState: COLD\nActivity: com.ex/.MainActivity\nTotalTime: 0\nWaitTime: 0\nComplete\n"
    );
    assert_eq!((err.as_str(), code), ("", 0));
    let screen = || d.look(|p| p.screen().name.clone());
    assert_eq!(screen(), "home");
    assert!(sh(&d, start, false).await.0.contains("LaunchState: WARM"));
    assert!(
        sh(&d, "am start -W -S -p com.ex", false)
            .await
            .0
            .contains("LaunchState: COLD")
    );
    assert_eq!(sh(&d, "pidof com.ex", false).await.2, 0);
    assert_eq!(
        sh(&d, "am force-stop com.ex", false).await,
        (String::new(), String::new(), 0)
    );
    assert_eq!(
        (screen().as_str(), sh(&d, "pidof com.ex", false).await.2),
        ("launcher", 1)
    );
    assert_eq!(
        sh(&d, "am start -W -S -n com.ex/com.ex.ListActivity", false)
            .await
            .2,
        0
    );
    assert_eq!(screen(), "list");
    sh(&d, "am start --user 0 --es key -n -p com.ex", false).await;
    assert_eq!(screen(), "home");
    sh(
        &d,
        "am force-stop com.ex; monkey -p com.ex -c android.intent.category.LAUNCHER 1",
        false,
    )
    .await;
    assert_eq!(screen(), "home");
}

#[tokio::test]
async fn the_focus_is_told_by_several_dumps() {
    let d = device(34);
    let focus = async |what: &str| sh(&d, what, false).await.0;
    sh(&d, "am start -n com.ex/.MainActivity", false).await;
    let window = focus("dumpsys window displays").await;
    let lines: Vec<&str> = window.lines().collect();
    assert!(
        lines[0].starts_with("  mCurrentFocus=Window{")
            && lines[0].ends_with(" u0 com.ex/com.ex.MainActivity}"),
        "{window}"
    );
    assert!(
        lines[1].starts_with("  mFocusedApp=ActivityRecord{")
            && lines[1].contains(" u0 com.ex/.MainActivity t"),
        "{window}"
    );
    assert!(!focus("dumpsys window windows").await.contains("mCurrentFocus"));
    let activities = focus("dumpsys activity activities").await;
    assert!(
        activities.contains("    topResumedActivity=ActivityRecord{"),
        "{activities}"
    );
    let top = focus("dumpsys activity top").await;
    assert!(
        top.starts_with("  ACTIVITY com.ex/.MainActivity ") && top.contains(" pid=4018"),
        "{top}"
    );

    sh(&d, "input tap 50 150", false).await;
    assert!(
        focus("dumpsys window")
            .await
            .contains("u0 com.ex/com.ex.ListActivity}")
    );
    for (screen, title) in [("confirm", "u0 Delete?}"), ("anr", "u0 anr}")] {
        let id = d.spec.find_screen(screen).unwrap();
        d.change(|p| p.goto(id));
        let window = focus("dumpsys window").await;
        assert!(
            window.contains(title) && window.contains("u0 com.ex/.MainActivity t"),
            "{window}"
        );
    }
    let old = device(28);
    assert!(
        sh(&old, "dumpsys window windows", false)
            .await
            .0
            .contains("mCurrentFocus")
    );
    assert!(
        sh(&old, "dumpsys activity activities", false)
            .await
            .0
            .contains("    mResumedActivity=")
    );
}

#[tokio::test]
async fn text_and_keys_reach_the_field() {
    let d = device(34);
    let name = || d.look(|p| p.vars()["name"].clone());
    sh(&d, "am start -n com.ex/.MainActivity; input tap 50.0 50.9", false).await;
    assert_eq!(
        sh(&d, "dumpsys input_method | grep mInputShown", false).await.0,
        "  mInputShown=true\n"
    );
    sh(&d, r"input text 'a%sb'\''c $d'", false).await;
    assert_eq!(name(), "a b'c $d");
    sh(
        &d,
        "input keyevent KEYCODE_DEL 67 --longpress DEL NO_SUCH_KEY 9999",
        false,
    )
    .await;
    assert_eq!(name(), "a b'c");
    sh(&d, "input keycombination 113 29; input text x", false).await;
    assert_eq!(name(), "x");
    sh(&d, "input keyboard -d 0 text y", false).await;
    assert_eq!(name(), "xy");

    let (out, err, code) = sh(&d, "input text 'naïve'", false).await;
    assert!(err.contains("Exception occurred while executing 'text':\njava.lang.NullPointerException: Attempt to get length of null array"), "{err}");
    assert_eq!((out.as_str(), code, name().as_str()), ("", 255, "xy"));
    assert_eq!(
        sh(&device(30), "input text 'naïve'", false).await,
        ("Killed \n".to_owned(), String::new(), 137)
    );
    let old = sh(&device(30), "input keycombination 113 29", false).await;
    assert_eq!(
        old,
        ("Unknown command: keycombination\n".to_owned(), String::new(), 255)
    );
}

#[tokio::test]
async fn a_swipe_on_one_point_is_a_tap() {
    for (line, screen) in [
        ("input swipe 50 150 50 150 10", "list"),
        ("input swipe 50 150 52 152 10", "list"),
        ("input swipe 50 150 50 180 10", "home"),
        ("input swipe 50 250 50 250 499", "list"),
        ("input swipe 50 250 50 250 500", "home"),
    ] {
        let d = device(34);
        sh(&d, "am start -n com.ex/.MainActivity", false).await;
        sh(&d, line, false).await;
        assert_eq!(d.look(|p| p.screen().name.clone()), screen, "{line}");
    }
}

#[tokio::test]
async fn a_swipe_sets_off_the_rule_of_what_scrolls_under_it() {
    const LISTS: &str = r##"
apps: { com.ex: { start: home } }
state: { inner: 0, outer: 0, back: 0 }
screens:
  home:
    tree: |
      FrameLayout
        ScrollView #outer scrollable [0,100][1000,2000]
          RecyclerView #inner scrollable [0,500][1000,1000]
            TextView "{inner} {outer} {back}" #said [0,500][1000,1000]
    on:
      - { swipe: "#inner", when: { inner: 0 }, add: { inner: 1 } }
      - { swipe: "#outer", add: { outer: 1 } }
      - { swipe: "#outer", way: down, add: { back: 1 } }
"##;
    let d = Device::new(PhoneFile::parse("p.yaml", LISTS).unwrap().spec);
    sh(&d, "am start -n com.ex/.MainActivity", false).await;
    for (line, said) in [
        ("input swipe 500 900 500 600 1", "1 0 0"),
        // The inner list is at its end: the outer one takes over.
        ("input swipe 500 900 500 600 1", "1 1 0"),
        ("input swipe 500 1900 500 1500 1", "1 2 0"),
        ("input swipe 500 600 500 900 1", "1 2 1"),
        ("input swipe 500 900 100 850 1", "1 2 1"),
        ("input swipe 500 50 500 10 1", "1 2 1"),
    ] {
        sh(&d, line, false).await;
        let shown = d.look(|p| p.view().nodes.last().map(|n| n.text.clone()));
        assert_eq!(shown.as_deref(), Some(said), "{line}");
    }
}

#[tokio::test]
async fn files_are_written_listed_and_removed() {
    let d = device(34);
    for (line, out, err, code) in [
        (
            "echo a > /sdcard/f; echo b >> /sdcard/f; cat /sdcard/f",
            "a\nb\n",
            "",
            0,
        ),
        ("cat < /sdcard/f | grep b", "b\n", "", 0),
        ("echo c > /sdcard/f; cat /sdcard/f", "c\n", "", 0),
        (
            "nope 2> /sdcard/e; cat /sdcard/e",
            "/system/bin/sh: nope: inaccessible or not found\n",
            "",
            0,
        ),
        (
            "cat /sdcard/no",
            "",
            "cat: /sdcard/no: No such file or directory\n",
            1,
        ),
        ("cat /sdcard", "", "cat: /sdcard: Is a directory\n", 1),
        (
            "cat /sdcard/no < /dev/null /sdcard/f",
            "c\n",
            "cat: /sdcard/no: No such file or directory\n",
            1,
        ),
        (
            "cat < /sdcard/no",
            "",
            "/system/bin/sh: can't open /sdcard/no: No such file or directory\n",
            1,
        ),
        (
            "echo a > /sdcard/no/f",
            "",
            "/system/bin/sh: can't create /sdcard/no/f: No such file or directory\n",
            1,
        ),
        (
            "echo a >> /sdcard",
            "",
            "/system/bin/sh: can't create /sdcard: Is a directory\n",
            1,
        ),
        ("mkdir -p /sdcard/x/y && ls /sdcard/x", "y\n", "", 0),
        ("mkdir /sdcard/x", "", "mkdir: '/sdcard/x': File exists\n", 1),
        (
            "ls /sdcard/f /sdcard/no",
            "/sdcard/f\n",
            "ls: /sdcard/no: No such file or directory\n",
            1,
        ),
        ("ls -d /sdcard", "/sdcard\n", "", 0),
        (
            "ls -l /sdcard/f",
            "-rw-rw---- 1 shell shell        2 2023-11-14 22:13 /sdcard/f\n",
            "",
            0,
        ),
        (
            "stat -c '%n %s %F' /sdcard/f /sdcard",
            "/sdcard/f 2 regular file\n/sdcard 4096 directory\n",
            "",
            0,
        ),
        ("stat /nope", "", "stat: 'nope': No such file or directory\n", 1),
        ("rm /sdcard/x", "", "rm: /sdcard/x: Is a directory\n", 1),
        ("rm -rf /sdcard/x /sdcard/no /sdcard/e", "", "", 0),
        (
            "rm /sdcard/f; rm /sdcard/f",
            "",
            "rm: /sdcard/f: No such file or directory\n",
            1,
        ),
        ("ls /sdcard", "DCIM\nDownload\nPictures\n", "", 0),
        ("ls", "data\nmnt\nsdcard\nstorage\nsystem\n", "", 0),
    ] {
        let got = sh(&d, line, false).await;
        assert_eq!(got, (out.to_owned(), err.to_owned(), code), "{line}");
    }
}

#[tokio::test]
async fn processes_are_listed() {
    let d = device(34);
    sh(&d, "am start -n com.ex/.MainActivity", false).await;
    let (out, _, _) = sh(&d, "ps -A -o PID,ARGS", false).await;
    let want = "  PID ARGS\n    1 init\n  350 zygote64\n  600 system_server\n 4018 com.ex\n 4001 com.android.launcher3\n";
    assert_eq!(out, want);
    let (out, _, _) = sh(&d, "ps -o USER,PID,PPID,NAME -A | grep com.ex", false).await;
    assert_eq!(out, "u0_a100       4018   350 com.ex\n");
    let (out, _, _) = sh(&d, "ps -A | grep com.ex", false).await;
    assert!(
        out.starts_with("u0_a100       4018   350 ") && out.ends_with(" S com.ex\n"),
        "{out}"
    );
}
