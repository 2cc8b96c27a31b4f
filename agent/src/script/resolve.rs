//! From a selector to the elements of one read that it names.
//!
//! A text is looked for in steps: equal, equal but for case, whole words, part of a word. The first step that finds
//! anything decides; of things that say the same the deepest and smallest counts. Several that are left are an error
//! that lists them: a selector never picks.

use retap_cache::screen::{Family, Geometry, LabelSource, Node, Rect, UiTree, label, same_id, value};
use retap_cache::text::{nearest, normal};

use super::Selector;
use super::closeness::Closeness;
use super::sight::{Seen, into_view, seen};

/// How many of several are listed.
const LISTED: usize = 5;

/// Why a selector gives no element.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotOne {
    /// Nothing fits.
    #[error("{selector} is not on the screen{why}")]
    None {
        /// What was looked for.
        selector: String,
        /// What is known about that, or empty.
        why: String,
    },
    /// Several fit.
    #[error("{selector} is ambiguous, {count} fit: {}", .found.join("; "))]
    Several {
        /// What was looked for.
        selector: String,
        /// How many fit.
        count: usize,
        /// The first of them, with their bounds.
        found: Vec<String>,
    },
    /// Fewer fit than the selector counts.
    #[error("{selector} is not on the screen: {count} fit, and an index counts from 0")]
    Fewer {
        /// What was looked for.
        selector: String,
        /// How many fit.
        count: usize,
    },
}

/// Some dumpers write `..` for a character above the basic plane, older ones nothing.
fn losable(text: &str) -> bool {
    text.chars().any(|c| c > '\u{ffff}')
}

/// The element that a selector names, and how surely.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resolved<'t> {
    /// The element. It may still have to be scrolled into view.
    pub node: Node<'t>,
    /// True if it can be seen and says just what was asked for, case aside. Any other may be pushed aside by the
    /// right one as long as the screen is still on its way.
    pub exact: bool,
}

/// The one element that a selector names: of those that can be seen, or else of those that scrolling may show.
pub fn resolve<'t>(s: &Selector, tree: &'t UiTree, screen: &Geometry) -> Result<Resolved<'t>, NotOne> {
    use Closeness::{AnyCase, Equal, Part, Words};
    let scope = match &s.within {
        Some(within) => Some(resolve(within, tree, screen)?),
        None => None,
    };
    let inside = |n: &Node<'t>| {
        scope
            .zip(s.within.as_deref())
            .is_none_or(|(scope, named)| stands_in(*n, scope.node, named))
    };
    let all: Vec<Node<'t>> = tree.nodes().filter(inside).collect();
    let visible: Vec<Node<'t>> = all.iter().copied().filter(|n| is_visible(*n, screen)).collect();
    let hidden: Vec<Node<'t>> = all
        .iter()
        .copied()
        .filter(|n| !is_visible(*n, screen) && into_view(*n, screen).is_some())
        .collect();
    // What can't be seen is meant only if it says just that; and how many are hidden nobody knows.
    let hidden = if s.index.is_some() { Vec::new() } else { hidden };
    let sure = scope.is_none_or(|s| s.exact) && s.index.is_none() && s.pattern.is_none();
    for (how, among, exact) in [
        (Equal, &visible, sure),
        (AnyCase, &visible, sure),
        (Equal, &hidden, false),
        (AnyCase, &hidden, false),
        (Words, &visible, false),
        (Part, &visible, false),
    ] {
        // What a field holds is its value, not its name: it counts if nothing is called so.
        for values in [false, true] {
            let fitting = among.iter().copied().filter(|n| fits(s, *n, how, values));
            let found = innermost(fitting.collect());
            match (found.as_slice(), s.index) {
                ([], _) => {}
                (found, Some(index)) => {
                    return match found.get(index) {
                        Some(node) => Ok(Resolved { node: *node, exact }),
                        None => Err(NotOne::Fewer {
                            selector: s.to_string(),
                            count: found.len(),
                        }),
                    };
                }
                ([node], None) => return Ok(Resolved { node: *node, exact }),
                (several, None) => {
                    return Err(NotOne::Several {
                        selector: s.to_string(),
                        count: several.len(),
                        found: several.iter().take(LISTED).map(|n| format!("{n:?}")).collect(),
                    });
                }
            }
        }
    }
    Err(NotOne::None {
        selector: s.to_string(),
        why: absence(s, tree, screen),
    })
}

/// Every visible element that a check's selector fits: equal texts, or equal but for case. A check is strict:
/// `active` is not shown by `inactive` nor by `Account active`. What a field holds shows too. A sliver counts here;
/// whoever needs more asks [`seen`].
pub fn visible<'t>(s: &Selector, tree: &'t UiTree, screen: &Geometry) -> Vec<Node<'t>> {
    strict(s, tree, &|n| is_visible(n, screen))
}

fn strict<'t>(s: &Selector, tree: &'t UiTree, which: &dyn Fn(Node<'t>) -> bool) -> Vec<Node<'t>> {
    let scopes = s.within.as_deref().map(|w| (w, strict(w, tree, which)));
    let inside = |n: &Node<'t>| {
        scopes
            .as_ref()
            .is_none_or(|(named, all)| all.iter().any(|a| stands_in(*n, *a, named)))
    };
    let fitting = tree
        .nodes()
        .filter(|n| which(*n) && inside(n) && fits(s, *n, Closeness::AnyCase, true));
    let found = innermost(fitting.collect());
    match s.index {
        Some(index) => found.get(index).copied().into_iter().collect(),
        None => found,
    }
}

