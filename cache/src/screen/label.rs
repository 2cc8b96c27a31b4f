//! What an element is called.
//!
//! A label identifies; a value is what the user put in. The text of an editable is its value, never its label.
//! A control without a label of its own borrows that of what it holds, without the volatile parts.

use super::tree::Span;
use super::{Family, Flags, Node};
use crate::text::{is_volatile, normal};

/// Where a label was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LabelSource {
    /// The node's own content description.
    Desc,
    /// The node's own text.
    Text,
    /// The hint of an editable.
    Hint,
    /// Texts of what it holds.
    Borrowed,
}

/// What an element is called, in normal form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The words, in the form of [`crate::text::normal`].
    pub text: String,
    /// Where they stand.
    pub source: LabelSource,
}

impl Label {
    /// True if it says when or how many: such a label never identifies.
    pub fn is_volatile(&self) -> bool {
        is_volatile(&self.text)
    }
}

/// What a node is called. `None` if neither it nor, for an actionable node, what it holds says so.
pub fn label(node: Node<'_>) -> Option<Label> {
    own(node).or_else(|| {
        if node.is_actionable() {
            borrowed(node)
        } else {
            None
        }
    })
}

/// What the user put into a node: the text of an editable without its hint (empty if it only shows the hint),
/// or the text of a node that is called by its description.
pub fn value(node: Node<'_>) -> Option<String> {
    if node.family() == Family::Field {
        let (text, hint) = (normal(node.text()), normal(node.hint()));
        // Some widgets report "hint value" as one text (`Your e-mail. a@b.c`).
        let rest = if hint.is_empty() {
            None
        } else {
            text.strip_prefix(&hint)
        };
        return Some(match rest {
            None => text,
            Some("") => String::new(),
            Some(r) if r.starts_with([' ', ',', '.']) => r.trim_start_matches([' ', ',', '.']).to_owned(),
            Some(_) => text.clone(),
        });
    }
    let text = normal(node.text());
    (!normal(node.desc()).is_empty() && !text.is_empty() && text != normal(node.desc())).then_some(text)
}

fn own(node: Node<'_>) -> Option<Label> {
    let (words, source) = own_words(node, node.family())?;
    Some(Label {
        text: normal(node.tree().str(words)),
        source,
    })
}

/// Where a node's own words stand in its tree. They have a normal form that is not empty.
pub(super) fn own_words(node: Node<'_>, family: Family) -> Option<(Span, LabelSource)> {
    let record = node.record();
    let some = |words: Span, source| (!is_blank(node.tree().str(words))).then_some((words, source));
    if let Some(desc) = some(record.desc, LabelSource::Desc) {
        return Some(desc);
    }
    match family {
        Family::Field => some(record.hint, LabelSource::Hint),
        // The words on a switch are its state.
        Family::Toggle if is_state(node.text()) => None,
        _ => some(record.text, LabelSource::Text),
    }
}

fn is_blank(text: &str) -> bool {
    // Most texts are either empty or begin with a letter.
    match text.as_bytes().first() {
        None => true,
        Some(b'!'..=b'~') => false,
        Some(_) => normal(text).is_empty(),
    }
}

/// How Android's switches say on and off in the languages that most phones speak.
const STATES: [&str; 40] = [
    "on",
    "off",
    "an",
    "aus",
    "ein",
    "oui",
    "non",
    "activé",
    "désactivé",
    "sí",
    "no",
    "activado",
    "desactivado",
    "sim",
    "não",
    "ativado",
    "desativado",
    "attivo",
    "disattivo",
    "aan",
    "uit",
    "på",
    "av",
    "til",
    "fra",
    "wł.",
    "wył.",
    "вкл.",
    "выкл.",
    "açık",
    "kapalı",
    "开",
    "关",
    "开启",
    "关闭",
    "開啟",
    "關閉",
    "オン",
    "オフ",
    "켜짐",
];

fn is_state(text: &str) -> bool {
    let text = text.trim().to_lowercase();
    STATES.contains(&text.as_str())
}

