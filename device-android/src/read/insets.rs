//! The frames of the keyboard and of the system's bars, as the window manager prints them.
//!
//! Android 11 to 16 spell the same line in several ways (`InsetsSource.java`, `dump` and `toString`):
//! `InsetsSource id=3 type=ime frame=[0,1410][1080,2274] visible=true`,
//! `InsetsSource type=ITYPE_IME frame=… visible=…`, `InsetsSource: {… mType=ime mFrame=… mVisible=true …}`.

use retap_cache::screen::Rect;

/// Whose frame a line states.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Keyboard,
    StatusBar,
    NavigationBar,
}

/// A frame that a system window keeps for itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Inset {
    pub(crate) kind: Kind,
    pub(crate) frame: Rect,
    pub(crate) visible: bool,
}

/// Reads a line. `None` if it states no frame of these windows, or is cut short.
pub(crate) fn parse(line: &str) -> Option<Inset> {
    if !line.contains("InsetsSource ") && !line.contains("InsetsSource:") {
        return None;
    }
    let kind = match value(line, ["type=", "mType="])?.split([' ', ',', '}']).next()? {
        "ime" | "ITYPE_IME" | "TYPE_IME" => Kind::Keyboard,
        "statusBars" | "ITYPE_STATUS_BAR" | "TYPE_TOP_BAR" => Kind::StatusBar,
        "navigationBars" | "ITYPE_NAVIGATION_BAR" => Kind::NavigationBar,
        _ => return None,
    };
    Some(Inset {
        kind,
        frame: rect(value(line, ["frame=", "mFrame="])?)?,
        visible: value(line, ["visible=", "mVisible="])?.starts_with("true"),
    })
}

/// What stands behind one of the names; never behind a longer name that ends so.
fn value<'l>(line: &'l str, names: [&str; 2]) -> Option<&'l str> {
    names.iter().find_map(|name| {
        line.match_indices(name).find_map(|(at, _)| {
            let before = line.get(..at)?.chars().next_back();
            let alone = before.is_none_or(|c| !c.is_ascii_alphanumeric());
            line.get(at + name.len()..).filter(|_| alone)
        })
    })
}

/// `[l,t][r,b]`, or `Rect(l, t - r, b)`.
fn rect(text: &str) -> Option<Rect> {
    let inner = match text.strip_prefix("Rect(") {
        Some(inner) => inner.split(')').next()?,
        None => {
            let second = text.find("][")?;
            let end = second + 2 + text.get(second + 2..)?.find(']')?;
            return Rect::parse(text.get(..=end)?);
        }
    };
    let (a, b) = inner.split_once(" - ")?;
    Rect::parse(&format!("[{a}][{b}]"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_in_the_spellings_of_several_versions() {
        let ime = |visible| Some((Kind::Keyboard, Rect::new(0, 1410, 1080, 2274), visible));
        let table = [
            (
                "        InsetsSource id=3 type=ime frame=[0,1410][1080,2274] visible=true flags= sideHint=BOTTOM",
                ime(true),
            ),
            (
                "InsetsSource id=3 type=ime frame=[0,1410][1080,2274] visibleFrame=[0,1][2,3] visible=false",
                ime(false),
            ),
            (
                "  InsetsSource type=ITYPE_IME frame=[0,1410][1080,2274] visible=true\r",
                ime(true),
            ),
            (
                "mSource=InsetsSource: {13 mType=ime mFrame=[0,1410][1080,2274] mVisible=true mFlags=[]}",
                ime(true),
            ),
            (
                "InsetsSource: {mType=ITYPE_IME, mFrame=[0,1410][1080,2274], mVisible=false}",
                ime(false),
            ),
            (
                "InsetsSource type=TYPE_IME frame=Rect(0, 1410 - 1080, 2274) visible=true",
                ime(true),
            ),
            (
                "InsetsSource id=27 type=statusBars frame=[0,0][1080,63] visible=true",
                Some((Kind::StatusBar, Rect::new(0, 0, 1080, 63), true)),
            ),
            (
                "InsetsSource type=ITYPE_NAVIGATION_BAR frame=[0,2274][1080,2400] visible=true",
                Some((Kind::NavigationBar, Rect::new(0, 2274, 1080, 2400), true)),
            ),
            (
                "InsetsSource id=5 type=mandatorySystemGestures frame=[0,0][1080,63] visible=true",
                None,
            ),
            (
                "InsetsSourceProvider type=ime frame=[0,0][1,1] visible=true",
                None,
            ),
            (
                "InsetsSourceControl: {type=ime frame=[0,0][1,1] visible=true}",
                None,
            ),
            ("InsetsSource id=3 type=ime frame=[0,1410][10", None),
            ("InsetsSource id=3 type=ime visible=true", None),
            ("InsetsSource id=3 type=ime frame= visible=true", None),
            ("mCurrentFocus=null", None),
        ];
        for (line, want) in table {
            let got = parse(line).map(|i| (i.kind, i.frame, i.visible));
            assert_eq!(got, want, "{line}");
        }
    }
}
