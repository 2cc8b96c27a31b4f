//! Touches: what they hit and what a widget does by itself.

use retap_cache::screen::{Flags, Point};

use super::Phone;
use crate::spec::Trigger;

/// A node that was hit, as far as a touch needs to know it.
struct Hit {
    node: usize,
    field: bool,
    toggle: Option<String>,
    radio: bool,
}

impl Phone {
    /// One touch. The widget does its own part first (a field takes the focus, a toggle switches), then the
    /// rule of the screen, so that a rule has the last word.
    pub(crate) fn tap(&mut self, at: Point) {
        // A disabled view takes the touch and does nothing with it.
        let hit = self
            .view()
            .hit(at)
            .filter(|n| n.flags.has(Flags::ENABLED))
            .map(|n| n.position);
        if let Some(node) = hit {
            self.click(node);
        }
    }

    /// A touch that stays: a view that takes long presses keeps it, any other takes it as a tap.
    pub(crate) fn long_press(&mut self, at: Point) {
        if self
            .view()
            .hit(at)
            .is_none_or(|n| !n.flags.has(Flags::LONG_CLICKABLE))
        {
            self.tap(at);
        }
    }

    /// What a tap on that node does.
    pub(crate) fn click(&mut self, node: usize) {
        let Some(hit) = self.describe(node) else { return };
        if hit.field {
            self.focus_on(node);
            self.keyboard = true;
        } else if hit.radio {
            self.choose(node);
        } else if let Some(var) = hit.toggle {
            let on = self.vars.get(&var).is_some_and(|v| v == "true");
            self.set_var(&var, if on { "false" } else { "true" });
        }
        self.trigger(Trigger::Tap(hit.node));
    }

    fn describe(&self, node: usize) -> Option<Hit> {
        let n = self.screen().tree.nodes.get(node)?;
        let checkable = n.flags.has(Flags::CHECKABLE);
        Some(Hit {
            node,
            field: n.is_field(),
            toggle: n.bind.clone().filter(|_| checkable),
            radio: checkable && n.class.ends_with("RadioButton"),
        })
    }

    /// A radio button is chosen, and the others of its group aren't any more.
    fn choose(&mut self, chosen: usize) {
        let nodes = &self.screen().tree.nodes;
        let group: Vec<(String, bool)> = nodes
            .iter()
            .enumerate()
            .filter(|(_, n)| n.parent == nodes[chosen].parent && n.class.ends_with("RadioButton"))
            .filter_map(|(i, n)| Some((n.bind.clone()?, i == chosen)))
            .collect();
        for (var, on) in group {
            self.set_var(&var, if on { "true" } else { "false" });
        }
    }
}
