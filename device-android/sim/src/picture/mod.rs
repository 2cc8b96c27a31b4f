//! The display as a picture: boxes and text, drawn from the tree.

mod canvas;
mod font;
mod icon;
mod look;
mod scene;

#[cfg(test)]
mod tests;

pub(crate) use icon::{Icon, named as icon_named, names as icon_names};
pub(crate) use scene::Scene;
