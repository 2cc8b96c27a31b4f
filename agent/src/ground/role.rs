//! The word for what a node is to a person.

use retap_cache::screen::{Family, Node};

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
