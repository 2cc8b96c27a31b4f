//! The endpoint breaks: services without an answer, a server that is gone, a device that restarts.

use std::time::Duration;

use retap_sim::CommandEnd;

use crate::support::{Client, dump, exec, host, phone, shell};

const FILE: &str = r##"
phone: { boot: BOOT }
apps: { com.ex: { start: home } }
state: { name: "" }
screens:
  home:
    tree: |
      FrameLayout
        EditText bind=name #name
"##;

fn file(boot: &str) -> String {
    FILE.replace("BOOT", boot)
}

const HOUR: Duration = Duration::from_secs(3600);

#[tokio::test]
async fn a_service_can_stay_unanswered_until_its_client_gives_up() {
    let p = phone(&format!(
        "faults: {{ open-unanswered: uiautomator }}\n{}",
        file("0")
    ))
    .await;
    let mut client = Client::connect(&p).await;
    client.ask("host:transport-any").await.unwrap();
    let mut unanswered = Box::pin(client.ask("exec:uiautomator dump /dev/tty"));
    tokio::select! {
        biased;
        answer = &mut unanswered => panic!("{answer:?}"),
        // Other services answer meanwhile.
        on = exec(&p, "echo on") => assert_eq!(on, "on\n"),
    }
    assert_eq!((p.running(), p.log().len()), (0, 1), "it never became a command");
    drop(unanswered);
    p.leave_unanswered(None);
    dump(&p).await;
    p.leave_unanswered(Some("dump"));
    p.restart(Duration::ZERO);
    p.leave_unanswered(Some("nothing of this"));
    dump(&p).await;
}

#[tokio::test]
async fn a_stopped_server_closes_everything_and_can_come_back() {
    let p = phone(&file("0")).await;
    let mut running = Client::service(&p, "exec:sleep 3600").await;
    let mut waiting = Client::connect(&p).await;
    waiting.ask("host:transport-any").await.unwrap();
    p.stop_server().await;
    assert_eq!((running.rest().await, waiting.rest().await), (vec![], vec![]));
    assert_eq!((p.running(), p.log()[0].end), (0, CommandEnd::Cancelled));
    assert!(tokio::net::TcpStream::connect(p.server()).await.is_err());
    p.stop_server().await;
    p.start_server().await.unwrap();
    p.start_server().await.unwrap();
    assert_eq!(exec(&p, "echo back").await, "back\n");
}

#[tokio::test]
async fn a_restarting_device_is_offline_and_then_at_home() {
    let p = phone(&file("0")).await;
    p.show("home").unwrap();
    p.set_state("name", "kept");
    p.set_holder(Some("com.wetest.uia2.Main"));
    shell(&p, "echo kept > /sdcard/note").await;
    let mut running = Client::service(&p, "exec:sleep 3600").await;
    let mut waiting = Client::connect(&p).await;
    waiting.ask("host:transport-any").await.unwrap();
    p.restart(HOUR);
    assert_eq!((running.rest().await, waiting.rest().await), (vec![], vec![]));
    p.idle().await;
    let offline = Err("device offline".to_owned());
    for (service, want) in [
        ("host:transport:sim-demo", offline.clone()),
        ("host:tport:serial:sim-demo", offline.clone()),
        ("host:transport-any", offline.clone()),
        ("host:features", offline.clone()),
        ("host-serial:sim-demo:features", offline),
        ("host-serial:sim-demo:get-state", Ok("offline".to_owned())),
        ("host:devices", Ok("sim-demo\toffline\n".to_owned())),
        ("host:transport:nope", Err("device 'nope' not found".to_owned())),
    ] {
        assert_eq!(host(&p, service).await, want, "{service}");
    }
    let long = host(&p, "host:devices-l").await.unwrap();
    assert!(long.contains(" offline product:sim model:Pixel_7 "), "{long}");

    p.restart(Duration::ZERO);
    assert_eq!(p.screen(), "launcher");
    assert_eq!(shell(&p, "pidof com.ex").await.code, 1);
    assert_eq!(p.state("name").as_deref(), Some("kept"));
    assert_eq!(exec(&p, "cat /sdcard/note").await, "kept\n");
    // The program that held UiAutomation died with the device.
    dump(&p).await;
}

#[tokio::test]
async fn a_device_comes_back_by_itself() {
    let p = phone(&file("0")).await;
    p.restart(Duration::from_millis(30));
    while host(&p, "host:features").await.is_err() {}
    dump(&p).await;
}

#[tokio::test]
async fn nothing_can_be_read_before_the_boot_is_complete() {
    let p = phone(&file("1m")).await;
    assert_eq!(exec(&p, "getprop sys.boot_completed").await, "\n");
    assert!(!exec(&p, "getprop").await.contains("boot_completed"));
    let no_root = "ERROR: null root node returned by UiTestAutomationBridge.\n";
    let early = shell(&p, "uiautomator dump /dev/tty").await;
    assert_eq!(
        (early.out.as_str(), early.err.as_str(), early.code),
        ("", no_root, 0)
    );

    let p = phone(&file("30ms")).await;
    while exec(&p, "getprop sys.boot_completed").await != "1\n" {}
    dump(&p).await;
}
