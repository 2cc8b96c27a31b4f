//! The device's shell: one command line in, chunks of output and an exit code out.

mod am;
mod dumpsys;
mod facts;
mod files;
mod grep;
mod input;
mod io;
mod parse;
mod ps;
mod run;
mod screencap;
mod script;
mod uiautomator;

#[cfg(test)]
mod tests;

pub(crate) use io::{Chunk, Fd, Io};
pub(crate) use run::run;
