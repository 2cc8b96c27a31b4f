//! Every way in which a dump goes wrong, as it looks on the wire.

use std::time::Duration;

use retap_sim::{CommandEnd, DumpFault, FaultKind, SimPhone};

use crate::support::{Client, Shell, attribute, dump, exec, ok, phone, shell};

const FILE: &str = r##"
apps: { com.ex: { start: home } }
screens:
  home:
    tree: |
      FrameLayout
        TextView "Hello" #title
        Button "Next" #next
"##;

const DUMP: &str = "uiautomator dump /dev/tty";
const LINE: &str = "UI hierchary dumped to: /dev/tty\n";

async fn rig() -> SimPhone {
    let p = phone(FILE).await;
    p.show("home").unwrap();
    p
}

fn spoil(p: &SimPhone, kind: FaultKind) {
    p.set_fault(Some(DumpFault::new(kind)));
}

#[tokio::test]
async fn failures_have_their_words_and_codes() {
    let p = rig().await;
    let no_root = "ERROR: null root node returned by UiTestAutomationBridge.\n";
    let idle = "ERROR: could not get idle state.\n";
    let at_once = FaultKind::NeverIdle { wait: Duration::ZERO };
    for (kind, out, err, code) in [
        (at_once, "", idle, 0),
        (FaultKind::NullRoot, "", no_root, 0),
        (FaultKind::Killed, "Killed \n", "", 137),
        (FaultKind::Silent, "", "", 0),
        (FaultKind::NoTty, LINE, "", 0),
    ] {
        spoil(&p, kind.clone());
        let want = Shell {
            out: out.to_owned(),
            err: err.to_owned(),
            code,
        };
        assert_eq!(shell(&p, DUMP).await, want, "{kind:?}");
        assert_eq!(exec(&p, DUMP).await, format!("{out}{err}"), "{kind:?}");
    }
    p.set_fault(None);
    dump(&p).await;
}

#[tokio::test]
async fn an_exception_with_its_text_names_the_reason() {
    let p = rig().await;
    spoil(&p, FaultKind::AlreadyRegistered);
    let got = shell(&p, DUMP).await;
    assert!(
        got.err
            .starts_with("java.lang.IllegalStateException: UiAutomationService android.")
            && got.err.contains("@5deffd5already registered!\n\tat "),
        "{got:?}"
    );
    assert_eq!((got.out.as_str(), got.code), ("Killed \n", 137));
}

#[tokio::test]
async fn half_a_tree_leaves_the_stream_open_or_ends_it() {
    let p = rig().await;
    let whole = dump(&p).await;
    let half = &whole[..whole.len() / 2];
    spoil(&p, FaultKind::Half);
    let mut client = Client::service(&p, &format!("exec:{DUMP}; echo more")).await;
    let mut got = vec![0; half.len()];
    client.fill(&mut got).await;
    assert_eq!((got, p.running()), (half.as_bytes().to_vec(), 1));
    drop(client);
    p.idle().await;
    assert_eq!(p.log().last().unwrap().end, CommandEnd::Cancelled);

    spoil(&p, FaultKind::Cut);
    assert_eq!(exec(&p, &format!("{DUMP}; echo more")).await, half);
    // To a file, the shell goes on.
    let to_file = exec(&p, "uiautomator dump /sdcard/x.xml; echo $?; cat /sdcard/x.xml").await;
    assert_eq!(to_file, format!("137\n{half}"));
}

#[tokio::test]
async fn a_trickle_is_the_whole_tree_in_single_bytes() {
    let p = rig().await;
    let whole = dump(&p).await;
    let pause = Duration::from_secs(3600);
    spoil(&p, FaultKind::Trickle { pause });
    let slow = Client::service(&p, &format!("exec:{DUMP}")).await;
    exec(&p, "echo on").await;
    assert_eq!(p.running(), 1);
    drop(slow);
    p.idle().await;
    let pause = Duration::ZERO;
    spoil(&p, FaultKind::Trickle { pause });
    let mut client = Client::service(&p, &format!("shell,v2,pty:{DUMP}")).await;
    for byte in whole.as_bytes().iter().take(20) {
        let [id, length @ .., got] = client.bytes::<6>().await;
        assert_eq!((id, u32::from_le_bytes(length), got), (1, 1, *byte));
    }
    drop(client);
    p.idle().await;
    assert_eq!(exec(&p, DUMP).await, format!("{whole}{LINE}"));
    shell(&p, "uiautomator dump /sdcard/x.xml").await;
    assert_eq!(exec(&p, "cat /sdcard/x.xml").await, whole);
}

