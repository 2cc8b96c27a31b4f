//! What a dump says about its nodes, read without any code of the look-up that is judged by it.
//!
//! Attributes as they stand; of their words only the white space is put in order.

use retap_cache::screen::{Flags, Node, UiTree};

/// What a node is for, by its class. On purpose not the families of the product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Input,
    Check,
    Press,
    Picture,
    Words,
    List,
    Other,
}

/// How the words of two nodes compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Same {
    /// Word by word.
    Yes,
    /// But for numbers.
    Numbers,
    /// What differs stands beside numbers: it may be data.
    Unsure,
    /// They say something else.
    No,
}

/// One node, as far as it can be compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Seen {
    pub(super) id: String,
    pub(super) role: Role,
    /// What it is called: one part if that is its own, more if they stand below it.
    pub(super) words: Vec<String>,
    /// All words of the narrowest thing around it that says more than itself.
    pub(super) around: Vec<String>,
    /// If it stands in an item of a list: the words there that aren't its own.
    pub(super) row: Option<Vec<String>>,
}

/// A dump, read once.
#[derive(Debug, Clone)]
pub(super) struct Sight<'t> {
    pub(super) tree: &'t UiTree,
    seen: Vec<Seen>,
}

impl<'t> Sight<'t> {
    pub(super) fn of(tree: &'t UiTree) -> Sight<'t> {
        Sight {
            tree,
            seen: tree.nodes().map(see).collect(),
        }
    }

    /// What is seen of a node of this dump.
    pub(super) fn at(&self, node: Node<'_>) -> &Seen {
        &self.seen[node.id().position()]
    }

    /// The nodes that look so.
    pub(super) fn all(&self, like: impl Fn(&Seen) -> bool) -> Vec<Node<'t>> {
        let nodes = self.tree.nodes().zip(&self.seen);
        nodes.filter(|(_, s)| like(s)).map(|(n, _)| n).collect()
    }

    /// The one node that looks so, if it is the only one.
    pub(super) fn only(&self, like: impl Fn(&Seen) -> bool) -> Option<Node<'t>> {
        match self.all(like).as_slice() {
            [one] => Some(*one),
            _ => None,
        }
    }
}

/// Compares what two nodes are called.
pub(super) fn compare(a: &[String], b: &[String]) -> Same {
    let masked = |parts: &[String]| -> Vec<String> { parts.iter().map(|p| mask(p)).collect() };
    let plain = |parts: &[String]| -> Vec<String> {
        let lasting = parts.iter().filter(|p| !numbered(p));
        lasting.cloned().collect()
    };
    if a == b {
        Same::Yes
    } else if masked(a) == masked(b) {
        Same::Numbers
    } else if plain(a) == plain(b) {
        Same::Unsure
    } else {
        Same::No
    }
}

fn see(node: Node<'_>) -> Seen {
    let own = own_words(node);
    let words = if own.is_none() && takes_input(node) {
        below(node)
    } else {
        own.into_iter().collect()
    };
    Seen {
        id: node.resource_id().trim().to_owned(),
        role: role(node.class()),
        words,
        around: around(node),
        row: row(node),
    }
}

fn role(class: &str) -> Role {
    let name = class.rsplit(['.', '$']).next().unwrap_or(class).to_lowercase();
    let has = |parts: &[&str]| parts.iter().any(|p| name.contains(p));
    if has(&["edit", "autocomplete"]) {
        Role::Input
    } else if has(&["checkbox", "checkedtext", "switch", "radiobutton", "toggle"]) {
        Role::Check
    } else if has(&["button", "chip"]) {
        Role::Press
    } else if has(&["recycler", "listview", "gridview"]) {
        Role::List
    } else if has(&["image"]) {
        Role::Picture
    } else if has(&["text"]) {
        Role::Words
    } else {
        Role::Other
    }
}

fn takes_input(node: Node<'_>) -> bool {
    [Flags::CLICKABLE, Flags::LONG_CLICKABLE, Flags::CHECKABLE]
        .into_iter()
        .any(|f| node.is(f))
        || role(node.class()) == Role::Input
}

fn spaced(text: &str) -> Option<String> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    (!text.is_empty()).then_some(text)
}

/// Description, else text, else hint. What is typed into a field and whether a switch is on are no names.
fn own_words(node: Node<'_>) -> Option<String> {
    let text = match role(node.class()) {
        Role::Input => None,
        Role::Check if ["on", "off"].contains(&node.text().trim().to_lowercase().as_str()) => None,
        _ => spaced(node.text()),
    };
    spaced(node.desc()).or(text).or_else(|| spaced(node.hint()))
}

/// Words below a control that are not those of another control in it.
fn below(node: Node<'_>) -> Vec<String> {
    let foreign = |n: Node<'_>| {
        std::iter::once(n)
            .chain(n.ancestors())
            .take_while(|up| *up != node)
            .any(|up| takes_input(up) && !up.is(Flags::CHECKABLE))
    };
    let mut parts = Vec::new();
    for n in node.descendants().filter(|n| !foreign(*n)) {
        parts.extend(own_words(n).filter(|w| !parts.contains(w)));
    }
    parts
}

fn all_words(node: Node<'_>, without: Option<Node<'_>>) -> Vec<String> {
    let apart = |n: &Node<'_>| without.is_none_or(|w| *n != w && !w.holds(*n));
    std::iter::once(node)
        .chain(node.descendants())
        .filter(apart)
        .filter_map(own_words)
        .collect()
}

fn around(node: Node<'_>) -> Vec<String> {
    let more = |up: &Node<'_>| !all_words(*up, Some(node)).is_empty();
    node.ancestors()
        .find(more)
        .map(|up| all_words(up, None))
        .unwrap_or_default()
}

fn row(node: Node<'_>) -> Option<Vec<String>> {
    let in_list = |n: &Node<'_>| n.parent().is_some_and(|p| role(p.class()) == Role::List);
    let item = node.ancestors().find(in_list)?;
    Some(all_words(item, Some(node)))
}

fn numbered(text: &str) -> bool {
    text.chars().any(char::is_numeric)
}

/// The text with `#` for each word that holds a number.
fn mask(text: &str) -> String {
    let word = |w: &str| if numbered(w) { "#".to_owned() } else { w.to_owned() };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_data_and_words_are_not() {
        let parts = |t: &str| -> Vec<String> { t.split('|').map(str::to_owned).collect() };
        for (a, b, want) in [
            ("Pay", "Pay", Same::Yes),
            ("3 items", "4 items", Same::Numbers),
            ("Reports|5 min ago", "Reports|Aug 11", Same::Unsure),
            ("Pay $5", "Refund $5", Same::Unsure),
            ("Pay", "Refund", Same::No),
            ("Milk|$5", "Bread|$5", Same::No),
        ] {
            assert_eq!(compare(&parts(a), &parts(b)), want, "{a} / {b}");
        }
    }
}
