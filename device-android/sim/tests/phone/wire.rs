//! The adb server protocol, byte by byte.

use crate::support::{Client, Shell, dump, exec, host, ok, phone, shell, tap, v2};
use retap_sim::{CommandEnd, DumpFault, FaultKind};
use std::time::Duration;

const FEATURES: &str = "shell_v2,cmd,stat_v2,ls_v2,fixed_push_mkdir,abb,abb_exec,sendrecv_v2";

const FILE: &str = r##"
phone: { model: Pixel 7, keyboard: true }
apps:
  com.ex: { start: home }
state: { name: "", ticks: 0 }
screens:
  home:
    tree: |
      FrameLayout
        TextView "Hello" #title
        EditText hint="Name" bind=name #name
        Button "Next" #next
        Button "Later" #later
    on:
      - { tap: "#next", goto: next }
      - { tap: "#later", goto: next, after: 50ms }
  next:
    tree: |
      FrameLayout
        TextView "Next page {ticks}" #title
    on:
      - { every: 20ms, add: { ticks: 1 } }
  dialog:
    dialog: true
    tree: |
      FrameLayout
        TextView "Sure?"
"##;

#[tokio::test]
async fn host_services_answer_as_the_adb_server_does() {
    let p = phone(FILE).await;
    assert_eq!(p.serial(), "sim-demo");
    assert!(p.server().ip().is_loopback());
    let line = format!(
        "{:<22} device product:sim model:Pixel_7 device:sim transport_id:1\n",
        "sim-demo"
    );
    for (service, want) in [
        ("host:version", Ok("0029")),
        ("host:devices", Ok("sim-demo\tdevice\n")),
        ("host:devices-l", Ok(line.as_str())),
        ("host:features", Ok(FEATURES)),
        ("host-serial:sim-demo:features", Ok(FEATURES)),
        ("host-serial:nope:features", Err("device 'nope' not found")),
        ("host-serial:sim-demo:get-state", Ok("device")),
        ("host:transport:nope", Err("device 'nope' not found")),
        ("host:tport:serial:nope", Err("device 'nope' not found")),
        ("host:nonsense", Err("unknown host service")),
        ("exec:true", Err("no device selected")),
    ] {
        let got = host(&p, service).await;
        assert_eq!(got.as_deref().map_err(String::as_str), want, "{service}");
    }
    let mut client = Client::connect(&p).await;
    client.ask("host:version").await.unwrap();
    assert_eq!(
        client.rest().await,
        b"00040029",
        "the server closes after its answer"
    );
}

#[tokio::test]
async fn a_transport_carries_one_device_service() {
    let p = phone(FILE).await;
    for (transport, id) in [
        ("host:transport:sim-demo", false),
        ("host:transport-any", false),
        ("host:tport:serial:sim-demo", true),
        ("host:tport:any", true),
    ] {
        let mut client = Client::connect(&p).await;
        client.ask(transport).await.unwrap();
        if id {
            assert_eq!(u64::from_le_bytes(client.bytes().await), 1);
        }
        client.ask("exec:echo hi").await.unwrap();
        assert_eq!(client.rest().await, b"hi\n", "{transport}");
    }
    for refused in ["tcp:9008", "shell:", "what"] {
        let mut client = Client::connect(&p).await;
        client.ask("host:transport-any").await.unwrap();
        assert_eq!(client.ask(refused).await, Err("closed".to_owned()), "{refused}");
    }
}

#[tokio::test]
async fn bad_frames_end_their_own_connection_only() {
    let p = phone(FILE).await;
    for bytes in [&b"zzzz"[..], b"0004\xff\xfe\xfd\xfc", b"00"] {
        let mut client = Client::connect(&p).await;
        client.send(bytes).await.unwrap();
        drop(client);
    }
    let mut client = Client::connect(&p).await;
    client.send(b"zzzz").await.unwrap();
    assert!(client.rest().await.starts_with(b"FAIL"));
    assert_eq!(exec(&p, "echo still here").await, "still here\n");
}

#[tokio::test]
async fn only_services_with_a_terminal_give_the_tree() {
    let p = phone(FILE).await;
    p.show("home").unwrap();
    let command = "uiautomator dump /dev/tty";
    let whole = exec(&p, command).await;
    assert!(
        whole.starts_with("<?xml version='1.0'")
            && whole.ends_with("</hierarchy>UI hierchary dumped to: /dev/tty\n")
    );
    let line = "UI hierchary dumped to: /dev/tty\n";
    assert_eq!(shell(&p, command).await, ok(line));
    assert_eq!(
        v2(&p, &format!("shell,v2,TERM=xterm,raw:{command}")).await,
        ok(line)
    );
    assert_eq!(
        v2(&p, &format!("shell,v2,TERM=xterm,pty:{command}")).await,
        ok(&whole)
    );
    let mut v1 = Client::service(&p, &format!("shell:{command}")).await;
    assert_eq!(v1.rest().await, whole.as_bytes());
}

