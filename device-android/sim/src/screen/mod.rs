//! What a screen holds and how it looks: the written tree, the nodes that exist now, where they lie, their XML.

mod layout;
mod template;
mod tree;
mod view;
mod xml;

#[cfg(test)]
mod tests;

pub(crate) use template::{Template, is_name};
pub(crate) use tree::{Condition, Node, Tree};
pub(crate) use view::View;
pub(crate) use xml::{Style, dump};
