//! Icons of controls without words, drawn dot by dot.

/// Dots on a side.
pub(crate) const SIDE: usize = 12;

/// A sign: its rows from the top, a letter for each dot of ink.
pub(crate) type Icon = [&'static str; SIDE];

/// Every icon that a phone file can name.
#[rustfmt::skip]
const ICONS: [(&str, Icon); 6] = [
    ("heart", [
        "            ", "  ###  ###  ", " ########## ", "############", "############", "############",
        " ########## ", "  ########  ", "   ######   ", "    ####    ", "     ##     ", "            ",
    ]),
    ("trash", [
        "    ####    ", "############", "            ", " ########## ", " ## ## # ## ", " ## ## # ## ",
        " ## ## # ## ", " ## ## # ## ", " ## ## # ## ", " ## ## # ## ", " ########## ", "            ",
    ]),
    ("plus", [
        "     ##     ", "     ##     ", "     ##     ", "     ##     ", "     ##     ", "############",
        "############", "     ##     ", "     ##     ", "     ##     ", "     ##     ", "     ##     ",
    ]),
    ("menu", [
        "            ", "############", "############", "            ", "            ", "############",
        "############", "            ", "            ", "############", "############", "            ",
    ]),
    ("play", [
        "##          ", "####        ", "######      ", "########    ", "##########  ", "############",
        "############", "##########  ", "########    ", "######      ", "####        ", "##          ",
    ]),
    ("search", [
        "  #####     ", " #######    ", "##     ##   ", "##     ##   ", "##     ##   ", "##     ##   ",
        " #######    ", "  #######   ", "       ###  ", "        ### ", "         ###", "          ##",
    ]),
];

/// The names, in the order in which errors list them.
pub(crate) fn names() -> [&'static str; ICONS.len()] {
    ICONS.map(|(name, _)| name)
}

/// The icon of that name.
pub(crate) fn named(name: &str) -> Option<Icon> {
    ICONS.iter().find(|(n, _)| *n == name).map(|(_, icon)| *icon)
}
