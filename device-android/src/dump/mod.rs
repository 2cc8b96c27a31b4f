//! Screen dumps: bytes in, [`UiTree`](retap_cache::screen::UiTree) out.
//!
//! [`DumpParser`] takes bytes as they arrive and knows the moment the tree is whole; [`parse_file`] reads a
//! saved dump. Both take every known dialect (stock, androidx, Appium, `--windows`) and give a named error for
//! everything else. Not here: sockets, time, retries.

mod body;
mod cut;
mod entity;
mod error;
mod file;
mod limits;
mod noise;
mod parser;
mod tag;

pub(crate) use cut::find;
pub use error::DumpError;
pub use file::parse_file;
pub use limits::Limits;
pub(crate) use noise::{END_MARK, classify};
pub use parser::{Dump, DumpParser, Status};
