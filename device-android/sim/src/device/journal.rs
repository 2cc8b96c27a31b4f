//! What reached the phone: the log, and the commands in progress.

use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;

use super::lock;
use crate::log::{CommandEnd, LogEntry};

/// How many entries are kept, so that a phone that is read for days stays as small as it was.
const KEPT: usize = 1_000;
/// How many texts are remembered to be shared: most commands come again and again.
const TEXTS: usize = 100;

/// The log of a phone.
#[derive(Debug)]
pub(crate) struct Journal {
    started: Instant,
    entries: Mutex<Entries>,
    running: watch::Sender<usize>,
}

#[derive(Debug, Default)]
struct Entries {
    kept: VecDeque<Entry>,
    /// Number of the first one that is kept.
    first: u64,
    texts: HashSet<Arc<What>>,
}

/// Kept small: many phones in one process each have hundreds of them.
#[derive(Debug)]
struct Entry {
    /// Microseconds since the start.
    at: u64,
    what: Arc<What>,
    end: CommandEnd,
}

/// A service and its command.
#[derive(Debug, PartialEq, Eq, Hash)]
struct What(String, String);

impl Entries {
    fn shared(&mut self, what: What) -> Arc<What> {
        if let Some(known) = self.texts.get(&what) {
            return Arc::clone(known);
        }
        if self.texts.len() == TEXTS {
            self.texts.clear();
        }
        let what = Arc::new(what);
        self.texts.insert(Arc::clone(&what));
        what
    }
}

impl Journal {
    pub(crate) fn new(started: Instant) -> Self {
        Self {
            started,
            entries: Mutex::default(),
            running: watch::Sender::new(0),
        }
    }

    pub(crate) fn entries(&self) -> Vec<LogEntry> {
        let public = |e: &Entry| LogEntry {
            at: Duration::from_micros(e.at),
            service: e.what.0.clone(),
            command: e.what.1.clone(),
            end: e.end,
        };
        lock(&self.entries).kept.iter().map(public).collect()
    }

    /// Forgets what is over; numbers go on.
    pub(crate) fn clear(&self) {
        let mut entries = lock(&self.entries);
        while entries.kept.front().is_some_and(|e| e.end != CommandEnd::Running) {
            entries.kept.pop_front();
            entries.first += 1;
        }
    }

    pub(crate) fn running(&self) -> usize {
        *self.running.borrow()
    }

    /// Resolves once `f` is true of the number of running commands.
    pub(crate) async fn until(&self, f: impl FnMut(&usize) -> bool) {
        // The sender lives as long as `self`, so this can't fail.
        let _ = self.running.subscribe().wait_for(f).await;
    }

    /// Notes something that is over as it happens.
    pub(crate) fn note(&self, service: &str, what: &str, end: CommandEnd) {
        self.push(service, what, end);
    }

    fn push(&self, service: &str, command: &str, end: CommandEnd) -> u64 {
        let mut entries = lock(&self.entries);
        let entry = Entry {
            at: u64::try_from(self.started.elapsed().as_micros()).unwrap_or(u64::MAX),
            what: entries.shared(What(service.to_owned(), command.to_owned())),
            end,
        };
        if entries.kept.len() == KEPT {
            entries.kept.pop_front();
            entries.first += 1;
        }
        entries.kept.push_back(entry);
        entries.first + entries.kept.len() as u64 - 1
    }

    /// Notes that a command begins.
    pub(crate) fn begin(self: &Arc<Self>, service: &str, command: &str) -> Command {
        let number = self.push(service, command, CommandEnd::Running);
        self.running.send_modify(|n| *n += 1);
        Command {
            journal: Arc::clone(self),
            number,
            over: false,
        }
    }

    fn end(&self, number: u64, end: CommandEnd) {
        let mut entries = lock(&self.entries);
        let at = number
            .checked_sub(entries.first)
            .and_then(|at| usize::try_from(at).ok());
        if let Some(entry) = at.and_then(|at| entries.kept.get_mut(at)) {
            entry.end = end;
        }
        drop(entries);
        self.running.send_modify(|n| *n = n.saturating_sub(1));
    }
}

/// A command in progress. Dropped before its end, it counts as cancelled.
#[derive(Debug)]
pub(crate) struct Command {
    journal: Arc<Journal>,
    number: u64,
    over: bool,
}

impl Command {
    /// Notes that it came to its end.
    pub(crate) fn done(&mut self, code: u8) {
        self.end(CommandEnd::Done(code));
    }

    fn end(&mut self, end: CommandEnd) {
        if !std::mem::replace(&mut self.over, true) {
            self.journal.end(self.number, end);
        }
    }
}

impl Drop for Command {
    fn drop(&mut self) {
        self.end(CommandEnd::Cancelled);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn old_entries_go_and_the_others_keep_their_ends() {
        let journal = Arc::new(Journal::new(Instant::now()));
        let mut old = journal.begin("exec", "old");
        for i in 0..KEPT {
            journal.note("exec", &i.to_string(), CommandEnd::Done(0));
        }
        let mut new = journal.begin("exec", "new");
        assert_eq!(journal.running(), 2);
        old.done(1);
        new.done(2);
        drop((old, new));
        let entries = journal.entries();
        assert_eq!((entries.len(), journal.running()), (KEPT, 0));
        assert_eq!(entries[KEPT - 1].end, CommandEnd::Done(2));
        assert_eq!(
            (entries[0].command.as_str(), entries[0].end),
            ("1", CommandEnd::Done(0))
        );
    }
}
