//! What is recorded of a step: its actions, the change that they made, and the values that it depends on.

mod evidence;
mod params;
mod template;

pub use evidence::Evidence;
pub use params::{Classified, Params, bind};
pub use template::Template;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::device::Action;
use crate::feature::Feature;
use crate::screen::Landmark;
use crate::text::normal;

/// Longer plans are neither recorded nor read: such a step should be split.
pub const MAX_ACTIONS: usize = 50;
/// Longer typed texts are not recorded.
pub const MAX_TYPED: usize = 4_096;

/// The recorded actions of one step, in order.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// What was done.
    pub actions: Vec<Recorded>,
}

/// One recorded action.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recorded {
    /// The action, with a feature for the place and a template for the text.
    pub action: Action<Target, Template>,
    /// True if the screen didn't change after it: the next read needn't wait for a change.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub quiet: bool,
    /// True if it was done in a window in front of the app's screen. What looks like its target in another kind of
    /// window is not it: a dialog that nobody expected may well have a button of that name.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dialog: bool,
    /// What tells the screen on which it was done, where that is not the one on which the plan begins. Empty if nothing
    /// told it from the other screens of the run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub landmarks: Vec<Landmark>,
}

/// What an action is aimed at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Target {
    /// The words of the planner or the script for it.
    pub words: String,
    /// How it is found again.
    pub feature: Feature,
}

impl Target {
    /// The feature with the values of today. `None` if a value is missing.
    pub fn feature_for(&self, params: &Params) -> Option<Cow<'_, Feature>> {
        if !self.feature.by_value {
            return Some(Cow::Borrowed(&self.feature));
        }
        let mut feature = self.feature.clone();
        for text in feature.own_words_mut() {
            *text = normal(&Template::stored(text).fill(params)?);
        }
        Some(Cow::Owned(feature))
    }
}

impl Target {
    /// The words for it with the values of today. `None` if a value is missing.
    pub fn words_for(&self, params: &Params) -> Option<String> {
        if self.feature.by_value {
            Template::stored(&self.words).fill(params)
        } else {
            Some(self.words.clone())
        }
    }
}

impl Recorded {
    /// The target, if the action has one.
    pub fn target(&self) -> Option<&Target> {
        match &self.action {
            Action::Tap { target } => Some(target),
            Action::Type { target, .. } => target.as_ref(),
            Action::Press { .. } | Action::Launch { .. } | Action::Stop { .. } | Action::Swipe { .. } => None,
        }
    }

    /// The typed text, if the action has one.
    pub fn text(&self) -> Option<&Template> {
        match &self.action {
            Action::Type { text, .. } => Some(text),
            _ => None,
        }
    }

    /// The same, to be changed.
    pub fn target_mut(&mut self) -> Option<&mut Target> {
        match &mut self.action {
            Action::Tap { target } => Some(target),
            Action::Type { target, .. } => target.as_mut(),
            Action::Press { .. } | Action::Launch { .. } | Action::Stop { .. } | Action::Swipe { .. } => None,
        }
    }

    pub(crate) fn text_mut(&mut self) -> Option<&mut Template> {
        match &mut self.action {
            Action::Type { text, .. } => Some(text),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
