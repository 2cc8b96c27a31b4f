//! What is no dump: each by its own name, the same for any chunking.

use retap_android::dump::{DumpError, DumpParser, Limits, parse_file};

fn error(bytes: &[u8], limits: Limits) -> DumpError {
    let mut whole = DumpParser::new(limits);
    let _ = whole.feed(bytes);
    let want = whole.finish().unwrap_err();
    for size in 1..=bytes.len().min(600) {
        let mut parser = DumpParser::new(limits);
        for chunk in bytes.chunks(size) {
            if parser.feed(chunk).is_err() {
                break;
            }
        }
        assert_eq!(parser.finish().unwrap_err(), want, "chunks of {size}");
    }
    want
}

#[test]
fn every_failure_has_its_name() {
    let table: &[(&[u8], &str)] = &[
        (b"", "silent"),
        (b"\r\n", "silent"),
        (b"ERROR: could not get idle state.\n", "not-idle"),
        (
            b"ERROR: null root node returned by UiTestAutomationBridge.\n",
            "null-root",
        ),
        (
            b"java.lang.IllegalStateException: UiAutomationService a$Stub$Proxy@5deffd5already registered!\n",
            "already-registered",
        ),
        (b"Killed \n", "killed"),
        (
            b"java.lang.IllegalArgumentException: Illegal character (0)\n\tat a.b.c(D.java:1)\n",
            "java-exception",
        ),
        (b"UI hierchary dumped to: /dev/tty\n", "no-tty"),
        (b"\xE0\x0AA", "not-a-dump"),
        (
            b"cat: C:/Program Files/Git/sdcard/x.xml: No such file or directory\n",
            "not-a-dump",
        ),
        (br#""<?xm version=\'1.0\' ?>\n<h rotation=\'0\'>""#, "not-a-dump"),
        (b"<html><body>x</body></html>", "not-a-dump"),
        (b"<?xml version='1.0'?><html><body>x</body></html>", "not-a-dump"),
        (b"<hierarchyx/>", "not-a-dump"),
        (b"<?xml version='1.0'", "truncated"),
        (b"<?xml version='1.0'?>", "truncated"),
        (
            b"<?xml version='1.0'?>ERROR: could not get idle state.\n",
            "not-idle",
        ),
        (b"noise <?xml version='1.0'?><hierarchy rotation='0'", "truncated"),
        (b"<hierarchy><node text='Killed'/>\nKilled \n", "truncated"),
        (b"<hierarchy><node text='a", "truncated"),
        (b"<hierarchy><node></node>", "truncated"),
        (
            b"<displays><display><window><hierarchy></hierarchy></window></display>",
            "truncated",
        ),
        (b"<hierarchy><node></hierarchy>", "malformed"),
        (b"<hierarchy></node></hierarchy>", "malformed"),
        (b"<hierarchy><node text='a' text='b'/></hierarchy>", "malformed"),
        (b"<hierarchy><node text=a/></hierarchy>", "malformed"),
        (b"<hierarchy><node text/></hierarchy>", "malformed"),
        (b"<hierarchy><node <node/></hierarchy>", "malformed"),
        (b"<hierarchy><></hierarchy>", "malformed"),
        (b"<displays><display a='1' a='2'/></displays>", "malformed"),
    ];
    for (bytes, want) in table {
        let got = error(bytes, Limits::default());
        assert_eq!(got.kind(), *want, "{}: {got}", String::from_utf8_lossy(bytes));
    }
}

#[test]
fn an_error_says_what_and_where() {
    let got = error(b"ab<hierarchy><node></hierarchy>", Limits::default());
    let what = "`</hierarchy>` where `</node>` is due".to_owned();
    assert_eq!(got, DumpError::Malformed { offset: 19, what });
    let got = error(b"x java.lang.NullPointerException: no node\n", Limits::default());
    let DumpError::JavaException { class, line } = got else {
        panic!("{got}")
    };
    assert_eq!(
        (class.as_str(), line.len()),
        ("java.lang.NullPointerException", 41)
    );
    let got = error("ü".repeat(500).as_bytes(), Limits::default());
    let DumpError::NotADump { quoted } = got else {
        panic!("{got}")
    };
    assert_eq!(quoted, "ü".repeat(100));
}

#[test]
fn limits_end_a_dump_by_name() {
    let dump = b"<hierarchy><node><node/><node/></node></hierarchy>";
    let limits = |bytes, depth, nodes| Limits { bytes, depth, nodes };
    let run = |l| error(dump, l);
    assert_eq!(run(limits(49, 99, 99)), DumpError::TooLarge { limit: 49 });
    assert_eq!(
        run(limits(99, 2, 99)),
        DumpError::TooDeep { limit: 2, offset: 17 }
    );
    assert_eq!(
        run(limits(99, 99, 2)),
        DumpError::TooManyNodes { limit: 2, offset: 24 }
    );
    let mut parser = DumpParser::new(limits(50, 3, 3));
    parser.feed(dump).unwrap();
    // What follows the tree doesn't count.
    parser.feed(&[b'x'; 100]).unwrap();
    assert_eq!(parser.finish().unwrap().tree.len(), 3);
}

#[test]
fn an_error_stays() {
    let mut parser = DumpParser::new(Limits::default());
    let first = parser.feed(b"<hierarchy></node>").unwrap_err();
    assert_eq!(parser.feed(b"</hierarchy>").unwrap_err(), first);
    assert_eq!(parser.finish().unwrap_err(), first);
}

#[test]
fn no_bytes_make_it_panic() {
    // A small generator of broken markup; the same on every run.
    let words: [&[u8]; 16] = [
        b"<",
        b">",
        b"/",
        b"'",
        b"\"",
        b"=",
        b" ",
        b"&#",
        b";",
        b"node",
        b"<hierarchy>",
        b"</hierarchy>",
        b"<!--",
        b"text=",
        b"\xFF",
        b"<![CDATA[",
    ];
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    for _ in 0..20_000 {
        let mut bytes = b"<hierarchy>".to_vec();
        for _ in 0..12 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            bytes.extend_from_slice(words[(state >> 60) as usize]);
        }
        let _ = parse_file(&bytes);
    }
}