/// What is known about a selector that nothing visible fits, to stand behind a sentence that says so.
pub fn absence(s: &Selector, tree: &UiTree, screen: &Geometry) -> String {
    let mut out = String::new();
    if let Some(node) = strict(s, tree, &|n| !is_visible(n, screen)).first()
        && let Seen::Not(why) = seen(*node, screen)
    {
        out.push_str(&format!("; {node:?} is not visible: {why}"));
    }
    if let Some(near) = similar(s, tree, screen).filter(|_| out.is_empty()) {
        out.push_str(&format!("; the nearest is {near:?}"));
    }
    if [&s.label, &s.text, &s.desc]
        .into_iter()
        .flatten()
        .any(|t| losable(t))
    {
        out.push_str("; emoji can be lost in dumps");
    }
    if s.id.is_some() && tree.nodes().all(|n| n.resource_id().is_empty()) {
        out.push_str(
            "; this screen has no ids at all: a Compose app shows its test tags as ids once it sets \
             `testTagsAsResourceId = true`",
        );
    }
    out
}

/// The most similar thing that can be seen.
fn similar(s: &Selector, tree: &UiTree, screen: &Geometry) -> Option<String> {
    let visible = || tree.nodes().filter(|n| is_visible(*n, screen));
    let wanted = [&s.label, &s.text, &s.desc].into_iter().flatten().next();
    let (wanted, names): (&str, Vec<String>) = match (wanted, &s.id) {
        (Some(wanted), _) => (wanted, visible().filter_map(own_label).collect()),
        (None, Some(id)) => (
            bare(id),
            visible().map(|n| bare(n.resource_id()).to_owned()).collect(),
        ),
        (None, None) => return None,
    };
    let names = names.iter().map(String::as_str).filter(|n| !n.is_empty());
    nearest(wanted, names).map(str::to_owned)
}

fn bare(id: &str) -> &str {
    id.split_once(":id/").map_or(id, |(_, tail)| tail)
}

/// True if a node stands in what a scope names. The scope's own control may be inside a wrapper that has the id.
fn stands_in(node: Node<'_>, scope: Node<'_>, named: &Selector) -> bool {
    let wrapper = named
        .id
        .as_deref()
        .filter(|id| !same_id(scope.resource_id(), id))
        .and_then(|id| scope.ancestors().find(|a| same_id(a.resource_id(), id)));
    wrapper.unwrap_or(scope).holds(node)
}

/// Without those that hold or enclose another one of them: a list that is called by all of its rows is none of them.
pub(crate) fn innermost(fitting: Vec<Node<'_>>) -> Vec<Node<'_>> {
    let encloses = |a: Rect, b: Rect| !b.is_empty() && a != b && a.intersect(&b) == b;
    let outer = |i: usize, n: Node<'_>| {
        // In document order whatever a node holds comes right behind it.
        fitting.get(i + 1).is_some_and(|next| n.holds(*next))
            || fitting.iter().any(|o| encloses(n.bounds(), o.bounds()))
    };
    let inner = fitting.iter().enumerate().filter(|(i, n)| !outer(*i, **n));
    inner.map(|(_, n)| *n).collect()
}

/// `values` says whether the content of a field counts for a `label`.
fn fits(s: &Selector, n: Node<'_>, how: Closeness, values: bool) -> bool {
    let text = |wanted: &Option<String>, have: &str| {
        wanted
            .as_deref()
            .is_none_or(|w| !normal(have).is_empty() && how.fits(have, w))
    };
    let says = |fits: &dyn Fn(&str) -> bool| {
        said(n).any(|t| !normal(t).is_empty() && fits(t)) || (values && contents(n).iter().any(|t| fits(t)))
    };
    s.id.as_deref().is_none_or(|id| has_id(n, id))
        && text(&s.text, n.text())
        && text(&s.desc, n.desc())
        && s.label.as_deref().is_none_or(|w| says(&|t| how.fits(t, w)))
        && s.pattern.as_ref().is_none_or(|p| says(&|t| p.is_in(&normal(t))))
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

/// True if the id is a node's own, or that of a bare wrapper of just its size around it: toolkits put ids on either.
fn has_id(n: Node<'_>, id: &str) -> bool {
    if same_id(n.resource_id(), id) {
        return true;
    }
    let speaks = |n: Node<'_>| n.is_actionable() || !n.text().is_empty() || !n.desc().is_empty();
    n.resource_id().is_empty()
        && speaks(n)
        && n.ancestors()
            .take_while(|a| a.bounds() == n.bounds() && !speaks(*a))
            .any(|a| same_id(a.resource_id(), id))
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
    use retap_cache::screen::{NodeAttrs, TreeBuilder};

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
    fn whole_words_are_literal_and_nothing_is_part_of_nothing() {
        let t = list(&["It costs $5 now", "5 left", "Party time"]);
        assert_eq!(
            resolve(&called("$5"), &t, &DISPLAY).unwrap().node.text(),
            "It costs $5 now"
        );
        for absent in ["+5", "5 now it", "Party 🎉 time", "", "\u{200b}"] {
            let e = resolve(&called(absent), &t, &DISPLAY).unwrap_err();
            assert!(matches!(e, NotOne::None { .. }), "{absent:?}: {e}");
        }
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
