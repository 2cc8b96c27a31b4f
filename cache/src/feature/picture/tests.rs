//! Hashes of made icons, and look-ups in trees whose controls only a picture tells apart.

use image::GrayImage;

use super::icons::{Drawn, ICONS, Shape, draw};
use super::ink::ink;
use super::*;
use crate::feature::{Feature, MissKind, Rung, find, take};
use crate::screen::{Cover, Geometry, NodeAttrs, Rect, TreeBuilder, UiTree};

fn icon(name: &str) -> Shape {
    ICONS.iter().find(|(n, _)| *n == name).unwrap().1
}

fn patch(shape: Shape, how: Drawn) -> Patch {
    let mut luma = GrayImage::new(300, 200);
    let area = draw(&mut luma, (5, 7), shape, how);
    Patch::of_ink(&ink(&luma, area).unwrap())
}

/// The same icon drawn otherwise.
fn ways() -> Vec<Drawn> {
    let base = Drawn::default();
    let mut ways: Vec<Drawn> = [
        (1.0, 0.0),
        (0.0, 2.0),
        (2.0, 2.0),
        (-2.0, 1.0),
        (0.5, 0.5),
        (-1.3, -0.7),
    ]
    .map(|off| Drawn { off, ..base })
    .to_vec();
    ways.extend([48_u32, 72, 84, 96, 110, 144, 168, 192].map(|side| Drawn {
        patch: (side, side),
        icon: f64::from(side) / 2.0,
        ..base
    }));
    ways.extend(
        [
            (126, 150, 63.0),
            (270, 140, 63.0),
            (126, 126, 70.0),
            (126, 126, 56.0),
        ]
        .map(|(w, h, icon)| Drawn {
            patch: (w, h),
            icon,
            ..base
        }),
    );
    ways.extend([8, 16].map(|noise| Drawn { noise, ..base }));
    let dark = Drawn {
        ground: 18,
        ink: 230,
        ..base
    };
    let pale = Drawn {
        ink: 190,
        noise: 4,
        ..base
    };
    let all = Drawn {
        ground: 30,
        ink: 200,
        noise: 8,
        off: (2.0, -1.0),
        patch: (96, 96),
        icon: 48.0,
    };
    ways.extend([dark, pale, all]);
    ways
}

/// The figures of [`Patch`]: each drawing against each other one.
#[test]
fn an_icon_is_known_again_and_told_from_others() {
    let ways: Vec<Drawn> = ways().into_iter().chain([Drawn::default()]).collect();
    let drawn: Vec<(usize, Patch)> = ICONS
        .iter()
        .enumerate()
        .flat_map(|(no, (_, shape))| ways.iter().map(move |how| (no, patch(*shape, *how))))
        .collect();
    let (mut same, mut other) = (Vec::new(), Vec::new());
    for (i, (a, patch)) in drawn.iter().enumerate() {
        for (b, earlier) in &drawn[..i] {
            let all = if a == b { &mut same } else { &mut other };
            all.push(patch.distance(*earlier));
        }
    }
    same.sort_unstable();
    other.sort_unstable();
    let part = |of: &[u32], fits: &dyn Fn(u32) -> bool| {
        of.iter().filter(|d| fits(**d)).count() as f64 / of.len() as f64
    };
    let at = |of: &[u32], percent: usize| of[(of.len() - 1) * percent / 100];
    let (known, told) = (part(&same, &|d| d <= SAME), part(&other, &|d| d >= OTHER));
    let (refused, mistaken) = (part(&same, &|d| d >= OTHER), part(&other, &|d| d <= SAME));
    let figures = format!(
        "same: median {}, p99 {}, max {}, known {known:.4}, refused {refused:.5}; \
         other: min {}, p1 {}, median {}, told {told:.4}, mistaken {mistaken:.5}",
        at(&same, 50),
        at(&same, 99),
        at(&same, 100),
        at(&other, 0),
        at(&other, 1),
        at(&other, 50),
    );
    assert!(known >= 0.95 && told >= 0.93, "{figures}");
    assert!(refused == 0.0 && mistaken <= 0.0006, "{figures}");
}

#[test]
fn what_is_flat_or_tiny_says_nothing() {
    let mut luma = GrayImage::new(200, 200);
    let faint = Drawn {
        ground: 200,
        ink: 190,
        ..Drawn::default()
    };
    let area = draw(&mut luma, (0, 0), icon("plus"), faint);
    assert!(ink(&luma, area).is_none());
    assert!(ink(&luma, Rect::new(0, 0, 10, 10)).is_none());
    assert!(
        ink(&luma, Rect::new(150, 150, 260, 260)).is_none(),
        "outside of the picture"
    );
}

#[test]
fn a_patch_is_kept_as_16_hex_digits() {
    let p = patch(icon("heart"), Drawn::default());
    let text = String::from(p);
    assert_eq!((text.len(), Patch::try_from(text.clone())), (16, Ok(p)));
    for bad in ["", "12", "+000000000000001", "zzzzzzzzzzzzzzzz"] {
        assert!(Patch::try_from(bad.to_owned()).is_err(), "{bad}");
    }
}

