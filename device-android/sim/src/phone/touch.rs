//! Touches: what they hit and what a widget does by itself.

use retap_cache::screen::{Flags, Point, Rect};

use super::Phone;
use crate::spec::{Trigger, Way};

/// What a touch landed on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Landed {
    /// The window in front, or nothing at all.
    Window,
    /// The on-screen keyboard.
    Keyboard,
    /// Status bar or navigation bar.
    Bar,
}

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
    pub(crate) fn tap(&mut self, at: Point) -> Landed {
        let landed = self.landing(at);
        if landed != Landed::Window {
            return landed;
        }
        // A disabled view takes the touch and does nothing with it.
        let hit = self
            .view()
            .hit(at)
            .filter(|n| n.flags.has(Flags::ENABLED))
            .map(|n| n.position);
        if let Some(node) = hit {
            self.click(node);
        }
        landed
    }

    /// A touch that stays: a view that takes long presses keeps it, any other takes it as a tap.
    pub(crate) fn long_press(&mut self, at: Point) -> Landed {
        let view = self.view();
        let keeps = view.hit(at).is_some_and(|n| n.flags.has(Flags::LONG_CLICKABLE));
        match self.landing(at) {
            Landed::Window if keeps => Landed::Window,
            _ => self.tap(at),
        }
    }

    /// A finger that moves: the innermost scrolling view with a rule for it scrolls, as nested scrolling has it.
    pub(crate) fn swipe(&mut self, from: Point, to: Point) -> Landed {
        let landed = self.landing(from);
        if landed != Landed::Window {
            return landed;
        }
        let way = Way::between(from, to);
        let under: Vec<usize> = self
            .view()
            .nodes
            .iter()
            .rev()
            .filter(|n| n.flags.has(Flags::SCROLLABLE) && !n.flags.has(Flags::INVISIBLE))
            .filter(|n| n.bounds.contains(from))
            .map(|n| n.position)
            .collect();
        for node in under {
            if self.trigger(Trigger::Swipe(node, way)) {
                break;
            }
        }
        landed
    }

    /// Keyboard and bars lie above every window and take what falls on them.
    fn landing(&self, at: Point) -> Landed {
        let display = self.display();
        let on = |frame: Option<Rect>| frame.is_some_and(|f| f.contains(at));
        if on(self.keyboard_frame()) {
            Landed::Keyboard
        } else if on(display.status_bar()) || on(display.navigation_bar()) {
            Landed::Bar
        } else {
            Landed::Window
        }
    }

    /// What a tap on that node does.
    pub(crate) fn click(&mut self, node: usize) {
        let Some(hit) = self.describe(node) else { return };
        if hit.field {
            self.focus_on(node);
            self.show_keyboard();
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
