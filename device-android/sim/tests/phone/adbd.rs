//! adbd, frame by frame.

use std::net::{Ipv4Addr, SocketAddr};

use retap_sim::{Adbd, CommandEnd, DumpFault, SimPhone};

use crate::host::{Host, MEGABYTE, NEW, OLD};
use crate::support::{exec, phone};

const FILE: &str = r##"
phone: { model: Pixel 7 }
apps: { com.ex: { start: home } }
screens:
  home:
    tree: |
      FrameLayout
        TextView "Hello" #title
        Button "One"
        Button "Two"
        Button "Three"
        Button "Four"
        Button "Five"
        Button "Six"
        Button "Seven"
        Button "Eight"
        Button "Nine"
        Button "Ten"
        Button "Eleven"
        Button "Twelve"
home: home
"##;

const DUMP: &str = "exec:uiautomator dump /dev/tty";

async fn served() -> (SimPhone, Adbd) {
    let phone = phone(FILE).await;
    let adbd = phone
        .serve_adbd(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)))
        .await
        .unwrap();
    (phone, adbd)
}

#[tokio::test]
async fn the_greeting_names_the_device_and_what_it_can_do() {
    let (_phone, adbd) = served().await;
    // The host's greeting has no sum, although the old version asks for one.
    for version in [OLD, NEW] {
        let (_, hello) = Host::greet(adbd.addr(), version, 4096).await;
        assert_eq!(hello.command, "CNXN");
        assert_eq!((hello.arg0, hello.arg1), (NEW, MEGABYTE));
        assert_eq!(
            String::from_utf8(hello.data).unwrap(),
            "device::ro.product.name=sim;ro.product.model=Pixel 7;ro.product.device=sim;features=\
             shell_v2,cmd,stat_v2,ls_v2,fixed_push_mkdir,abb,abb_exec,sendrecv_v2"
        );
    }
}

#[tokio::test]
async fn both_versions_and_small_pieces_give_the_same_bytes() {
    let (phone, adbd) = served().await;
    let want = exec(&phone, "uiautomator dump /dev/tty").await.into_bytes();
    assert!(want.len() > 4096);
    for (version, limit) in [(OLD, 4096), (NEW, 4096), (OLD, MEGABYTE), (NEW, 100)] {
        let (mut host, _) = Host::greet(adbd.addr(), version, limit).await;
        let got = host.run(DUMP).await;
        let limit = limit as usize;
        assert!(got.len() >= want.len().div_ceil(limit) && got.iter().all(|p| p.len() <= limit));
        assert_eq!(got.concat(), want, "{version:x} {limit}");
    }
}

#[tokio::test]
async fn one_piece_is_in_flight_and_streams_do_not_wait_for_each_other() {
    let (_phone, adbd) = served().await;
    let (mut host, _) = Host::greet(adbd.addr(), NEW, 1000).await;
    let slow = host.open(DUMP).await.unwrap();
    let first = host.next().await;
    assert_eq!((first.command.as_str(), first.data.len()), ("WRTE", 1000));
    // Until that is acknowledged, what comes is another stream's.
    for _ in 0..3 {
        assert_eq!(host.run("exec:echo hi").await.concat(), b"hi\n");
    }
    host.send("OKAY", slow.0, slow.1, b"").await;
    let rest = host.rest(slow).await.concat();
    assert!(rest.ends_with(b"</hierarchy>UI hierchary dumped to: /dev/tty\n"));
}

#[tokio::test]
async fn what_is_not_there_is_refused() {
    let (_phone, adbd) = served().await;
    let mut host = Host::new(adbd.addr()).await;
    for service in ["tcp:9008", "shell:", "framebuffer:", "reboot:", "nonsense"] {
        assert_eq!(host.open(service).await, None, "{service}");
    }
    // A window is for delayed acknowledgements, which were not offered.
    host.send("OPEN", 7, 1024, b"exec:true\0").await;
    let answer = host.next().await;
    assert_eq!(
        (answer.command.as_str(), answer.arg0, answer.arg1),
        ("CLSE", 0, 7)
    );
    // Nothing comes of messages for streams that don't exist.
    host.send("WRTE", 1, 999, b"x").await;
    host.send("OKAY", 1, 999, b"").await;
    host.send("CLSE", 1, 999, b"").await;
    assert_eq!(host.run("exec:echo on").await.concat(), b"on\n");
}

#[tokio::test]
async fn closing_a_stream_ends_its_command() {
    let (phone, adbd) = served().await;
    phone.set_fault(Some(DumpFault::hang().times(1)));
    let mut host = Host::new(adbd.addr()).await;
    let stream = host.open(DUMP).await.unwrap();
    assert_eq!((phone.running(), phone.log()[0].end), (1, CommandEnd::Running));
    host.send("CLSE", stream.0, stream.1, b"").await;
    let answer = host.next().await;
    assert_eq!(
        (answer.command.as_str(), answer.arg0, answer.arg1),
        ("CLSE", stream.1, stream.0)
    );
    phone.idle().await;
    assert_eq!(phone.log()[0].end, CommandEnd::Cancelled);
    assert!(host.run(DUMP).await.concat().starts_with(b"<?xml"));
}

