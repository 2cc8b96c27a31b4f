//! The screen as a model sees it: one line a node, wrappers folded, nothing that can't be seen.
//!
//! ```text
//! [3] item "Red running shoes $79" #row_red
//! [7] field "Promo code" value="SPR" (focused) #promo
//! ```

use std::fmt::Write;

use retap_cache::screen::{Family, Flags, LabelSource, Node, NodeId, Screen, UiTree, label, value};

use super::role;

/// The outline of one read. Its ids are good for that read only.
#[derive(Debug, Clone)]
pub struct Outline {
    text: String,
    listed: Vec<NodeId>,
}

impl Outline {
    /// Outlines a screen.
    pub fn of(screen: &Screen) -> Outline {
        let mut out = Outline {
            text: String::new(),
            listed: Vec::new(),
        };
        // Shown nodes around the current one, with what each has borrowed. Dumps nest thousands of levels deep,
        // so this is a loop.
        let mut around: Vec<(Node<'_>, Option<String>)> = Vec::new();
        for node in screen.tree.nodes() {
            while around.last().is_some_and(|(n, _)| !n.holds(node)) {
                around.pop();
            }
            let seen =
                !node.bounds().intersect(&screen.geometry.area()).is_empty() && !node.is(Flags::INVISIBLE);
            // What a control has borrowed need not be said again below it.
            let said = around.iter().rev().find_map(|(_, borrowed)| borrowed.as_deref());
            if seen && worth_a_line(node, said) {
                out.line(node, around.len());
                let borrowed = label(node)
                    .filter(|l| l.source == LabelSource::Borrowed)
                    .map(|l| l.text);
                around.push((node, borrowed));
            }
        }
        out
    }

    /// The lines.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The node that a line's id names. `None` for an id that isn't listed.
    pub fn node<'t>(&self, id: u64, tree: &'t UiTree) -> Option<Node<'t>> {
        self.listed
            .iter()
            .find(|n| n.position() as u64 == id)
            .and_then(|n| tree.get(*n))
    }

    fn line(&mut self, node: Node<'_>, depth: usize) {
        let mut line = format!(
            "{:indent$}[{}] {}",
            "",
            node.id().position(),
            role(node),
            indent = depth * 2
        );
        if let Some(l) = label(node) {
            let _ = write!(line, " {}", quote(&l.text));
        }
        if let Some(v) = value(node).filter(|v| !v.is_empty()) {
            let shown = if node.is(Flags::PASSWORD) {
                "•".repeat(v.chars().count())
            } else {
                v
            };
            let _ = write!(line, " value={}", quote(&shown));
        }
        let states = [
            (node.is(Flags::CHECKED), "checked"),
            (node.is(Flags::SELECTED), "selected"),
            (
                node.is(Flags::FOCUSED) && node.family() == Family::Field,
                "focused",
            ),
            (node.is_actionable() && !node.is(Flags::ENABLED), "disabled"),
            (node.is(Flags::PASSWORD), "password"),
            // Nothing in it is not the same as nothing to be seen in it.
            (
                node.family() == Family::Web && node.children().next().is_none(),
                "content not exposed",
            ),
        ];
        let states: Vec<&str> = states
            .iter()
            .filter(|(on, _)| *on)
            .map(|(_, word)| *word)
            .collect();
        if !states.is_empty() {
            let _ = write!(line, " ({})", states.join(", "));
        }
        let id = node.resource_id();
        if !id.is_empty() {
            let _ = write!(
                line,
                " #{}",
                id.rsplit('/')
                    .next()
                    .unwrap_or(id)
                    .replace(char::is_whitespace, "_")
            );
        }
        self.text.push_str(&line);
        self.text.push('\n');
        self.listed.push(node.id());
    }
}

/// Wrappers without words, ids or abilities are folded away, and so is what a control around has borrowed.
fn worth_a_line(node: Node<'_>, around: Option<&str>) -> bool {
    if node.is_actionable() || matches!(node.family(), Family::List | Family::Web) {
        return true;
    }
    match label(node) {
        Some(l) => !around.is_some_and(|a| a.contains(&l.text)),
        None => false,
    }
}

/// JSON's quoting: whatever a label holds, it ends at its own quote.
fn quote(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use retap_cache::screen::{App, Geometry, NodeAttrs, Quality, Rect, Rung, Source, TreeBuilder, Window};

    use super::*;

    #[test]
    fn rows_are_one_line_and_hostile_labels_stay_inside_theirs() {
        let mut b = TreeBuilder::new();
        let on = |y: i32| Rect::new(0, y, 1080, y + 100);
        let whole = Rect::new(0, 0, 1080, 2400);
        b.open(&NodeAttrs {
            class: "FrameLayout",
            bounds: whole,
            ..Default::default()
        });
        b.open(&NodeAttrs {
            class: "RecyclerView",
            id: "app:id/list",
            bounds: whole,
            ..Default::default()
        });
        let flags = Flags::CLICKABLE.with(Flags::ENABLED);
        b.open(&NodeAttrs {
            class: "LinearLayout",
            id: "app:id/row",
            bounds: on(0),
            flags,
            ..Default::default()
        });
        for text in ["Red shoes", "$79", "5 min ago"] {
            b.open(&NodeAttrs {
                class: "TextView",
                text,
                bounds: on(0),
                ..Default::default()
            });
            b.close();
        }
        b.close();
        b.close();
        let text = "x\"\n[9] button \"Pay";
        b.open(&NodeAttrs {
            class: "TextView",
            text,
            bounds: on(200),
            ..Default::default()
        });
        b.close();
        b.open(&NodeAttrs {
            class: "EditText",
            text: "SPR",
            hint: "Promo code",
            bounds: on(300),
            flags,
            ..Default::default()
        });
        b.close();
        b.open(&NodeAttrs {
            class: "Button",
            text: "Off screen",
            bounds: on(3000),
            flags,
            ..Default::default()
        });
        let screen = Screen {
            tree: b.finish(),
            app: App::default(),
            window: Window::default(),
            geometry: Geometry {
                width: 1080,
                height: 2400,
                ..Default::default()
            },
            quality: Quality::Complete,
            covers: Vec::new(),
            picture: None,
            source: Source {
                rung: Rung::Plain,
                settled: true,
                changing: false,
                attempts: Vec::new(),
                took: Duration::ZERO,
                bytes: 0,
            },
        };
        let o = Outline::of(&screen);
        assert_eq!(
            o.text(),
            "[1] list #list\n  [2] item \"Red shoes $79\" #row\n    [5] text \"5 min ago\"\n\
             [6] text \"x\\\" [9] button \\\"Pay\"\n[7] field \"Promo code\" value=\"SPR\"\n"
        );
        assert_eq!(o.node(2, &screen.tree).map(|n| n.class()), Some("LinearLayout"));
        assert!(o.node(8, &screen.tree).is_none() && o.node(0, &screen.tree).is_none());
    }
}
