//! What a screen is: its nodes, their labels, the window they belong to, and how two reads differ.

mod diff;
mod family;
pub(crate) mod index;
mod label;
mod landmark;
mod lasting;
mod node;
mod packages;
mod rect;
mod repeat;
mod resource_id;
mod tree;
mod visible;
mod window;

pub use diff::{Fact, ScreenDiff};
pub use family::Family;
pub use label::{Label, LabelSource, label, value};
pub use landmark::{Landmark, LandmarkKind, Screens, Survey, recognise};
pub use node::Node;
pub use packages::{PERMISSION_DIALOGS, SYSTEM_UI};
pub use rect::{Point, Rect};
pub use repeat::Repeats;
pub use resource_id::same_id;
pub use tree::{Flags, NodeAttrs, NodeId, TreeBuilder, UiTree};
pub use window::{App, Attempt, Cover, Geometry, Picture, Quality, Rung, Screen, SizeClass, Source, Window};
