//! Properties: made trees in every dialect, broken bytes, replies in any pieces.

mod bytes;
mod model;
mod trees;
mod write;
