//! `retap cache`.

use std::io::Write;

use retap_cache::store::{Applied, Change, Mode, Store, StoreError, changes};

use super::Exit;
use super::args::{ApplyArgs, CacheCommand};
use super::failure::Failure;
use super::place::{prepare, project, working};
use crate::run::with_cause;

pub(super) fn cache(command: &CacheCommand) -> Result<Exit, Failure> {
    match command {
        CacheCommand::Apply(args) => apply(args),
    }
}

/// All files are read before any is taken in.
fn apply(args: &ApplyArgs) -> Result<Exit, Failure> {
    let working = working()?;
    let all = changes(&args.dir).map_err(|e| {
        Failure::usage(format!("nothing was taken in: {}", with_cause(&e)))
            .hint("give the folder that `retap run --heal-to` was given")
    })?;
    // The project of the working folder, as if a script lay in it.
    let project = project(std::path::Path::new("script"), &working);
    let root = if args.dry_run {
        project.join(".retap")
    } else {
        prepare(&project)?
    };
    let store = Store::new(root.join("cache"), Mode::ReadWrite);
    let mut out = anstream::stdout();
    // A closed pipe must not stop it half-way.
    let mut say = |text: String| drop(writeln!(out, "{text}"));
    let mut taken = 0;
    for change in &all {
        if args.dry_run {
            say(format!("would {} {}", plan(change), about(change)));
            continue;
        }
        let applied = store.apply(change).map_err(|e| failed(&e, taken))?;
        taken += 1;
        say(format!("{} {}", word(applied), about(change)));
    }
    let (files, folder) = (all.len(), args.dir.display());
    let s = if files == 1 { "" } else { "s" };
    say(format!(
        "{files} file{s} in {folder}; the cache is {}",
        store.root().display()
    ));
    Ok(Exit::Passed)
}

fn failed(e: &StoreError, taken: usize) -> Failure {
    let why = with_cause(e);
    Failure::environment(format!("{why}; {taken} files had been taken in before"))
        .hint("mend that and run it again: what is taken in already stays as it is")
}

fn plan(change: &Change) -> &'static str {
    match (change.is_removal, change.variant.invalid.is_some()) {
        (true, _) => "remove",
        (false, true) => "invalidate",
        (false, false) => "record",
    }
}

fn word(applied: Applied) -> &'static str {
    match applied {
        Applied::Recorded => "recorded",
        Applied::Invalidated => "invalidated",
        Applied::Removed => "removed",
        Applied::Unchanged => "unchanged",
        Applied::Overtaken => "left alone, for another recording was stored meanwhile:",
    }
}

fn about(change: &Change) -> String {
    let kind = change.key.kind.word();
    let why = change
        .variant
        .invalid
        .as_ref()
        .map_or(String::new(), |i| format!(" ({})", i.reason));
    format!("{kind} {:?} of {}{why}", change.key.prompt, change.key.app)
}
