//! What a rule's `tap:` or `swipe:` names: one node of the screen.
//!
//! `#id`, or the text, description or hint of a node, with or without quotes.

use retap_cache::screen::Flags;
use retap_cache::text::nearest;
use retap_cache::yaml::{Problem, Yaml};

use crate::screen::{Node, Tree};

/// The node that a tap must hit for the rule: the one named, or the control around it that takes its taps.
pub(crate) fn tap_target(of: &Yaml, tree: &Tree, screen: &str) -> Result<usize, Problem> {
    let named = settle(of, tree, screen)?;
    std::iter::once(named)
        .chain(tree.ancestors(named))
        .find(|i| tree.nodes[*i].is_actionable())
        .ok_or_else(|| {
            of.problem(format!(
                "a tap on {} would do nothing: it takes no taps",
                describe(&tree.nodes[named])
            ))
            .hint(format!("add `clickable` to line {}", tree.nodes[named].at.line))
        })
}

/// The scrolling view that a swipe must begin in for the rule.
pub(crate) fn swipe_target(of: &Yaml, tree: &Tree, screen: &str) -> Result<usize, Problem> {
    let named = settle(of, tree, screen)?;
    let node = &tree.nodes[named];
    if node.flags.has(Flags::SCROLLABLE) {
        return Ok(named);
    }
    Err(of
        .problem(format!(
            "a swipe on {} would do nothing: it does not scroll",
            describe(node)
        ))
        .hint(format!("add `scrollable` to line {}", node.at.line)))
}

/// Exactly one node, whatever its conditions.
fn settle(of: &Yaml, tree: &Tree, screen: &str) -> Result<usize, Problem> {
    let written = of.text("what is touched")?.trim();
    let fits: Box<dyn Fn(&Node) -> bool> = match written.strip_prefix('#') {
        Some(id) => {
            let id = id.trim_start_matches('=');
            Box::new(move |n| !id.is_empty() && (n.short_id == id || n.id == id))
        }
        None => {
            let label = unquoted(written);
            Box::new(move |n| !label.is_empty() && labels(n).contains(&label))
        }
    };
    let found: Vec<usize> = (0..tree.nodes.len()).filter(|i| fits(&tree.nodes[*i])).collect();
    match found[..] {
        [one] => Ok(one),
        [] => Err(of
            .problem(format!("`{written}` is on no node of screen `{screen}`"))
            .hint(near(written, tree))),
        _ => {
            let list: Vec<String> = found
                .iter()
                .map(|i| format!("line {}: {}", tree.nodes[*i].at.line, describe(&tree.nodes[*i])))
                .collect();
            Err(of
                .problem(format!(
                    "`{written}` is on {} nodes of screen `{screen}` ({})",
                    found.len(),
                    list.join("; ")
                ))
                .hint("give the node that you mean an id of its own and name it by `#id`"))
        }
    }
}

/// The text inside `"…"`, or the text itself.
fn unquoted(written: &str) -> String {
    match written.strip_prefix('"').and_then(|w| w.strip_suffix('"')) {
        Some(inner) => inner
            .replace("\\\"", "\"")
            .replace("\\n", "\n")
            .replace("\\\\", "\\"),
        None => written.to_owned(),
    }
}

fn labels(n: &Node) -> [String; 3] {
    [n.text.source(), n.desc.source(), n.hint.source()]
}

/// What would have been right.
fn near(written: &str, tree: &Tree) -> String {
    let ids = tree
        .nodes
        .iter()
        .filter(|n| !n.short_id.is_empty())
        .map(|n| format!("#{}", n.short_id));
    let texts = tree.nodes.iter().flat_map(labels).filter(|l| !l.is_empty());
    let all: Vec<String> = ids.chain(texts).collect();
    match nearest(written, all.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("it has: {}", all.join(", ")),
    }
}

fn describe(n: &Node) -> String {
    let class = n.class.rsplit('.').next().unwrap_or(&n.class);
    let label = labels(n).into_iter().find(|l| !l.is_empty());
    let id = if n.short_id.is_empty() {
        String::new()
    } else {
        format!(" #{}", n.short_id)
    };
    let label = label.map(|l| format!(" {l:?}")).unwrap_or_default();
    let off = if n.flags.has(Flags::ENABLED) {
        ""
    } else {
        " disabled"
    };
    format!("{class}{label}{id}{off}")
}
