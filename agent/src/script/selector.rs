//! A script's own selectors.
//!
//! A text is looked for in steps: equal, equal but for case, whole words, part of a word. The first step that
//! finds anything decides; of nested nodes that say the same the deepest counts. Several that are left are an
//! error that lists them: a selector never picks.

use std::fmt;

use retap_cache::screen::{Family, Geometry, LabelSource, Node, UiTree, label, same_id, value};
use retap_cache::text::normal;

use super::Closeness;

/// What a script names an element by; all that is given must hold.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Selector {
    /// Resource-id, in full or bare.
    pub id: Option<String>,
    /// Its text.
    pub text: Option<String>,
    /// Its content description.
    pub desc: Option<String>,
    /// What it is called: text, description or hint.
    pub label: Option<String>,
}

/// Why a selector gives no element.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotOne {
    /// Nothing fits.
    #[error("{selector} is not on the screen{}", near(.selector, .nearest))]
    None {
        /// What was looked for.
        selector: String,
        /// The most similar thing there, if any is similar.
        nearest: Option<String>,
    },
    /// Several fit.
    #[error("{selector} is ambiguous: {}", .found.join("; "))]
    Several {
        /// What was looked for.
        selector: String,
        /// Those that fit.
        found: Vec<String>,
    },
}

fn near(selector: &str, nearest: &Option<String>) -> String {
    let near = nearest
        .as_ref()
        .map_or(String::new(), |n| format!("; the nearest is {n:?}"));
    // Some dumpers write `..` for an emoji, older ones nothing.
    let lost = if selector.chars().any(|c| c >= '\u{1f000}') {
        "; emoji can be lost in dumps"
    } else {
        ""
    };
    near + lost
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [("id", &self.id), ("text", &self.text), ("desc", &self.desc)];
        let mut words: Vec<String> = parts
            .iter()
            .filter_map(|(k, v)| v.as_ref().map(|v| format!("{k} {v:?}")))
            .collect();
        if let Some(l) = &self.label {
            words.insert(0, format!("{l:?}"));
        }
        f.write_str(&words.join(" with "))
    }
}

/// The element that a selector names, and how surely.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resolved<'t> {
    /// The element.
    pub node: Node<'t>,
    /// True if it says just what was asked for, case aside. A looser match may be pushed aside by the right one
    /// as long as the screen is still on its way.
    pub exact: bool,
}

/// The one visible element that a selector names.
pub fn resolve<'t>(s: &Selector, tree: &'t UiTree, screen: &Geometry) -> Result<Resolved<'t>, NotOne> {
    let seen: Vec<Node<'t>> = tree.nodes().filter(|n| is_visible(*n, screen)).collect();
    for how in Closeness::ALL {
        // What a field holds is its value, not its name: it counts if nothing is called so.
        for values in [false, true] {
            let fitting: Vec<Node<'t>> = seen
                .iter()
                .copied()
                .filter(|n| fits(s, *n, how, values))
                .collect();
            match deepest(&fitting).as_slice() {
                [] => {}
                [node] => {
                    return Ok(Resolved {
                        node: *node,
                        exact: how.is_exact(),
                    });
                }
                several => {
                    let found = several.iter().take(5).map(|n| format!("{n:?}")).collect();
                    return Err(NotOne::Several {
                        selector: s.to_string(),
                        found,
                    });
                }
            }
        }
    }
    let wanted = [&s.label, &s.text, &s.desc].into_iter().flatten().next();
    let labels: Vec<String> = seen.iter().filter_map(|n| own_label(*n)).collect();
    let nearest = wanted
        .and_then(|w| retap_cache::text::nearest(w, labels.iter().map(String::as_str)))
        .map(str::to_owned);
    Err(NotOne::None {
        selector: s.to_string(),
        nearest,
    })
}

/// Of nested nodes that say the same the deepest is meant. The nodes come and go in document order.
pub(crate) fn deepest<'t>(fitting: &[Node<'t>]) -> Vec<Node<'t>> {
    // One that holds any later one also holds the next.
    let next = fitting.iter().skip(1).map(Some).chain([None]);
    fitting
        .iter()
        .zip(next)
        .filter(|(n, next)| !next.is_some_and(|next| n.holds(*next)))
        .map(|(n, _)| *n)
        .collect()
}

/// Every visible element that a check's selector fits: equal texts, or equal but for case. A check is strict:
/// `active` is not shown by `inactive` nor by `Account active`. What a field holds shows too.
pub fn visible<'t>(s: &Selector, tree: &'t UiTree, screen: &Geometry) -> Vec<Node<'t>> {
    tree.nodes()
        .filter(|n| is_visible(*n, screen) && fits(s, *n, Closeness::AnyCase, true))
        .collect()
}

/// `values` says whether the content of a field counts for a `label`.
fn fits(s: &Selector, n: Node<'_>, how: Closeness, values: bool) -> bool {
    let text = |wanted: &Option<String>, have: &str| {
        wanted
            .as_deref()
            .is_none_or(|w| !normal(have).is_empty() && how.fits(have, w))
    };
    s.id.as_deref().is_none_or(|id| same_id(n.resource_id(), id))
        && text(&s.text, n.text())
        && text(&s.desc, n.desc())
        && s.label.as_deref().is_none_or(|w| {
            said(n).any(|t| !normal(t).is_empty() && how.fits(t, w))
                || (values && contents(n).iter().any(|t| how.fits(t, w)))
        })
}