#[tokio::test]
async fn noise_stands_around_a_good_tree() {
    let p = rig().await;
    let whole = dump(&p).await;
    spoil(&p, FaultKind::Noise);
    let got = exec(&p, DUMP).await;
    let (before, rest) = got.split_once("<?xml").unwrap();
    assert!(before.contains("java.io.FileNotFoundException: /sys/board_info") && before.contains("\n\tat "));
    assert!(before.contains('<'), "noise may have brackets");
    let behind = rest.split_once(LINE).unwrap();
    assert_eq!(format!("<?xml{}", behind.0), whole);
    assert!(behind.1.starts_with("WARNING: linker") && behind.1.contains('\0'));
    shell(&p, "uiautomator dump /sdcard/x.xml").await;
    assert_eq!(
        exec(&p, "cat /sdcard/x.xml").await,
        whole,
        "noise never gets into a file"
    );
}

#[tokio::test]
async fn the_wrong_window_is_read_while_the_focus_is_right() {
    let p = rig().await;
    p.set_fault(Some(DumpFault::new(FaultKind::WrongWindow).times(2)));
    for package in ["com.android.launcher3", "com.android.launcher3", "com.ex"] {
        assert_eq!(attribute(&dump(&p).await, "package"), package);
        let focus = exec(&p, "dumpsys window | grep mCurrentFocus").await;
        assert!(focus.contains(" com.ex/com.ex.MainActivity}"), "{focus}");
    }
}

#[tokio::test]
async fn a_big_dump_is_good_xml() {
    let p = rig().await;
    spoil(&p, FaultKind::Big { megabytes: 3 });
    let xml = dump(&p).await;
    assert!((3_000_000..3_001_000).contains(&xml.len()), "{}", xml.len());
    assert_eq!(xml.matches("<node ").count(), xml.matches(" />").count() + 1);
    assert!(xml.contains("\"Hello\"") && xml.ends_with(" /></node></hierarchy>"));
}

#[tokio::test]
async fn a_phone_without_a_terminal_still_writes_files() {
    let p = rig().await;
    let whole = dump(&p).await;
    p.set_fault(Some(DumpFault::new(FaultKind::NoTty).times(1)));
    let by_file =
        "uiautomator dump /data/local/tmp/a.xml >&2 && cat /data/local/tmp/a.xml && rm /data/local/tmp/a.xml";
    let got = shell(&p, by_file).await;
    assert_eq!(got.out, whole);
    assert_eq!(got.err, "UI hierchary dumped to: /data/local/tmp/a.xml\n");
    assert_eq!(exec(&p, DUMP).await, LINE, "the file did not use it up");
    dump(&p).await;
}

#[tokio::test]
async fn only_plain_dumps_are_spoiled_if_the_fault_says_so() {
    let p = rig().await;
    p.set_fault(Some(DumpFault::new(FaultKind::Killed).plain_only()));
    let compressed = exec(&p, "uiautomator dump --compressed /dev/tty").await;
    assert!(compressed.contains("</hierarchy>"));
    assert_eq!(exec(&p, DUMP).await, "Killed \n");
}

#[tokio::test]
async fn a_second_reader_is_refused_while_the_first_one_reads() {
    let p = rig().await;
    p.set_fault(Some(DumpFault::hang().times(1)));
    let first = Client::service(&p, &format!("exec:{DUMP}")).await;
    let listed = || async { exec(&p, "ps -A -o PID,ARGS | grep Launcher").await };
    while listed().await.is_empty() {}
    let line = listed().await;
    let args = "app_process /system/bin com.android.commands.uiautomator.Launcher dump /dev/tty\n";
    assert!(line.ends_with(args) && line.trim_start().starts_with(|c: char| c.is_ascii_digit()));
    let killed = Shell {
        out: "Killed \n".to_owned(),
        err: String::new(),
        code: 137,
    };
    assert_eq!(shell(&p, DUMP).await, killed);
    drop(first);
    p.idle().await;
    dump(&p).await;
    assert_eq!(listed().await, "");
}

#[tokio::test]
async fn a_foreign_holder_refuses_every_reader_and_is_listed() {
    let p = phone(&format!("phone: {{ holder: com.wetest.uia2.Main }}\n{FILE}")).await;
    assert_eq!(exec(&p, DUMP).await, "Killed \n");
    let ps = exec(&p, "ps -A").await;
    assert!(
        ps.starts_with("USER  ") && ps.contains(" app_process / com.wetest.uia2.Main\n"),
        "{ps}"
    );
    // A build that prints the exception.
    spoil(&p, FaultKind::AlreadyRegistered);
    assert!(exec(&p, DUMP).await.contains("already registered"));
    p.set_fault(None);
    p.set_holder(None);
    dump(&p).await;
    assert_eq!(shell(&p, "ps -A | grep -c uia2").await.out, "0\n");
}

#[tokio::test]
async fn faults_can_be_in_the_file_for_the_first_dumps() {
    let p = phone(&format!(
        "faults: {{ dump: {{ kind: killed, times: 1 }} }}\n{FILE}"
    ))
    .await;
    assert_eq!(shell(&p, DUMP).await.code, 137);
    assert_eq!(shell(&p, DUMP).await, ok(LINE));
}