const SIZE: (u32, u32) = (1080, 1200);

fn geometry() -> Geometry {
    Geometry {
        width: SIZE.0 as i32,
        height: SIZE.1 as i32,
        ..Default::default()
    }
}

/// A control of a screen: its class, its id, its words, where it begins, and the icon that it shows.
type Control<'a> = (&'a str, &'a str, &'a str, (i32, i32), &'a str);

/// A bar with a title and these controls of 126 pixels.
fn screen(controls: &[Control<'_>]) -> (UiTree, Pixels) {
    let mut b = TreeBuilder::new();
    let mut luma = GrayImage::from_pixel(SIZE.0, SIZE.1, image::Luma([240]));
    let node = |class, id, text, bounds, flags| NodeAttrs {
        class,
        id,
        text,
        bounds,
        flags: Flags::ENABLED.with(flags),
        ..Default::default()
    };
    b.open(&node(
        "Frame",
        "",
        "",
        Rect::new(0, 0, 1080, 1200),
        Flags::default(),
    ));
    b.open(&node(
        "Title",
        "title",
        "Songs",
        Rect::new(0, 0, 1080, 100),
        Flags::default(),
    ));
    b.close();
    for (class, id, text, (x, y), name) in controls {
        let area = Rect::new(*x, *y, x + 126, y + 126);
        b.open(&node(class, id, text, area, Flags::CLICKABLE));
        b.close();
        if let Some((_, shape)) = ICONS.iter().find(|(n, _)| n == name) {
            draw(&mut luma, (*x as u32, *y as u32), *shape, Drawn::default());
        }
    }
    let pixels = Pixels::new(SIZE, luma.into_raw(), &geometry(), &[]).unwrap();
    (b.finish(), pixels)
}

fn nth(tree: &UiTree, n: usize) -> Node<'_> {
    tree.nodes().filter(|n| n.is(Flags::CLICKABLE)).nth(n).unwrap()
}

const TWINS: [Control<'_>; 3] = [
    ("ImageButton", "act", "", (50, 200), "heart"),
    ("ImageButton", "act", "", (250, 200), "trash"),
    ("ImageButton", "act", "", (450, 200), "play"),
];

#[test]
fn twins_that_only_a_picture_tells_apart_are_kept_and_found() {
    let (tree, pixels) = screen(&TWINS);
    for n in 0..3 {
        assert!(take(nth(&tree, n)).is_err());
        let f = take_with_picture(nth(&tree, n), &pixels).unwrap();
        let found = find_in_picture(&f, &tree, true, &pixels).unwrap();
        assert_eq!(
            (found.node, found.rung, found.relocated),
            (nth(&tree, n), Rung::Picture, false)
        );
        // Without the picture it is still not told apart.
        assert!(find(&f, &tree, true).is_err());
        assert!(picture_decides(&f, &tree, true));
    }
    // In another order, with one gone.
    let f = take_with_picture(nth(&tree, 1), &pixels).unwrap();
    let (moved, seen) = screen(&[
        TWINS[2],
        TWINS[0],
        ("ImageButton", "act", "", (700, 500), "trash"),
    ]);
    assert_eq!(
        find_in_picture(&f, &moved, true, &seen).unwrap().node,
        nth(&moved, 2)
    );
    let (gone, seen) = screen(&[TWINS[2], TWINS[0]]);
    let miss = find_in_picture(&f, &gone, true, &seen).unwrap_err();
    assert_eq!(miss.kind, MissKind::NotFound);
}

#[test]
fn twins_that_look_alike_are_not_kept() {
    let (tree, pixels) = screen(&[TWINS[0], ("ImageButton", "act", "", (250, 200), "heart")]);
    assert!(take_with_picture(nth(&tree, 0), &pixels).is_err());
    // One of them can't be seen clearly.
    let (tree, pixels) = screen(&[TWINS[0], ("ImageButton", "act", "", (250, 200), "none")]);
    assert!(take_with_picture(nth(&tree, 0), &pixels).is_err());
}

#[test]
fn two_that_show_the_picture_or_one_that_is_not_clear_leave_the_tie() {
    let (tree, pixels) = screen(&TWINS);
    let f = take_with_picture(nth(&tree, 0), &pixels).unwrap();
    for other in ["heart", "none"] {
        let (now, seen) = screen(&[TWINS[0], TWINS[1], ("ImageButton", "act", "", (450, 200), other)]);
        let miss = find_in_picture(&f, &now, true, &seen).unwrap_err();
        assert_eq!(miss.kind, MissKind::Ambiguous, "{other}: {miss}");
    }
}