/// Texts below the node that belong to it: not those inside another control, not values, nothing volatile.
fn borrowed(node: Node<'_>) -> Option<Label> {
    let mut parts: Vec<String> = Vec::new();
    let mut skip: Option<Node<'_>> = None;
    // A loop, not a recursion: dumps nest thousands of levels deep.
    for n in node.descendants() {
        if skip.is_some_and(|s| s.holds(n)) {
            continue;
        }
        if n.is_actionable() && !n.is(Flags::CHECKABLE) {
            skip = Some(n);
            continue;
        }
        if let Some(l) = own(n).filter(|l| !l.is_volatile() && !parts.contains(&l.text)) {
            parts.push(l.text);
        }
    }
    (!parts.is_empty()).then(|| Label {
        text: parts.join(" "),
        source: LabelSource::Borrowed,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::{NodeAttrs, TreeBuilder, UiTree};

    fn one(a: NodeAttrs<'_>) -> UiTree {
        let mut b = TreeBuilder::new();
        b.open(&a);
        b.finish()
    }

    fn first(t: &UiTree) -> Node<'_> {
        t.roots().next().unwrap()
    }

    #[test]
    fn a_field_is_called_by_hint_or_description_never_by_its_value() {
        let field = |text, hint, desc| {
            one(NodeAttrs {
                class: "EditText",
                text,
                hint,
                desc,
                ..Default::default()
            })
        };
        let table = [
            ("User name", "User name", "", Some("User name"), ""),
            ("", "", "", None, ""),
            (
                "Your e-mail. a@b.c",
                "Your e-mail.",
                "",
                Some("Your e-mail."),
                "a@b.c",
            ),
            ("Paris", "City", "", Some("City"), "Paris"),
            ("Paris", "", "Town", Some("Town"), "Paris"),
            ("Cityscape", "City", "", Some("City"), "Cityscape"),
        ];
        for (text, hint, desc, want, val) in table {
            let t = field(text, hint, desc);
            assert_eq!(label(first(&t)).map(|l| l.text).as_deref(), want, "{text:?}");
            assert_eq!(value(first(&t)).as_deref(), Some(val), "{text:?}");
        }
    }

    #[test]
    fn a_row_borrows_what_it_holds_without_the_volatile_part() {
        let mut b = TreeBuilder::new();
        b.open(&NodeAttrs {
            class: "ViewGroup",
            flags: Flags::CLICKABLE,
            ..Default::default()
        });
        for text in ["Reports", "12 new", "5 min ago"] {
            b.open(&NodeAttrs {
                class: "TextView",
                text,
                ..Default::default()
            });
            b.close();
        }
        b.open(&NodeAttrs {
            class: "Button",
            text: "More",
            flags: Flags::CLICKABLE,
            ..Default::default()
        });
        let t = b.finish();
        let l = label(first(&t)).unwrap();
        assert_eq!(
            (l.text.as_str(), l.source),
            ("Reports 12 new", LabelSource::Borrowed)
        );
    }

    #[test]
    fn depth_costs_no_stack() {
        let mut b = TreeBuilder::new();
        for _ in 0..10_000 {
            b.open(&NodeAttrs {
                class: "View",
                flags: Flags::CLICKABLE,
                ..Default::default()
            });
        }
        b.open(&NodeAttrs {
            class: "TextView",
            text: "deep",
            ..Default::default()
        });
        let t = b.finish();
        assert_eq!(label(first(&t)), None, "it belongs to the innermost control");
        assert_eq!(label(t.nodes().nth(9_999).unwrap()).unwrap().text, "deep");
    }

    #[test]
    fn a_description_names_and_the_text_beside_it_is_the_value() {
        let t = one(NodeAttrs {
            class: "View",
            desc: "Cart",
            text: "3 items",
            ..Default::default()
        });
        assert_eq!(label(first(&t)).unwrap().text, "Cart");
        assert_eq!(value(first(&t)).as_deref(), Some("3 items"));
    }

    #[test]
    fn the_words_on_a_switch_are_its_state() {
        let t = one(NodeAttrs {
            class: "Switch",
            text: "ON",
            flags: Flags::CHECKABLE,
            ..Default::default()
        });
        assert_eq!(label(first(&t)), None);
    }
}
