//! The phone itself: what is in front, what was there before, the variables, the focus, the timers.
//!
//! It has no clock of its own. Whoever touches it says what time it is first ([`Phone::advance`]), so the same
//! commands at the same times always lead to the same screen.

mod edit;
mod keys;
mod rules;
mod touch;

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use retap_cache::screen::{Flags, Rect};

use crate::hardware::{Display, Keyboard};
use crate::screen::View;
use crate::spec::{AppId, Move, Screen, ScreenId, Spec, Vars};
use edit::Focus;
pub(crate) use keys::code_of;
use rules::{Pending, Tick};
pub(crate) use touch::Landed;

/// Where process ids start.
const FIRST_PID: u32 = 4001;

/// A running phone.
#[derive(Debug)]
pub(crate) struct Phone {
    spec: Arc<Spec>,
    now: Duration,
    vars: Vars,
    /// Screens from the home screen up to the one in front. Never empty; the first is the home screen.
    stack: Vec<ScreenId>,
    running: Vec<(AppId, u32)>,
    next_pid: u32,
    focus: Option<Focus>,
    /// True while the on-screen keyboard is shown.
    keyboard: bool,
    /// Quarter turns of the display.
    rotation: u8,
    pending: Vec<Pending>,
    ticks: Vec<Tick>,
}

impl Phone {
    /// A phone that has just booted: the home screen is in front.
    pub(crate) fn new(spec: Arc<Spec>) -> Self {
        let home = spec.home;
        let mut phone = Phone {
            now: Duration::ZERO,
            vars: spec.state.clone(),
            stack: vec![home],
            running: Vec::new(),
            next_pid: FIRST_PID,
            focus: None,
            keyboard: false,
            rotation: spec.hardware.rotation,
            pending: Vec::new(),
            ticks: Vec::new(),
            spec,
        };
        phone.enter();
        phone
    }

    pub(crate) fn front(&self) -> ScreenId {
        self.stack.last().copied().unwrap_or(self.spec.home)
    }

    pub(crate) fn screen(&self) -> &Screen {
        self.spec.screen(self.front())
    }

    /// The display as apps see it now.
    pub(crate) fn display(&self) -> Display {
        self.spec.hardware.display(self.rotation)
    }

    /// Turns the display to so many quarter turns.
    pub(crate) fn rotate(&mut self, turns: u8) {
        self.rotation = turns % 4;
    }

    /// What a reader of the screen gets now.
    pub(crate) fn view(&self) -> View<'_> {
        let focus = self.focus.map(|f| f.node);
        View::new(self.screen(), &self.vars, focus, &self.display())
    }

    /// The home screen, whatever is in front of it.
    pub(crate) fn home_view(&self) -> View<'_> {
        View::new(
            self.spec.screen(self.spec.home),
            &self.vars,
            None,
            &self.display(),
        )
    }

    /// Where the on-screen keyboard lies, if it is shown.
    pub(crate) fn keyboard_frame(&self) -> Option<Rect> {
        let frame = self.spec.hardware.keyboard_frame(&self.display());
        frame.filter(|_| self.keyboard)
    }

    /// Brings up the on-screen keyboard, if the phone has one.
    fn show_keyboard(&mut self) {
        self.keyboard = self.spec.hardware.keyboard != Keyboard::Hardware;
    }

    pub(crate) fn vars(&self) -> &Vars {
        &self.vars
    }

    pub(crate) fn set_var(&mut self, name: &str, value: &str) {
        self.vars.insert(name.to_owned(), value.to_owned());
    }

    /// The process of an app, if it runs.
    pub(crate) fn pid(&self, app: AppId) -> Option<u32> {
        self.running.iter().find(|(a, _)| *a == app).map(|(_, pid)| *pid)
    }

    /// Starts an app, or brings it to the front, at that screen. What lay above the home screen is left.
    pub(crate) fn launch(&mut self, screen: ScreenId) {
        self.stack.truncate(1);
        if screen != self.spec.home {
            self.stack.push(screen);
        }
        self.enter();
    }

    /// Boots anew: nothing runs but the home screen. The variables stay, as stored data does.
    pub(crate) fn reboot(&mut self) {
        self.running.clear();
        self.rotation = self.spec.hardware.rotation;
        self.home();
    }

    /// The home key.
    pub(crate) fn home(&mut self) {
        self.launch(self.spec.home);
    }

    /// Ends an app: its screens are gone, its variables stay as an app's stored data would.
    pub(crate) fn stop(&mut self, app: AppId) {
        self.running.retain(|(a, _)| *a != app);
        let front = self.front();
        let (spec, mut first) = (Arc::clone(&self.spec), true);
        // The home screen comes back at once, whoever it belongs to.
        self.stack
            .retain(|s| std::mem::take(&mut first) || spec.screen(*s).app != app);
        if self.front() != front || spec.screen(front).app == app {
            self.enter();
        }
    }

    /// Leads to a screen: back to it if it is below, else on top of what is there. A dialog is left behind.
    pub(crate) fn goto(&mut self, screen: ScreenId) {
        if self.screen().dialog && !self.spec.screen(screen).dialog && self.stack.len() > 1 {
            self.stack.pop();
        }
        match self.stack.iter().position(|s| *s == screen) {
            Some(at) => self.stack.truncate(at + 1),
            None => self.stack.push(screen),
        }
        self.enter();
    }

    /// To the screen before; from the last one of an app to the home screen.
    fn go_back(&mut self) {
        if self.stack.len() > 1 {
            self.stack.pop();
            self.enter();
        }
    }

    fn follow(&mut self, to: Move) {
        match to {
            Move::Goto(screen) => self.goto(screen),
            Move::Back => self.go_back(),
            Move::Stop => self.stop(self.screen().app),
        }
    }

    /// A screen has come to the front: its timers start, the focus of the one before is gone.
    fn enter(&mut self) {
        let spec = Arc::clone(&self.spec);
        let screen = spec.screen(self.front());
        if self.pid(screen.app).is_none() {
            self.running.push((screen.app, self.next_pid));
            self.next_pid += 17;
        }
        self.keyboard = false;
        self.pending.clear();
        self.ticks = Tick::of(screen, self.now);
        self.focus = None;
        let first = self
            .view()
            .nodes
            .iter()
            .find(|n| n.spec.flags.has(Flags::FOCUSED))
            .map(|n| n.position);
        if let Some(node) = first {
            self.focus_on(node);
            if screen.tree.nodes[node].is_field() {
                self.show_keyboard();
            }
        }
    }
}