/// What a node says of itself.
pub(crate) fn said<'t>(n: Node<'t>) -> impl Iterator<Item = &'t str> {
    let text = (n.family() != Family::Field).then(|| n.text());
    text.into_iter().chain([n.desc(), n.hint()])
}

/// What a field holds: all that it shows, and that without its hint.
pub(crate) fn contents(n: Node<'_>) -> Vec<String> {
    if n.family() != Family::Field {
        return Vec::new();
    }
    let shown = [Some(n.text().to_owned()), value(n)];
    shown
        .into_iter()
        .flatten()
        .filter(|t| !normal(t).is_empty())
        .collect()
}

fn own_label(n: Node<'_>) -> Option<String> {
    label(n)
        .filter(|l| l.source != LabelSource::Borrowed)
        .map(|l| l.text)
}

fn is_visible(n: Node<'_>, screen: &Geometry) -> bool {
    !n.visible_part(screen).is_empty()
}

#[cfg(test)]
mod tests {
    use retap_cache::screen::{NodeAttrs, Rect, TreeBuilder};

    use super::*;

    const DISPLAY: Geometry = Geometry {
        width: 1080,
        height: 2400,
        rotation: 0,
        density: 420,
    };

    fn list(labels: &[&str]) -> UiTree {
        let mut b = TreeBuilder::new();
        let all = labels.join(" ");
        let whole = Rect::new(0, 0, 1080, 2400);
        b.open(&NodeAttrs {
            class: "ViewGroup",
            desc: &all,
            bounds: whole,
            ..Default::default()
        });
        for (i, text) in labels.iter().enumerate() {
            let bounds = Rect::new(0, i as i32 * 100, 1080, i as i32 * 100 + 100);
            b.open(&NodeAttrs {
                class: "TextView",
                text,
                bounds,
                ..Default::default()
            });
            b.close();
        }
        b.finish()
    }

    fn called(label: &str) -> Selector {
        Selector {
            label: Some(label.to_owned()),
            ..Selector::default()
        }
    }

    #[test]
    fn the_closest_text_wins_and_the_container_is_never_chosen() {
        let t = list(&[
            "Account inactive",
            "Account active",
            "Edit Profile Picture",
            "Profile",
            "+14 Elsewhere",
            "+41 Somewhere",
            "Size (optional)?",
        ]);
        for (wanted, got) in [
            ("active", "Account active"),
            ("Account active", "Account active"),
            ("Profile", "Profile"),
            ("profile", "Profile"),
            ("+41 Somewhere", "+41 Somewhere"),
            ("Size (optional)?", "Size (optional)?"),
            ("Elsewh", "+14 Elsewhere"),
        ] {
            assert_eq!(
                resolve(&called(wanted), &t, &DISPLAY).unwrap().node.text(),
                got,
                "{wanted}"
            );
        }
        assert!(matches!(
            resolve(&called("' or '1'='1"), &t, &DISPLAY),
            Err(NotOne::None { .. })
        ));
        assert!(
            visible(&called("active"), &t, &DISPLAY).is_empty(),
            "a check is strict"
        );
    }

    #[test]
    fn several_equal_ones_are_listed_not_picked() {
        let t = list(&["Delete", "Delete", "Keep"]);
        let e = resolve(&called("Delete"), &t, &DISPLAY).unwrap_err();
        assert!(
            matches!(&e, NotOne::Several { found, .. } if found.len() == 2),
            "{e}"
        );
        let e = resolve(&called("Keap"), &t, &DISPLAY).unwrap_err();
        assert_eq!(
            e.to_string(),
            "\"Keap\" is not on the screen; the nearest is \"Keep\""
        );
    }

    #[test]
    fn what_a_field_holds_is_not_its_name() {
        let mut b = TreeBuilder::new();
        for (class, y) in [("EditText", 0), ("TextView", 100)] {
            let bounds = Rect::new(0, y, 1080, y + 100);
            b.open(&NodeAttrs {
                class,
                text: "Paris",
                bounds,
                ..Default::default()
            });
            b.close();
        }
        let t = b.finish();
        assert_eq!(
            resolve(&called("Paris"), &t, &DISPLAY).unwrap().node.class(),
            "TextView"
        );
        assert_eq!(visible(&called("Paris"), &t, &DISPLAY).len(), 2);
        assert!(!resolve(&called("Par"), &t, &DISPLAY).unwrap().exact);
    }

    #[test]
    fn what_is_off_the_display_is_not_visible() {
        let mut b = TreeBuilder::new();
        for (text, bounds) in [
            ("below", Rect::new(0, 2500, 1080, 2600)),
            ("empty", Rect::new(100, 200, 100, 200)),
            ("left", Rect::new(-1080, 300, 0, 500)),
            ("seen", Rect::new(40, 700, 1040, 820)),
        ] {
            b.open(&NodeAttrs {
                class: "TextView",
                text,
                bounds,
                ..Default::default()
            });
            b.close();
        }
        let t = b.finish();
        for (text, n) in [("below", 0), ("empty", 0), ("left", 0), ("seen", 1)] {
            assert_eq!(visible(&called(text), &t, &DISPLAY).len(), n, "{text}");
        }
    }
}
