//! No bytes make anything panic, and the same bytes come to the same end in any pieces.

use proptest::collection::vec;
use proptest::prelude::*;
use retap_android::dump::{DumpError, DumpParser, Limits, parse_file};
use retap_android::{raw, screenshot};
use retap_cache::screen::UiTree;

/// Bytes between markup and nonsense.
fn broken() -> impl Strategy<Value = Vec<u8>> {
    let words = prop::sample::select(vec![
        "<",
        ">",
        "/",
        "/>",
        "'",
        "\"",
        "=",
        " ",
        "&#",
        "&#55357;",
        ";",
        "<node",
        "<node>",
        "</node>",
        "<hierarchy",
        "<hierarchy>",
        "</hierarchy>",
        "<displays>",
        "</displays>",
        "<window>",
        "<!--",
        "-->",
        "<![CDATA[",
        "]]>",
        "<?xml",
        "?>",
        "<!DOCTYPE",
        "[",
        "]",
        " text='a'",
        " bounds='[0,0][1,1]'",
        " rotation='1'",
        "Killed\n",
        "ERROR: null root node",
        "java.lang.NullPointerException: x\n",
        "UI hierchary dumped to: /dev/tty\n",
        "\n",
    ]);
    let piece = prop_oneof![
        6 => words.prop_map(|w| w.as_bytes().to_vec()),
        1 => vec(any::<u8>(), 0..8),
        1 => Just(b"<hierarchy><node>".to_vec()),
    ];
    vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

/// What it comes to, with what stood around it.
fn outcome(bytes: &[u8], sizes: &[usize], limits: Limits) -> Result<(UiTree, String, String), DumpError> {
    let mut parser = DumpParser::new(limits);
    let mut rest = bytes;
    for size in sizes.iter().cycle() {
        let (piece, more) = rest.split_at((*size).min(rest.len()));
        if parser.feed(piece).is_err() || more.is_empty() {
            break;
        }
        rest = more;
    }
    let dump = parser.finish()?;
    Ok((dump.tree, dump.leading, dump.trailing))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn any_bytes_come_to_the_same_end_in_any_pieces(bytes in broken(), sizes in vec(1..9_usize, 1..9)) {
        for limits in [Limits::default(), Limits { bytes: 150, depth: 4, nodes: 3 }] {
            let whole = outcome(&bytes, &[usize::MAX], limits);
            prop_assert_eq!(&outcome(&bytes, &sizes, limits), &whole);
            if let Ok((_, leading, trailing)) = whole {
                prop_assert!(leading.len() < 100_000 && trailing.len() < 100_000);
            }
        }
        let _ = parse_file(&bytes);
    }

    #[test]
    fn files_of_any_encoding_never_panic(bytes in vec(any::<u8>(), 0..200), mark in 0..5_usize) {
        let marks: [&[u8]; 5] = [b"", b"\xFF\xFE", b"\xFE\xFF", b"\xEF\xBB\xBF", b"<\0"];
        let _ = parse_file(&[marks[mark], &bytes].concat());
    }

    #[test]
    fn packets_are_the_same_in_any_pieces(
        packets in vec((0..5_u8, vec(any::<u8>(), 0..20)), 0..8),
        sizes in vec(1..9_usize, 1..9),
    ) {
        let bytes: Vec<u8> = packets
            .iter()
            .flat_map(|(id, body)| [&[*id], (body.len() as u32).to_le_bytes().as_slice(), body].concat())
            .collect();
        let mut rest = bytes.as_slice();
        let pieces = sizes.iter().cycle().map_while(|size| {
            let (piece, more) = rest.split_at((*size).min(rest.len()));
            rest = more;
            (!piece.is_empty()).then_some(piece)
        });
        prop_assert_eq!(raw::packets(pieces, 60), raw::packets([bytes.as_slice()], 60));
    }

    #[test]
    fn replies_and_pictures_of_any_bytes_never_panic(bytes in vec(any::<u8>(), 0..300), text in ".{0,200}") {
        let _ = (raw::listing(&text), raw::fail(&text), raw::facts(&text));
        let _ = raw::packets([bytes.as_slice()], 100);
        let _ = screenshot::from_raw(&bytes);
        let _ = screenshot::from_png(&[b"\x89PNG\r\n\x1a\n", bytes.as_slice()].concat());
    }

    #[test]
    fn lines_of_facts_in_any_state_never_panic(
        lines in vec(prop::sample::select(vec![
            "mCurrentFocus=Window{1 u0 ", "com.a/.Main}", "mFocusedApp=", "InsetsSource ", "InsetsSource: {", " type=ime",
            " mType=ITYPE_IME", " frame=[", "0,1][2,", "3]", " mFrame=Rect(1, 2 - 3", ")", " visible=", "true", "\n",
            "Physical size: 1x", "Override size: 99999999999x2", "mCurMethodId=", "retap-facts", "é",
        ]), 0..30),
    ) {
        let _ = raw::facts(&lines.concat());
    }
}
