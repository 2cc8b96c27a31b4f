//! The server protocol: odd timing, odd answers, and what each of them is called.

use std::time::{Duration, Instant};

use retap_android::Error;
use retap_android::adb::{Adb, Patience, Server, ShellOutput};
use retap_cache::device::Deadline;

use crate::canned::{Canned, Do, fail, okay, packet, text};

fn soon() -> Deadline {
    Deadline::after(Duration::from_secs(10))
}

/// A device that answers every command with `answer`.
async fn device(answer: impl Fn() -> Vec<Do> + Send + Sync + 'static) -> (Canned, Adb) {
    let canned = Canned::start(move |request, _| match request {
        "host:transport:S1" => okay(),
        _ => answer(),
    })
    .await;
    let adb = canned.server().device("S1");
    (canned, adb)
}

async fn all(adb: &Adb, command: &str) -> Result<Vec<u8>, Error> {
    let mut stream = adb.exec(command, soon()).await?;
    let mut bytes = Vec::new();
    while let Some(more) = stream.next(soon()).await? {
        bytes.extend_from_slice(more);
    }
    Ok(bytes)
}

#[tokio::test]
async fn exec_gives_what_was_printed_whatever_the_pieces() {
    let (canned, adb) = device(|| vec![Do::Drip(b"OKAYfirst second".to_vec(), 1, Duration::ZERO)]).await;
    assert_eq!(all(&adb, "echo it").await.unwrap(), b"first second");
    assert_eq!(
        canned.requests("").as_slice(),
        ["host:transport:S1", "exec:echo it"]
    );
}

#[tokio::test]
async fn shell_keeps_streams_and_exit_code_apart() {
    let bytes = [
        b"OKAY".to_vec(),
        packet(1, b"out"),
        packet(2, b"err"),
        packet(1, b"put"),
        packet(3, &[7]),
    ]
    .concat();
    for size in 1..=bytes.len() {
        let bytes = bytes.clone();
        let (canned, adb) = device(move || vec![Do::Drip(bytes.clone(), size, Duration::ZERO)]).await;
        let want = ShellOutput {
            stdout: b"output".to_vec(),
            stderr: b"err".to_vec(),
            exit: Some(7),
        };
        assert_eq!(adb.shell("x", soon()).await.unwrap(), want, "pieces of {size}");
        assert_eq!(canned.requests("shell").as_slice(), ["shell,v2,raw:x"]);
    }
}

#[tokio::test]
async fn a_shell_that_breaks_off_has_no_exit_code() {
    let (_canned, adb) = device(|| vec![Do::Send([b"OKAY".to_vec(), packet(1, b"half")].concat())]).await;
    let output = adb.shell("x", soon()).await.unwrap();
    assert_eq!((output.text().as_str(), output.exit), ("half", None));
}

#[tokio::test]
async fn fail_texts_have_kinds_before_and_after_the_transport() {
    let table = [
        ("device 'S1' not found", "device-not-found"),
        ("device offline", "offline"),
        (
            "device unauthorized.\nThis adb server's $ADB_VENDOR_KEYS is not set",
            "unauthorized",
        ),
        ("no devices/emulators found", "no-devices"),
        ("more than one device/emulator", "more-than-one-device"),
        ("closed", "service-refused"),
        ("something new", "server-failed"),
    ];
    for (said, kind) in table {
        // `closed` is also said when the device is lost after it was asked.
        let sent = said == "closed";
        let early = Canned::start(move |_, _| fail(said)).await;
        let error = early.server().device("S1").shell("x", soon()).await.unwrap_err();
        assert_eq!((error.kind(), error.may_have_run()), (kind, sent), "{said}");
        let (_late, adb) = device(move || fail(said)).await;
        let error = adb.exec("x", soon()).await.err().unwrap();
        assert_eq!((error.kind(), error.may_have_run()), (kind, sent), "{said}");
    }
}

#[tokio::test]
async fn nobody_listens() {
    let free = tokio::net::TcpListener::bind("127.0.0.1:0")
        .await
        .unwrap()
        .local_addr()
        .unwrap();
    let error = Server::new(free)
        .device("S1")
        .shell("x", soon())
        .await
        .unwrap_err();
    assert_eq!(error.kind(), "server-unreachable");
    assert!(error.to_string().contains(&free.to_string()), "{error}");
    assert!(error.hint().contains("adb start-server"));
}

