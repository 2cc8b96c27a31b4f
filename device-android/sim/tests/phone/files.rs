//! Files on the device: written by commands, moved by `sync:`.

use std::net::{Ipv4Addr, SocketAddr};

use retap_sim::{CommandEnd, SimPhone};

use crate::host::{Host, NEW};
use crate::support::{Client, dump, exec, ok, phone, shell};

const FILE: &str = r##"
apps: { com.ex: { start: home } }
screens:
  home:
    tree: |
      FrameLayout
        TextView "Hello"
"##;

/// A request of `sync:`.
fn request(id: &str, path: &str) -> Vec<u8> {
    let mut bytes = id.as_bytes().to_vec();
    bytes.extend((path.len() as u32).to_le_bytes());
    bytes.extend(path.as_bytes());
    bytes
}

fn head(id: &str, n: u32) -> Vec<u8> {
    [id.as_bytes(), &n.to_le_bytes()].concat()
}

/// What a session answers to that, and then to QUIT.
async fn sync(p: &SimPhone, bytes: &[u8]) -> Vec<u8> {
    let mut client = Client::service(p, "sync:").await;
    client.send(bytes).await.unwrap();
    client.send(&head("QUIT", 0)).await.unwrap();
    client.rest().await
}

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes
        .chunks_exact(4)
        .map(|w| u32::from_le_bytes(w.try_into().unwrap()))
        .collect()
}

/// Sends a file in pieces of that size; the answer.
fn sent(path: &str, mode: u32, content: &[u8], piece: usize) -> Vec<u8> {
    let mut bytes = request("SEND", &format!("{path},{mode}"));
    for piece in content.chunks(piece) {
        bytes.extend(head("DATA", piece.len() as u32));
        bytes.extend(piece);
    }
    bytes.extend(head("DONE", 1_234_567));
    bytes
}

