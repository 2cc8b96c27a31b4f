//! Pictures: what is one, what is none, and what a read makes of them.

use std::io::Cursor;
use std::time::Duration;

use image::{ImageFormat, Rgba, RgbaImage};
use retap_android::screenshot::{BadPicture, Flaw, cut, from_png, from_raw};
use retap_cache::device::{Device, Want};
use retap_cache::screen::Quality;

use crate::canned::{Do, packet, shell};
use crate::stub::{Stub, attempts, hang, within};

fn encoded(image: &RgbaImage) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, ImageFormat::Png).unwrap();
    bytes.into_inner()
}

/// A picture that is not of one colour.
pub(crate) fn png(width: u32, height: u32, level: u8) -> Vec<u8> {
    let pixel = |x: u32, y: u32| Rgba([level, (x * 7 % 256) as u8, (y * 3 % 256) as u8, 255]);
    encoded(&RgbaImage::from_fn(width, height, pixel))
}

/// A finished command that printed bytes.
pub(crate) fn shown(stdout: &[u8]) -> Vec<Do> {
    let all = [b"OKAY".to_vec(), packet(1, stdout), packet(3, &[0])];
    vec![Do::Send(all.concat())]
}

fn flaw(bytes: &[u8]) -> Flaw {
    let BadPicture { flaw, said } = from_png(bytes).unwrap_err();
    assert!(said.len() <= 200);
    flaw
}

#[test]
fn a_picture_with_extras_is_the_same_picture_to_the_byte() {
    // D06 a and b.
    let p = png(64, 128, 40);
    let warning = format!("{:<346}\n", "[Warning] several displays");
    for bytes in [
        p.clone(),
        [warning.as_bytes(), &p].concat(),
        [&p, b"done\n".as_slice()].concat(),
        [b"long long=8 fun*=10\n", p.as_slice(), b"\0\0\0\0IEND", &p].concat(),
    ] {
        assert_eq!(cut(&bytes).unwrap(), p);
        let picture = from_png(&bytes).unwrap();
        assert_eq!(
            (picture.png, picture.width, picture.height, picture.blank),
            (p.clone(), 64, 128, false)
        );
    }
}

#[test]
fn what_is_no_picture_has_its_reason() {
    // D06 c, d and e.
    let p = png(64, 128, 40);
    let crlf: Vec<u8> = p
        .iter()
        .flat_map(|b| if *b == b'\n' { vec![b'\r', b'\n'] } else { vec![*b] })
        .collect();
    let lf: Vec<u8> = String::from_utf8_lossy(&p).replace("\r\n", "\n").into_bytes();
    let short = p.get(..p.len() * 6 / 10).unwrap();
    assert_eq!(flaw(short), Flaw::Truncated { bytes: short.len() });
    assert_eq!(flaw(&crlf), Flaw::LineEnds);
    assert_eq!(flaw(&lf), Flaw::NotAnImage);
    assert_eq!(
        flaw(&[b"\x89PNG\n\x1a\n", p.get(8..).unwrap()].concat()),
        Flaw::LineEnds
    );
    assert_eq!(flaw(b"screencap: not found"), Flaw::NotAnImage);
    assert_eq!(flaw(b""), Flaw::Empty);
    assert_eq!(flaw(b"Capturing failed.\n"), Flaw::Refused);
    assert_eq!(flaw(b"warning\n\x89PNG\r\n"), Flaw::Truncated { bytes: 14 });
    for length in 8..p.len() {
        assert_eq!(flaw(p.get(..length).unwrap()), Flaw::Truncated { bytes: length });
    }
    let said = from_png(b"screencap: not found\n").unwrap_err();
    assert_eq!(
        (said.kind(), said.said.as_str()),
        ("picture-not-an-image", "screencap: not found")
    );
    assert!(said.to_string().contains("\"screencap: not found\""), "{said}");
}

#[test]
fn a_damaged_byte_is_noticed_wherever_it_is() {
    let p = png(32, 32, 40);
    for at in 0..p.len() {
        let mut damaged = p.clone();
        damaged[at] ^= 0x20;
        assert!(from_png(&damaged).is_err(), "byte {at}");
    }
    // Whole chunks of nonsense: right sums, wrong picture.
    let chunk = |kind: &[u8; 4], body: &[u8]| {
        let named = [kind.as_slice(), body].concat();
        let sum = crc(&named);
        [
            &(body.len() as u32).to_be_bytes(),
            named.as_slice(),
            &sum.to_be_bytes(),
        ]
        .concat()
    };
    let header = |w: u32, h: u32| {
        chunk(
            b"IHDR",
            &[&w.to_be_bytes(), &h.to_be_bytes(), [8, 6, 0, 0, 0].as_slice()].concat(),
        )
    };
    let end = chunk(b"IEND", &[]);
    for (w, h) in [(8, 8), (0, 0), (60_000, 60_000), (u32::MAX, u32::MAX)] {
        let bytes = [b"\x89PNG\r\n\x1a\n", header(w, h).as_slice(), &end].concat();
        assert!(matches!(flaw(&bytes), Flaw::Undecodable { .. }), "{w}x{h}");
    }
}

/// The sum of a PNG chunk (CRC-32, reflected).
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, b| {
        (0..8).fold(sum ^ u32::from(*b), |s, _| {
            if s & 1 == 1 {
                (s >> 1) ^ 0xEDB8_8320
            } else {
                s >> 1
            }
        })
    })
}