#[tokio::test]
async fn a_server_that_never_answers_and_a_device_that_never_accepts() {
    let patience = Patience {
        connect: Duration::from_millis(80),
        accept: Duration::from_millis(120),
    };
    let silent = Canned::start(|_, _| vec![Do::Hang]).await;
    let server = Server {
        patience,
        ..silent.server()
    };
    assert_eq!(server.devices(soon()).await.unwrap_err().kind(), "server-timeout");
    let error = server.device("S1").shell("x", soon()).await.unwrap_err();
    assert_eq!((error.kind(), error.may_have_run()), ("server-timeout", false));

    let (mut wedged, _) = device(|| vec![Do::Hang]).await;
    let adb = Server {
        patience,
        ..wedged.server()
    }
    .device("S1");
    let error = adb.shell("input tap 1 2", soon()).await.unwrap_err();
    assert_eq!((error.kind(), error.may_have_run()), ("service-timeout", true));
    assert!(error.to_string().contains("`input`"), "{error}");
    wedged.cancelled(1).await;
}

#[tokio::test]
async fn without_time_nothing_is_sent_and_nobody_else_is_blamed() {
    let (canned, adb) = device(okay).await;
    let error = adb
        .shell("input tap 1 2", Deadline::after(Duration::ZERO))
        .await
        .unwrap_err();
    assert_eq!(
        (error.kind(), error.may_have_run()),
        ("out-of-time", false),
        "{error}"
    );
    assert!(canned.requests("shell").is_empty());
}

#[tokio::test]
async fn the_deadline_ends_a_command_and_closing_cancels_it() {
    let (mut canned, adb) = device(|| vec![Do::Send(b"OKAY".to_vec()), Do::Hang]).await;
    let began = Instant::now();
    let budget = Duration::from_millis(150);
    let error = adb.shell("sleep 100", Deadline::after(budget)).await.unwrap_err();
    assert!(
        began.elapsed() <= budget + Duration::from_millis(50),
        "{:?}",
        began.elapsed()
    );
    assert_eq!((error.kind(), error.may_have_run()), ("command-timeout", true));
    canned.cancelled(1).await;

    let mut stream = adb.exec("sleep 100", soon()).await.unwrap();
    assert_eq!(
        stream
            .next(Deadline::after(Duration::ZERO))
            .await
            .unwrap_err()
            .kind(),
        "command-timeout"
    );
    drop(stream);
    canned.cancelled(2).await;
}

#[tokio::test]
async fn answers_that_are_no_protocol() {
    let table: [(&[u8], &str); 4] = [
        (b"HTTP/1.1 400", "protocol"),
        (b"FAILzzzz", "protocol"),
        (b"OK", "closed"),
        (b"", "closed"),
    ];
    for (answer, kind) in table {
        let canned = Canned::start(move |_, _| vec![Do::Send(answer.to_vec())]).await;
        let error = canned.server().devices(soon()).await.unwrap_err();
        assert_eq!(error.kind(), kind, "{error}");
    }
    let (_canned, adb) = device(|| vec![Do::Send(b"OKAY\x09\x01\0\0\0x".to_vec())]).await;
    assert_eq!(adb.shell("x", soon()).await.unwrap_err().kind(), "protocol");
}

#[tokio::test]
async fn a_list_with_noise_in_it() {
    let list =
        "* daemon started successfully\n\nemulator-5554 offline\nR5XX\tdevice model:X_1 transport_id:2\n";
    let canned = Canned::start(move |_, _| text(list)).await;
    let devices = canned.server().devices(soon()).await.unwrap();
    let names: Vec<String> = devices.iter().map(ToString::to_string).collect();
    assert_eq!(names, ["emulator-5554 (offline)", "R5XX (device)"]);
    assert_eq!(
        retap_android::pick(canned.server(), None, soon()).await.unwrap(),
        "R5XX"
    );
    let error = retap_android::pick(canned.server(), Some("R6"), soon())
        .await
        .unwrap_err();
    assert_eq!(
        (error.kind, error.fault),
        ("device-not-found", retap_cache::device::Fault::Environment)
    );
    assert!(
        error.message.contains("emulator-5554 (offline), R5XX (device)"),
        "{error}"
    );
}

#[tokio::test]
async fn a_request_that_can_not_be_framed_is_refused_before_the_wire() {
    let (canned, adb) = device(okay).await;
    let error = adb.shell(&"x".repeat(70_000), soon()).await.unwrap_err();
    assert_eq!((error.kind(), error.may_have_run()), ("command-too-long", false));
    assert!(canned.requests("").is_empty());
}