#[tokio::test]
async fn streams_are_apart_in_packets_and_merged_without() {
    let p = phone(FILE).await;
    let missing = "/system/bin/sh: nope: inaccessible or not found\n";
    let apart = Shell {
        out: "a\n".to_owned(),
        err: missing.to_owned(),
        code: 127,
    };
    assert_eq!(shell(&p, "echo a; nope").await, apart);
    assert_eq!(exec(&p, "echo a; nope").await, format!("a\n{missing}"));
    let merged = Shell {
        out: format!("a\n{missing}"),
        err: String::new(),
        code: 127,
    };
    assert_eq!(v2(&p, "shell,v2,pty:echo a; nope").await, merged);
}

#[tokio::test]
async fn output_comes_while_the_line_still_runs() {
    let p = phone(FILE).await;
    p.set_fault(Some(DumpFault::hang()));
    let mut client = Client::service(
        &p,
        "exec:dumpsys window | grep mCurrentFocus; uiautomator dump /dev/tty",
    )
    .await;
    assert_eq!(&client.bytes::<16>().await, b"  mCurrentFocus=");
    assert_eq!(p.running(), 1);
}

#[tokio::test]
async fn a_tap_leads_on_and_back_leads_back() {
    let p = phone(FILE).await;
    assert_eq!(p.screen(), "launcher");
    shell(&p, "am start-activity -W -n com.ex/.MainActivity").await;
    assert_eq!(p.screen(), "home");
    tap(&p, "Next").await;
    assert_eq!(p.screen(), "next");
    assert!(dump(&p).await.contains("Next page"));
    shell(&p, "input keyevent 4").await;
    assert_eq!(p.screen(), "home");
    shell(&p, "am force-stop com.ex").await;
    assert_eq!(p.screen(), "launcher");
    assert!(dump(&p).await.contains("package=\"com.android.launcher3\""));
    assert_eq!(shell(&p, "pidof com.ex").await.code, 1);
}

#[tokio::test]
async fn typing_shows_in_the_dump_and_in_the_state() {
    let p = phone(FILE).await;
    p.show("home").unwrap();
    assert!(dump(&p).await.contains("text=\"Name\""));
    tap(&p, "name").await;
    assert_eq!(shell(&p, "input text 'Ada%sL'").await, ok(""));
    assert_eq!(p.state("name").as_deref(), Some("Ada L"));
    let xml = dump(&p).await;
    assert!(
        xml.contains("text=\"Ada L\"") && xml.contains("focused=\"true\""),
        "{xml}"
    );
    assert_eq!(shell(&p, "dumpsys input_method | grep -c true").await, ok("2\n"));
    assert_eq!(shell(&p, "input text 'Zoë'").await.code, 255);
    p.set_state("name", "set");
    assert!(dump(&p).await.contains("text=\"set\""));
    assert_eq!(p.state("nothing"), None);
}

#[tokio::test]
async fn a_delayed_effect_comes_after_the_tap_has_returned() {
    let p = phone(&FILE.replace("50ms", "1m")).await;
    p.show("home").unwrap();
    tap(&p, "Later").await;
    assert_eq!((p.screen().as_str(), p.running()), ("home", 0));

    let p = phone(FILE).await;
    p.show("home").unwrap();
    tap(&p, "Later").await;
    p.shown("next").await;
}

#[tokio::test]
async fn values_change_by_themselves_while_their_screen_shows() {
    let p = phone(FILE).await;
    p.show("next").unwrap();
    p.state_is("ticks", "3").await;
    p.show("home").unwrap();
    let stopped = p.state("ticks");
    p.show("dialog").unwrap();
    assert_eq!(p.state("ticks"), stopped);
}

#[tokio::test]
async fn a_dialog_hides_what_lies_behind() {
    let p = phone(FILE).await;
    p.show("home").unwrap();
    p.show("dialog").unwrap();
    let xml = dump(&p).await;
    assert!(
        xml.contains("Sure?") && !xml.contains("Hello") && !xml.contains("[0,0][1080,2400]"),
        "{xml}"
    );
    let unknown = p.show("dialogue").unwrap_err();
    assert_eq!(
        unknown.to_string(),
        "the phone has no screen `dialogue`; it has home, next, dialog, launcher"
    );
}

#[tokio::test]
async fn closing_the_socket_ends_a_hanging_dump() {
    let p = phone(FILE).await;
    p.set_fault(Some(DumpFault::hang().times(1)));
    let client = Client::service(&p, "exec:uiautomator dump /dev/tty").await;
    assert_eq!((p.running(), p.log()[0].end), (1, CommandEnd::Running));
    drop(client);
    p.idle().await;
    assert_eq!((p.running(), p.log()[0].end), (0, CommandEnd::Cancelled));
    assert!(
        dump(&p).await.ends_with("</hierarchy>"),
        "the fault was for one dump"
    );
}

