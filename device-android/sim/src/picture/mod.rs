//! The display as a picture: boxes and text, drawn from the tree.

mod canvas;
mod font;
mod look;
mod scene;

#[cfg(test)]
mod tests;

pub(crate) use scene::Scene;