#[tokio::test]
async fn a_lost_connection_ends_all_of_its_commands_and_no_others() {
    let (phone, adbd) = served().await;
    let mut host = Host::new(adbd.addr()).await;
    let mut other = Host::new(adbd.addr()).await;
    for _ in 0..3 {
        host.open("shell,v2,raw:sleep 3600").await.unwrap();
    }
    other.open("exec:sleep 3600").await.unwrap();
    assert_eq!(phone.running(), 4);
    drop(host);
    while phone.running() > 1 {
        tokio::task::yield_now().await;
    }
    // A second greeting on one connection begins anew, too.
    other.send("CNXN", NEW, MEGABYTE, b"host::").await;
    assert_eq!(other.next().await.command, "CNXN");
    phone.idle().await;
    assert_eq!(other.run("exec:echo on").await.concat(), b"on\n");
}

#[tokio::test]
async fn commands_come_in_packets_with_their_exit_code() {
    let (_phone, adbd) = served().await;
    let mut host = Host::new(adbd.addr()).await;
    let got = host.run("shell,v2,TERM=xterm,raw:echo a; nope").await;
    let missing = "/system/bin/sh: nope: inaccessible or not found\n";
    assert_eq!(
        unpacked(&got.concat()),
        ("a\n".to_owned(), missing.to_owned(), vec![127])
    );
    // What the client's terminal sends is taken and of no use.
    let stream = host.open("shell,v2,raw:sleep 3600").await.unwrap();
    host.send("WRTE", stream.0, stream.1, &[4, 0, 0, 0, 0]).await;
    let taken = host.next().await;
    assert_eq!((taken.command.as_str(), taken.arg0), ("OKAY", stream.1));
    host.send("CLSE", stream.0, stream.1, b"").await;
    assert_eq!(host.next().await.command, "CLSE");
    // The binder's way to `cmd`, whose words come apart already.
    let packages = "package:com.ex\npackage:com.android.launcher3\n";
    let raw = host.run("abb_exec:package\0list\0packages").await.concat();
    assert_eq!(raw, packages.as_bytes());
    let apart = host.run("abb:package\0list\0packages").await.concat();
    assert_eq!(unpacked(&apart), (packages.to_owned(), String::new(), vec![0]));
}

/// Output, errors and exit codes of a stream of packets.
fn unpacked(mut bytes: &[u8]) -> (String, String, Vec<u8>) {
    let mut by_id = [const { Vec::new() }; 4];
    while let [id, a, b, c, d, rest @ ..] = bytes {
        let (packet, rest) = rest.split_at(u32::from_le_bytes([*a, *b, *c, *d]) as usize);
        by_id[usize::from(*id)].extend(packet);
        bytes = rest;
    }
    let [_, out, err, codes] = by_id;
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(out), text(err), codes)
}

#[tokio::test]
async fn a_host_that_makes_no_sense_is_left() {
    let (_phone, adbd) = served().await;
    for command in ["STLS", "AUTH", "WHAT"] {
        let mut host = Host::new(adbd.addr()).await;
        host.send(command, 0, 0, b"").await;
        assert!(host.is_closed().await, "{command}");
    }
    let mut host = Host::new(adbd.addr()).await;
    host.send_bytes(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n").await;
    assert!(host.is_closed().await, "no magic");
    let mut host = Host::connect(adbd.addr(), NEW).await;
    host.send("OPEN", 1, 0, b"exec:true\0").await;
    host.send("CNXN", NEW, MEGABYTE, b"host::").await;
    assert_eq!(
        host.next().await.command,
        "CNXN",
        "nothing counts before the greeting"
    );
    let mut host = Host::new(adbd.addr()).await;
    let stream = host.open("sync:").await.unwrap();
    // Data without waiting for the acknowledgement.
    let flood = host.message("WRTE", stream.0, stream.1, &[b'x'; 1000]).repeat(50);
    host.send_bytes(&flood).await;
    while !host.is_closed().await {}
}

#[tokio::test]
async fn an_absent_device_takes_no_host() {
    let (phone, adbd) = served().await;
    let mut host = Host::new(adbd.addr()).await;
    host.open("exec:sleep 3600").await.unwrap();
    phone.unplug();
    assert!(host.is_closed().await);
    phone.idle().await;
    assert!(Host::connect(adbd.addr(), NEW).await.is_closed().await);
    phone.plug();
    let mut host = Host::new(adbd.addr()).await;
    assert_eq!(host.run("exec:echo on").await.concat(), b"on\n");

    let addr = adbd.addr();
    drop(adbd);
    assert!(host.is_closed().await);
    assert!(tokio::net::TcpStream::connect(addr).await.is_err());
}

#[tokio::test]
async fn an_open_can_stay_unanswered() {
    let (phone, adbd) = served().await;
    phone.leave_unanswered(Some("uiautomator"));
    let mut host = Host::new(adbd.addr()).await;
    host.send("OPEN", 1, 0, b"exec:uiautomator dump /dev/tty\0").await;
    assert_eq!(host.run("exec:echo on").await.concat(), b"on\n");
    phone.leave_unanswered(None);
    assert!(host.run(DUMP).await.concat().starts_with(b"<?xml"));
}