#[test]
fn only_an_all_black_picture_is_blank() {
    // D07: a protected window, and a dark screen with 0.6 % of light text.
    let (w, h) = (270, 600);
    let of = |pixel: &dyn Fn(u32, u32) -> [u8; 4]| {
        from_png(&encoded(&RgbaImage::from_fn(w, h, |x, y| Rgba(pixel(x, y)))))
            .unwrap()
            .blank
    };
    assert!(of(&|_, _| [0, 0, 0, 255]));
    assert!(of(&|_, _| [4, 4, 4, 255]));
    assert!(!of(&|x, y| if (y * w + x) % 166 == 0 {
        [230, 230, 230, 255]
    } else {
        [0, 0, 0, 255]
    }));
    assert!(!of(&|x, y| if (x, y) == (w - 1, h - 1) {
        [9, 0, 0, 255]
    } else {
        [0, 0, 0, 255]
    }));
    assert!(!of(&|_, _| [255, 255, 255, 255]));
}

#[test]
fn raw_frames_of_every_format_become_the_same_png() {
    let (w, h) = (3_u32, 2_u32);
    let colours = [
        [255, 0, 0],
        [0, 255, 0],
        [0, 0, 255],
        [255, 255, 255],
        [0, 0, 0],
        [255, 255, 0],
    ];
    let pixel = |format: u32, [r, g, b]: [u8; 3]| match format {
        1 | 2 => vec![r, g, b, 7],
        3 => vec![r, g, b],
        4 => (u16::from(r >> 3) << 11 | u16::from(g >> 2) << 5 | u16::from(b >> 3))
            .to_le_bytes()
            .to_vec(),
        _ => vec![b, g, r, 255],
    };
    for format in 1..=5 {
        for space in [false, true] {
            let mut raw: Vec<u8> = [w, h, format].iter().flat_map(|n| n.to_le_bytes()).collect();
            if space {
                raw.extend(1_u32.to_le_bytes());
            }
            raw.extend(colours.iter().flat_map(|c| pixel(format, *c)));
            let picture = from_raw(&raw).unwrap();
            let image = image::load_from_memory(&picture.png).unwrap().to_rgb8();
            let got: Vec<[u8; 3]> = image.pixels().map(|p| p.0).collect();
            assert_eq!(
                (picture.width, picture.height, got.as_slice()),
                (w, h, colours.as_slice()),
                "format {format}"
            );
            let short = from_raw(raw.get(..raw.len() - 5).unwrap()).unwrap_err();
            assert!(matches!(short.flaw, Flaw::Truncated { .. }), "{short}");
        }
    }
    for odd in [b"".as_slice(), b"screencap: not found\n", &[0; 40], &[255; 40]] {
        assert!(from_raw(odd).is_err());
    }
}

#[tokio::test]
async fn a_tree_comes_with_its_picture_and_without_one_it_is_a_tree_all_the_same() {
    let p = png(64, 128, 40);
    let stub = Stub::new().picture({
        let p = p.clone();
        move |n| match n {
            0 => shown(&p),
            1 => shell("", "Capturing failed.\n", 1),
            2 => shown(p.get(..100).unwrap()),
            _ => hang(),
        }
    });
    let (mut canned, mut device) = stub.start().await;
    let mut both = async || device.observe(Want::Both, within(5000)).await.unwrap();
    let s = both().await;
    assert_eq!(
        (s.tree.len(), s.quality, attempts(&s.source.attempts).as_str()),
        (2, Quality::Complete, "plain, picture")
    );
    assert_eq!(s.picture.unwrap().png, p);
    for kind in ["picture-refused", "picture-truncated", "command-timeout"] {
        let s = both().await;
        assert_eq!((s.tree.len(), s.picture), (2, None));
        assert_eq!(attempts(&s.source.attempts), format!("plain, picture {kind}"));
    }
    canned.cancelled(1).await;
}

#[tokio::test]
async fn a_picture_that_is_not_wanted_is_not_taken() {
    let (canned, mut device) = Stub::new().start().await;
    for want in [Want::Tree, Want::TreeOrPicture] {
        assert_eq!(device.observe(want, within(5000)).await.unwrap().picture, None);
    }
    assert!(canned.requests("screencap").is_empty());
}

#[tokio::test]
async fn raw_is_tried_once_where_a_png_is_slow_and_kept_if_it_is_faster() {
    let raw: Vec<u8> = [8_u32, 8, 1]
        .iter()
        .flat_map(|n| n.to_le_bytes())
        .chain([0; 256])
        .collect();
    let late = Duration::from_millis(100);
    let slow = move |_| {
        let picture = [packet(1, &png(8, 8, 40)), packet(3, &[0])].concat();
        vec![Do::Drip(b"OKAY".to_vec(), 2, late), Do::Send(picture)]
    };
    let roomy = |stub: Stub| stub.budgets(|b| b.picture = Duration::from_secs(2));
    let (canned, mut device) = roomy(Stub::new().picture(slow).raw(move |_| shown(&raw)))
        .start()
        .await;
    let mut blank = Vec::new();
    for _ in 0..4 {
        let s = device.observe(Want::Both, within(5000)).await.unwrap();
        blank.push(s.picture.unwrap().blank);
    }
    assert_eq!(blank, [false, true, true, true]);
    assert_eq!(canned.requests("screencap -p").len(), 1);

    let (canned, mut device) = roomy(Stub::new().picture(slow).raw(|_| hang())).start().await;
    for _ in 0..3 {
        assert!(
            device
                .observe(Want::Both, within(5000))
                .await
                .unwrap()
                .picture
                .is_some()
        );
    }
    let raws = canned.requests("screencap").len() - canned.requests("screencap -p").len();
    assert_eq!(raws, 1);
}
