//! Made trees.

use proptest::collection::vec;
use proptest::prelude::*;
use retap_cache::screen::{Flags, Rect};

/// A node before it is written down.
#[derive(Debug, Clone)]
pub(super) struct Model {
    pub(super) class: &'static str,
    pub(super) id: String,
    pub(super) package: &'static str,
    pub(super) text: String,
    pub(super) desc: String,
    pub(super) hint: String,
    pub(super) index: u32,
    pub(super) bounds: Rect,
    pub(super) flags: Flags,
    pub(super) children: Vec<Model>,
}

/// Attributes that are flags, in the order of the stock dialect.
pub(super) const FLAGS: [(&str, Flags); 10] = [
    ("checkable", Flags::CHECKABLE),
    ("checked", Flags::CHECKED),
    ("clickable", Flags::CLICKABLE),
    ("enabled", Flags::ENABLED),
    ("focusable", Flags::FOCUSABLE),
    ("focused", Flags::FOCUSED),
    ("scrollable", Flags::SCROLLABLE),
    ("long-clickable", Flags::LONG_CLICKABLE),
    ("password", Flags::PASSWORD),
    ("selected", Flags::SELECTED),
];

const CLASSES: [&str; 5] = [
    "android.widget.FrameLayout",
    "android.widget.TextView",
    "com.a.Outer$Inner",
    "android.webkit.WebView",
    "View",
];
const PACKAGES: [&str; 3] = ["com.example.shop", "android", ""];

/// Characters that XML allows, the awkward ones often.
fn text() -> impl Strategy<Value = String> {
    let awkward = prop::sample::select(
        "<>&\"'\n\r\t ;#=/![]-?\u{a0}\u{ad}\u{fffd}é漢😀🏳"
            .chars()
            .collect::<Vec<_>>(),
    );
    let plain = prop::char::range(' ', '~');
    let any = any::<char>().prop_filter(
        "XML has it",
        |c| matches!(*c as u32, 0x20..=0xD7FF | 0xE000..=0xFFFD | 0x1_0000..),
    );
    let words = prop::sample::select(vec![
        "Killed",
        "ERROR: could not get idle state.",
        "</hierarchy>",
        "&amp;",
        "]]>",
        "-->",
    ]);
    prop_oneof![
        4 => vec(prop_oneof![3 => plain, 3 => awkward, 1 => any], 0..12).prop_map(|c| c.into_iter().collect()),
        1 => words.prop_map(str::to_owned),
    ]
}

fn node() -> impl Strategy<Value = Model> {
    let edge = || prop_oneof![Just(0), -50..3000_i32, any::<i32>()];
    let looks = (
        prop::sample::select(CLASSES.to_vec()),
        prop::sample::select(PACKAGES.to_vec()),
        (text(), text(), text(), text()),
    );
    (
        looks,
        any::<u32>(),
        (edge(), edge(), edge(), edge()),
        any::<u16>(),
    )
        .prop_map(
            |((class, package, (id, text, desc, hint)), index, (l, t, r, b), bits)| {
                let all = FLAGS.iter().map(|(_, f)| *f).chain([Flags::INVISIBLE]);
                let set = all.enumerate().filter(|(i, _)| bits >> i & 1 == 1);
                Model {
                    class,
                    id,
                    package,
                    text,
                    desc,
                    hint,
                    index,
                    bounds: Rect::new(l, t, r, b),
                    flags: set.fold(Flags::NONE, |flags, (_, f)| flags.with(f)),
                    children: Vec::new(),
                }
            },
        )
}

/// The windows of a screen.
pub(super) fn windows() -> impl Strategy<Value = Vec<Model>> {
    let tree = node().prop_recursive(6, 24, 4, |inner| {
        (node(), vec(inner, 0..4)).prop_map(|(node, children)| Model { children, ..node })
    });
    vec(tree, 0..3)
}
