//! What a script says: the device, the model, the cache, and the steps of its tasks.

mod closeness;
mod heal;
mod pattern;
mod policy;
mod read;
mod resolve;
mod selector;
mod sight;
mod vars;

pub(crate) use closeness::{Closeness, Wording};
pub use heal::Heal;
pub use pattern::Pattern;
pub use policy::{OnChange, Policies};
pub use read::read;
pub use resolve::{NotOne, Resolved, absence, resolve, visible};
pub(crate) use resolve::{contents, innermost, said};
pub use selector::Selector;
pub use sight::{Scroll, Seen, drag, into_view, seen};
pub use vars::Vars;

use std::path::PathBuf;
use std::time::Duration;

use retap_cache::device::TypeMode;
use retap_cache::store::Mode;
use retap_cache::yaml::Mark;

/// A script, checked.
#[derive(Debug, Clone)]
pub struct Script {
    /// The file, as the user named it.
    pub file: PathBuf,
    /// The device that it asks for.
    pub device: DeviceChoice,
    /// App that is brought to the front before the first step, as `package` or `package/activity`.
    pub launch: Option<Component>,
    /// The app under test, where it isn't the one that is launched.
    pub app: Option<String>,
    /// The model that it brings along.
    pub model: Option<ModelChoice>,
    /// What it says about the cache.
    pub cache: CacheChoice,
    /// Its parameters.
    pub vars: Vars,
    /// Its tasks, in order, on one device state.
    pub tasks: Vec<Task>,
}

/// What a script says about the cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CacheChoice {
    /// What may be done with it.
    pub strategy: Option<Mode>,
    /// Whether pictures of controls are kept and compared.
    pub picture: Option<bool>,
    /// What becomes of a run whose memory has drifted.
    pub heal: Option<Heal>,
    /// How long and for what recordings serve.
    pub policies: Policies,
    /// Whether a model is asked after the replay of a plan if the goal is reached.
    pub verify_by_model: bool,
    /// Whether a test that passes confirms what no check of it has.
    pub confirm_by_run: bool,
}

/// The device that a script asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeviceChoice {
    /// The only usable one.
    Any,
    /// The one of that serial.
    Serial(String),
    /// A simulated phone: path of its file.
    Sim(PathBuf),
}

/// The model that a script brings along.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ModelChoice {
    /// A scripted one: path of its goals file.
    Scripted(PathBuf),
}

/// An app, with its activity if that was given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Component {
    /// Its package.
    pub package: String,
    /// Its activity.
    pub activity: Option<String>,
}

/// A named list of steps.
#[derive(Debug, Clone)]
pub struct Task {
    /// Its name.
    pub name: String,
    /// Its steps.
    pub flow: Vec<Step>,
}

/// One step.
#[derive(Debug, Clone)]
pub struct Step {
    /// Where it stands in the script.
    pub at: Mark,
    /// What it does.
    pub what: What,
    /// How long it may take, if the script says so.
    pub timeout: Option<Duration>,
    /// False if it leaves memory alone: it neither reads nor writes entries.
    pub cacheable: bool,
    /// True if it must not go wrong: a model confirms each element before it is touched from memory.
    pub guard: bool,
}

/// What a step does. Texts may hold `{{name}}` for a parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// Reach a goal.
    AiAct {
        /// The goal in plain words.
        prompt: String,
    },
    /// Tap what is described.
    AiTap {
        /// The description.
        prompt: String,
    },
    /// Type into what is described.
    AiInput {
        /// The description.
        prompt: String,
        /// What to type.
        value: String,
        /// What happens to the old content.
        mode: TypeMode,
    },
    /// Wait.
    Sleep(Duration),
    /// Bring an app to the front.
    Launch(Component),
    /// Tap what the selector names.
    Tap(Selector),
    /// Type into what the selector names, or into the focus.
    Type {
        /// The field.
        target: Option<Selector>,
        /// What to type.
        text: String,
        /// What happens to the old content.
        mode: TypeMode,
    },
    /// Check the screen as it is now.
    Expect(Check),
}

/// What is checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Check {
    /// It can be seen.
    Visible(Selector),
    /// It can't be seen any more.
    Gone(Selector),
    /// It reads so.
    Text {
        /// What is looked at.
        of: Selector,
        /// What it must read.
        is: String,
    },
}

impl What {
    /// The step in a few words, as it stands in reports.
    pub fn title(&self) -> String {
        match self {
            What::AiAct { prompt } => format!("aiAct {prompt}"),
            What::AiTap { prompt } => format!("aiTap {prompt}"),
            What::AiInput { prompt, value, .. } => format!("aiInput {value:?} into {prompt}"),
            What::Sleep(d) => format!("sleep {} ms", d.as_millis()),
            What::Launch(c) => format!("launch {}", c.package),
            What::Tap(s) => format!("tap {s}"),
            What::Type {
                target: Some(s),
                text,
                ..
            } => format!("type {text:?} into {s}"),
            What::Type {
                target: None, text, ..
            } => format!("type {text:?}"),
            What::Expect(Check::Visible(s)) => format!("expect visible {s}"),
            What::Expect(Check::Gone(s)) => format!("expect gone {s}"),
            What::Expect(Check::Text { of, is }) => format!("expect text of {of} to be {is:?}"),
        }
    }
}

#[cfg(test)]
mod tests;