/// The content in the answer to RECV.
fn received(mut answer: &[u8]) -> Vec<u8> {
    let mut content = Vec::new();
    loop {
        let (head, rest) = answer.split_at(8);
        let n = words(head)[1] as usize;
        match &head[..4] {
            b"DATA" => {
                content.extend(&rest[..n]);
                answer = &rest[n..];
            }
            b"DONE" => {
                assert_eq!((n, rest.len()), (0, 0));
                return content;
            }
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn a_dump_in_a_file_can_be_fetched() {
    let p = phone(FILE).await;
    p.show("home").unwrap();
    let whole = dump(&p).await;
    let line = "UI hierchary dumped to: /sdcard/window_dump.xml\n";
    assert_eq!(shell(&p, "uiautomator dump").await, ok(line));
    let fetched = sync(&p, &request("RECV", "/storage/emulated/0/window_dump.xml")).await;
    assert_eq!(received(&fetched), whole.as_bytes());
    // Version 2: the flags come in a header of their own.
    let v2 = [request("RCV2", "/sdcard/window_dump.xml"), head("RCV2", 0)].concat();
    assert_eq!(received(&sync(&p, &v2).await), whole.as_bytes());
    assert_eq!(
        p.file("/sdcard/window_dump.xml"),
        Some(whole.clone().into_bytes())
    );
    assert_eq!(exec(&p, "cat /sdcard/window_dump.xml").await, whole);
    // Where nothing can be written the dump is lost, and the line comes all the same.
    let line = "UI hierchary dumped to: /system/x.xml\n";
    assert_eq!(shell(&p, "uiautomator dump /system/x.xml").await, ok(line));
    assert_eq!(p.file("/system/x.xml"), None);
}

#[tokio::test]
async fn files_are_sent_and_come_back_as_they_were() {
    let p = phone(FILE).await;
    let content: Vec<u8> = (0..200_000_u32).flat_map(|n| n.to_le_bytes()).collect();
    let okay = head("OKAY", 0);
    assert_eq!(
        sync(&p, &sent("/sdcard/new/deep/f", 0o100_644, &content, 65_536)).await,
        okay
    );
    let back = sync(&p, &request("RECV", "/sdcard/new/deep/f")).await;
    assert_eq!(received(&back), content);
    let v2 = [
        request("SND2", "/data/local/tmp/g"),
        head("SND2", 0o100_755),
        0_u32.to_le_bytes().to_vec(),
        head("DATA", 2),
        b"hi".to_vec(),
        head("DONE", 99),
    ];
    assert_eq!(sync(&p, &v2.concat()).await, okay);
    assert_eq!(p.file("/data/local/tmp/g").as_deref(), Some(&b"hi"[..]));
    assert_eq!(
        exec(&p, "stat -c '%a %s %Y %F' /data/local/tmp/g").await,
        "755 2 99 regular file\n"
    );
    let log: Vec<_> = p
        .log()
        .into_iter()
        .map(|e| (e.service, e.command, e.end))
        .collect();
    let entry = |what: &str| ("sync".to_owned(), what.to_owned(), CommandEnd::Done(0));
    assert_eq!(log[0], entry("SEND /sdcard/new/deep/f,33188"));
    assert_eq!(
        log[1..3],
        [entry("RECV /sdcard/new/deep/f"), entry("SND2 /data/local/tmp/g")]
    );
}

#[tokio::test]
async fn a_session_takes_many_requests_and_tells_what_there_is() {
    let p = phone(FILE).await;
    let requests = [
        sent("/data/local/tmp/yadb", 33_188, b"abc", 1),
        request("STAT", "/data/local/tmp/yadb"),
        request("STAT", "/nope"),
        request("STA2", "/data/local/tmp"),
        request("LST2", "/nope"),
    ];
    let got = sync(&p, &requests.concat()).await;
    let (okay, got) = got.split_at(8);
    assert_eq!(okay, head("OKAY", 0));
    let (v1, v2) = got.split_at(32);
    let stat = u32::from_le_bytes(*b"STAT");
    assert_eq!(words(v1), [stat, 0o100_644, 3, 1_234_567, stat, 0, 0, 0]);
    assert_eq!(v2.len(), 2 * 72);
    let (folder, missing) = v2.split_at(72);
    assert_eq!((&folder[..4], words(folder)[1]), (&b"STA2"[..], 0));
    assert_eq!(words(folder)[6] & 0o170_000, 0o040_000, "a folder");
    assert_eq!((&missing[..4], words(missing)[1]), (&b"LST2"[..], 2));
    assert_eq!(words(missing)[6], 0);

    let got = sync(&p, &request("LIST", "/data/local/tmp")).await;
    let names: Vec<&str> = got
        .windows(4)
        .filter_map(|w| std::str::from_utf8(w).ok())
        .collect();
    assert!(got.starts_with(b"DENT") && names.contains(&"yadb"));
    assert_eq!(got[got.len() - 20..got.len() - 16], *b"DONE");
    let got = sync(&p, &request("LIS2", "/data/local/tmp")).await;
    assert_eq!(
        got.len(),
        3 * (72 + 4) + ".".len() + "..".len() + "yadb".len() + 76
    );
    assert_eq!(
        sync(&p, &request("LIST", "/nope")).await,
        [b"DONE", &[0; 16][..]].concat()
    );
}

#[tokio::test]
async fn refusals_come_in_words_and_the_session_goes_on() {
    let p = phone(FILE).await;
    let fail = |text: &str| [head("FAIL", text.len() as u32), text.as_bytes().to_vec()].concat();
    for (bytes, want) in [
        (request("RECV", "/nope"), "open failed: No such file or directory"),
        (request("RECV", "/sdcard"), "read failed: Is a directory"),
        (
            sent("/system/x", 0o644, b"abc", 2),
            "couldn't create file x: Read-only file system",
        ),
        (
            sent("/sdcard", 0o644, b"abc", 2),
            "couldn't create file sdcard: Is a directory",
        ),
    ] {
        let then = [bytes, request("STAT", "/nope")].concat();
        let got = sync(&p, &then).await;
        assert_eq!(got[..got.len() - 16], fail(want), "{want}");
    }
    assert_eq!(
        sync(&p, &request("WHAT", "/x")).await,
        fail("unknown command WHAT")
    );
    assert_eq!(sync(&p, &head("RECV", 1 << 30)).await, fail("path too long"));
    let no_data = [request("SEND", "/sdcard/x,420"), head("DATA", 1 << 30)].concat();
    assert!(sync(&p, &no_data).await.starts_with(b"FAIL"));
    // A client that goes away in the middle leaves nothing behind.
    let mut client = Client::service(&p, "sync:").await;
    client
        .send(&sent("/sdcard/half", 0o644, b"abc", 3)[..40])
        .await
        .unwrap();
    drop(client);
    p.idle().await;
    assert_eq!(p.file("/sdcard/half"), None);
}

#[tokio::test]
async fn requests_may_come_in_any_pieces() {
    let p = phone(FILE).await;
    let adbd = p
        .serve_adbd(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)))
        .await
        .unwrap();
    let (mut host, _) = Host::greet(adbd.addr(), NEW, 4096).await;
    let (id, device) = host.open("sync:").await.unwrap();
    let bytes = [
        sent("/sdcard/f", 0o644, b"hello", 2),
        request("RECV", "/sdcard/f"),
        head("QUIT", 0),
    ];
    for byte in bytes.concat() {
        host.send("WRTE", id, device, &[byte]).await;
        // Acknowledged, while answers come in between.
        loop {
            let frame = host.next().await;
            if frame.command == "OKAY" {
                break;
            }
            assert_eq!(frame.command, "WRTE");
            host.send("OKAY", id, device, b"").await;
        }
    }
    host.rest((id, device)).await;
    assert_eq!(p.file("/sdcard/f").as_deref(), Some(&b"hello"[..]));
}
