//! The one kind of prompt that needs no model: nothing but a quoted name, articles and a role word.

use retap_cache::screen::{Geometry, Node, UiTree, label};
use retap_cache::text::normal;

use super::role;
use super::role::{is_article, meant};

/// The node of such a prompt, if exactly one visible, actionable node of that role has exactly that label.
pub fn quoted<'t>(prompt: &str, tree: &'t UiTree, display: &Geometry) -> Option<Node<'t>> {
    let prompt = normal(prompt);
    let (before, rest) = prompt.split_once('"')?;
    let (name, after) = rest.split_once('"')?;
    if name.is_empty() || after.contains('"') {
        return None;
    }
    let mut roles: Option<&[&str]> = None;
    for word in before
        .split(' ')
        .chain(after.split(' '))
        .filter(|w| !w.is_empty())
    {
        let word = word.to_lowercase();
        match meant(&word) {
            Some(allowed) if roles.is_none() => roles = Some(allowed),
            None if is_article(&word) => {}
            // Any other word may change what is meant.
            _ => return None,
        }
    }
    let fits = |n: &Node<'_>| {
        n.is_actionable()
            && !n.visible_part(display).is_empty()
            && roles.is_none_or(|allowed| allowed.contains(&role(*n)))
            && label(*n).is_some_and(|l| l.text == name)
    };
    let mut all = tree.nodes().filter(fits);
    match (all.next(), all.next()) {
        (Some(one), None) => Some(one),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use retap_cache::screen::{Flags, NodeAttrs, Rect, TreeBuilder};

    use super::*;

    #[test]
    fn only_a_bare_quoted_name_of_one_control_is_taken() {
        let mut b = TreeBuilder::new();
        for (class, text) in [
            ("Button", "Pay"),
            ("Button", "Delete"),
            ("Button", "Delete"),
            ("Switch", "Sync"),
            ("TextView", "Total"),
        ] {
            let flags = if class == "TextView" {
                Flags::NONE
            } else {
                Flags::CLICKABLE
            };
            b.open(&NodeAttrs {
                class,
                text,
                flags,
                bounds: Rect::new(0, 0, 9, 9),
                ..Default::default()
            });
            b.close();
        }
        let t = b.finish();
        let display = Geometry {
            width: 9,
            height: 9,
            ..Default::default()
        };
        let table = [
            ("\"Pay\"", true),
            ("the \"Pay\" button", true),
            ("the “Sync” switch", true),
            ("the Pay button", false),
            ("the \"Pay\" switch", false),
            ("the second \"Pay\" button", false),
            ("\"pay\"", false),
            ("\"Delete\"", false),
            ("\"Total\"", false),
            ("\"Pay\" or \"Sync\"", false),
            ("", false),
        ];
        for (prompt, found) in table {
            assert_eq!(quoted(prompt, &t, &display).is_some(), found, "{prompt}");
        }
    }
}
