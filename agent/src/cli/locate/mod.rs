//! `retap locate`: finds an element without a model and says why it is the one.
//!
//! By words on one screen ([`words`]), as it was on another screen ([`pair`]), or many of the latter in a row
//! ([`batch`]). Only a look at a device needs the runtime; everything else is files in, an answer out.

mod answer;
mod batch;
mod explain;
mod job;
mod kept;
mod name;
mod pair;
mod phrase;
mod shelf;
mod show;
pub(super) mod spot;
mod words;

use super::Exit;
use super::args::LocateArgs;
use super::failure::Failure;

pub(super) fn locate(args: LocateArgs) -> Result<Exit, Failure> {
    if let Some(jobs) = &args.batch {
        return batch::batch(jobs);
    }
    if let (Some(from), Some(into)) = (&args.from, &args.into) {
        return pair::pair(from, into, &args);
    }
    match &args.words {
        Some(words) => words::words(words, &args),
        None => Err(Failure::usage("there is nothing to look for").hint("retap locate --help")),
    }
}
