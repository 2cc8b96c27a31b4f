//! What an adb server and its device may answer: device lists, FAIL texts, shell packets, facts, pictures.
//!
//! The first byte says which; of packets the second one is the size of their pieces.
#![no_main]

use libfuzzer_sys::fuzz_target;
use retap_android::{raw, screenshot};

const LIMIT: usize = 1 << 12;

fuzz_target!(|data: &[u8]| {
    let Some((what, rest)) = data.split_first() else { return };
    let text = String::from_utf8_lossy(rest);
    match what % 5 {
        0 => assert!(raw::listing(&text) <= text.lines().count()),
        1 => assert!(!raw::fail(&text).is_empty()),
        2 => {
            let Some((size, bytes)) = rest.split_first() else { return };
            let whole = raw::packets([bytes], LIMIT);
            assert_eq!(raw::packets(bytes.chunks(usize::from(*size) + 1), LIMIT), whole);
            assert!(whole.is_none_or(|(out, err, _)| out.len() + err.len() <= LIMIT));
        }
        3 => {
            let facts = raw::facts(&text);
            assert!(facts.bars.iter().all(|bar| !bar.frame.is_empty()));
        }
        _ => {
            if let Ok(png) = screenshot::cut(rest) {
                assert!(png.starts_with(b"\x89PNG") && png.ends_with(b"IEND\xAE\x42\x60\x82"));
                assert_eq!(screenshot::cut(png), Ok(png));
            }
            // A header may promise a large picture: only small ones are decoded here.
            if rest.len() < 1 << 12 {
                let _ = screenshot::from_raw(rest);
            }
        }
    }
});