#[test]
fn a_twin_that_came_later_is_told_by_the_picture_and_marked() {
    let (tree, pixels) = screen(&[("Button", "buy", "Buy", (50, 200), "heart")]);
    let f = take_with_picture(nth(&tree, 0), &pixels).unwrap();
    assert!(!picture_decides(&f, &tree, true), "words need no picture");
    let (now, seen) = screen(&[
        ("Button", "buy", "Buy", (50, 200), "trash"),
        ("Button", "buy", "Buy", (250, 200), "heart"),
    ]);
    assert_eq!(find(&f, &now, true).unwrap_err().kind, MissKind::Ambiguous);
    let found = find_in_picture(&f, &now, true, &seen).unwrap();
    assert_eq!((found.node, found.rung), (nth(&now, 1), Rung::Picture));
    assert!(found.relocated);
}

#[test]
fn an_icon_that_shows_another_sign_is_refused() {
    let one = |name| screen(&[("ImageButton", "fab", "", (50, 200), name)]);
    let (tree, pixels) = one("heart");
    let f = take_with_picture(nth(&tree, 0), &pixels).unwrap();
    assert!(f.picture.is_some());
    let (now, seen) = one("trash");
    assert!(find(&f, &now, true).is_ok());
    assert_eq!(
        find_in_picture(&f, &now, true, &seen).unwrap_err().kind,
        MissKind::Contradiction
    );
    // Nothing to be seen is nothing said.
    let (now, seen) = one("none");
    assert!(find_in_picture(&f, &now, true, &seen).is_ok());
    // With words of its own a control may look like anything.
    let (tree, pixels) = screen(&[("Button", "buy", "Buy", (50, 200), "heart")]);
    let f = take_with_picture(nth(&tree, 0), &pixels).unwrap();
    let (now, seen) = screen(&[("Button", "buy", "Buy", (50, 200), "trash")]);
    assert!(find_in_picture(&f, &now, true, &seen).is_ok());
}

#[test]
fn a_picture_alone_finds_nothing() {
    let (tree, pixels) = screen(&[("ImageButton", "fab", "", (50, 200), "heart"), TWINS[1]]);
    let f = take_with_picture(nth(&tree, 0), &pixels).unwrap();
    // The same sign on something that nothing else confirms: other words, another kind, another way up.
    for other in [
        ("ImageButton", "other", "", (50, 200), "heart"),
        ("TextView", "fab", "Like", (50, 200), "heart"),
        ("ImageButton", "fab", "Like", (50, 200), "heart"),
    ] {
        let (now, seen) = screen(&[other, TWINS[1]]);
        assert!(find_in_picture(&f, &now, true, &seen).is_err(), "{other:?}");
    }
    let (tree, pixels) = screen(&TWINS);
    let twin = take_with_picture(nth(&tree, 0), &pixels).unwrap();
    let elsewhere = Feature {
        path: Vec::new(),
        ..twin
    };
    assert!(find_in_picture(&elsewhere, &tree, true, &pixels).is_err());
}

#[test]
fn what_is_covered_cut_off_or_typed_has_no_patch() {
    let (tree, pixels) = screen(&TWINS);
    let raw = pixels.luma().clone().into_raw();
    let cover = Cover {
        what: "keyboard".into(),
        frame: Rect::new(0, 300, 1080, 1200),
    };
    let covered = Pixels::new(SIZE, raw.clone(), &geometry(), &[cover]).unwrap();
    assert!(Patch::of(nth(&tree, 0), &pixels).is_some());
    assert!(Patch::of(nth(&tree, 0), &covered).is_none());
    assert!(
        Pixels::new((1200, 1080), raw, &geometry(), &[]).is_none(),
        "of another size"
    );
    let (tree, pixels) = screen(&[
        ("EditText", "pin", "", (50, 200), "heart"),
        ("CheckBox", "on", "", (250, 200), "check"),
        ("ImageButton", "cut", "", (1000, 200), "none"),
        ("Button", "time", "12:30", (450, 200), "clock"),
    ]);
    for n in 0..4 {
        assert_eq!(Patch::of(nth(&tree, n), &pixels), None, "{n}");
    }
}

#[test]
fn an_icon_over_a_field_has_no_patch() {
    let mut b = TreeBuilder::new();
    let area = Rect::new(900, 200, 1026, 326);
    for (class, bounds) in [
        ("Frame", Rect::new(0, 0, 1080, 1200)),
        ("EditText", Rect::new(0, 200, 1080, 326)),
        ("ImageButton", area),
    ] {
        b.open(&NodeAttrs {
            class,
            bounds,
            flags: Flags::ENABLED.with(Flags::CLICKABLE),
            ..Default::default()
        });
        if class != "Frame" {
            b.close();
        }
    }
    let tree = b.finish();
    let mut luma = GrayImage::from_pixel(SIZE.0, SIZE.1, image::Luma([240]));
    draw(&mut luma, (900, 200), icon("cross"), Drawn::default());
    let pixels = Pixels::new(SIZE, luma.into_raw(), &geometry(), &[]).unwrap();
    assert_eq!(Patch::of(nth(&tree, 2), &pixels), None);
}
