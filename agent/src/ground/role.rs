//! The word for what a node is to a person.

use retap_cache::screen::{Family, Node};

/// Role words of prompts and the roles that they allow.
const ROLES: [(&str, &[&str]); 12] = [
    ("button", &["button"]),
    ("link", &["button"]),
    ("icon", &["button"]),
    ("tab", &["button"]),
    ("field", &["field"]),
    ("input", &["field"]),
    ("box", &["field", "toggle"]),
    ("checkbox", &["toggle"]),
    ("switch", &["toggle"]),
    ("toggle", &["toggle"]),
    ("row", &["item"]),
    ("item", &["item"]),
];

/// `button`, `field`, `toggle`, `item` (a row that takes taps), `text`, …: the words of outlines and prompts.
pub fn role(node: Node<'_>) -> &'static str {
    match node.family() {
        Family::Button => "button",
        Family::Field => "field",
        Family::Toggle => "toggle",
        Family::List => "list",
        Family::Web => "web",
        // Whatever its class: what takes taps is a button to people, and an item if it repeats.
        _ if node.is_actionable() && node.is_item() => "item",
        _ if node.is_actionable() => "button",
        Family::Scroll => "scroll",
        Family::Text => "text",
        Family::Image => "image",
        Family::View => "view",
    }
}

/// The roles that a role word of a prompt allows, if it is one; in lower case.
pub(crate) fn meant(word: &str) -> Option<&'static [&'static str]> {
    ROLES
        .iter()
        .find(|(w, _)| *w == word)
        .map(|(_, allowed)| *allowed)
}

/// True for a word that says nothing; in lower case.
pub(crate) fn is_article(word: &str) -> bool {
    matches!(word, "the" | "a" | "an")
}