#[tokio::test]
async fn a_screen_that_never_goes_idle_says_so_and_gives_no_tree() {
    let p = phone(&format!(
        "faults: {{ dump: {{ kind: never-idle, for: 10ms, times: 2 }} }}\n{FILE}"
    ))
    .await;
    let want = Shell {
        out: String::new(),
        err: "ERROR: could not get idle state.\n".to_owned(),
        code: 0,
    };
    assert_eq!(shell(&p, "uiautomator dump /dev/tty").await, want);
    assert_eq!(exec(&p, "uiautomator dump /dev/tty").await, want.err);
    dump(&p).await;

    let forever = FaultKind::NeverIdle {
        wait: Duration::from_secs(3600),
    };
    p.set_fault(Some(DumpFault::new(forever).plain_only()));
    let compressed = exec(&p, "uiautomator dump --compressed /dev/tty").await;
    assert!(compressed.contains("</hierarchy>"));
    let client = Client::service(&p, "exec:uiautomator dump /dev/tty").await;
    drop(client);
    p.idle().await;
    p.set_fault(None);
    dump(&p).await;
}

#[tokio::test]
async fn an_unplugged_device_is_gone_until_it_is_plugged_in_again() {
    let p = phone(FILE).await;
    p.show("home").unwrap();
    p.set_fault(Some(DumpFault::hang().times(1)));
    let mut hanging = Client::service(&p, "exec:uiautomator dump /dev/tty").await;
    let mut waiting = Client::connect(&p).await;
    waiting.ask("host:transport:sim-demo").await.unwrap();
    p.unplug();
    assert_eq!(hanging.rest().await, b"");
    assert_eq!(waiting.rest().await, b"");
    p.idle().await;
    assert_eq!(p.log()[0].end, CommandEnd::Cancelled);
    for (service, want) in [
        ("host:transport:sim-demo", Err("device 'sim-demo' not found")),
        (
            "host-serial:sim-demo:features",
            Err("device 'sim-demo' not found"),
        ),
        ("host:transport-any", Err("no devices/emulators found")),
        ("host:devices", Ok("")),
        ("host:version", Ok("0029")),
    ] {
        assert_eq!(
            host(&p, service).await.as_deref().map_err(String::as_str),
            want,
            "{service}"
        );
    }
    p.plug();
    assert_eq!(
        (p.screen().as_str(), dump(&p).await.contains("Hello")),
        ("home", true)
    );
}

#[tokio::test]
async fn a_device_can_be_missing_from_the_start() {
    let p = phone(&format!("faults: {{ device: missing }}\n{FILE}")).await;
    assert_eq!(host(&p, "host:devices").await.as_deref(), Ok(""));
    p.plug();
    assert_eq!(exec(&p, "echo a").await, "a\n");
}

#[tokio::test]
async fn every_command_is_logged_with_its_service_and_its_end() {
    let p = phone(FILE).await;
    exec(&p, "echo a").await;
    shell(&p, "exit 7").await;
    drop(Client::service(&p, "shell:sleep 3600").await);
    p.idle().await;
    let log = p.log();
    let lines: Vec<_> = log
        .iter()
        .map(|e| (e.service.as_str(), e.command.as_str(), e.end))
        .collect();
    assert_eq!(
        lines,
        [
            ("exec", "echo a", CommandEnd::Done(0)),
            ("shell,v2,raw", "exit 7", CommandEnd::Done(7)),
            ("shell", "sleep 3600", CommandEnd::Cancelled),
        ]
    );
    assert!(log.is_sorted_by_key(|e| e.at));
}

#[tokio::test]
async fn commands_take_the_time_that_the_file_says() {
    // These still run when a command without a time of its own has come and gone.
    let p = phone(&format!("timing: {{ dump: 1m, input: 1m, launch: 1m }}\n{FILE}")).await;
    let mut clients = Vec::new();
    for command in [
        "uiautomator dump /dev/tty",
        "input tap 5 5",
        "am start -n com.ex/.MainActivity",
        "monkey -p com.ex 1",
    ] {
        clients.push(Client::service(&p, &format!("exec:{command}")).await);
    }
    exec(&p, "true").await;
    assert_eq!((p.running(), p.screen().as_str()), (4, "launcher"));
    drop(clients);
    p.idle().await;
    assert_eq!(p.screen(), "launcher", "a cancelled command has no effect");
}

#[tokio::test]
async fn a_dropped_phone_leaves_its_clients() {
    let p = phone(FILE).await;
    let mut client = Client::service(&p, "exec:sleep 3600").await;
    drop(p);
    assert_eq!(client.rest().await, b"");
}

#[test]
fn a_phone_can_be_shared_between_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<retap_sim::SimPhone>();
    shared::<retap_sim::PhoneFile>();
}
