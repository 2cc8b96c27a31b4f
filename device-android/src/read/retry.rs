//! The one table of retries inside a read. Nothing else decides whether anything is tried again.

use std::time::Duration;

/// What may be tried after a failure, in this order, each once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// The same again, after a pause.
    Again(Duration),
    /// The same again after a pause, but only if a dump of ours was cut off shortly before: its death takes a
    /// moment.
    AfterOurs(Duration),
    /// The compressed dump, if this was none.
    Compressed,
    /// Through a file instead of the terminal, from now on.
    ByFile,
    /// The same again once the device is back.
    Back,
}

const fn again(ms: u64) -> Step {
    Step::Again(Duration::from_millis(ms))
}

/// Kinds of failures and what follows each. A kind that is not here ends the read.
///
/// - Never idle: a second plain dump would burn the same time again.
/// - No root yet: normal for a moment after a start or a transition.
/// - Died without a tree: mostly of a tree that changed under the walk; the compressed walk is shorter.
/// - Broken off: the connection or the process was lost once. Half a tree is never a screen.
/// - Another app's tree: handed out in a transition.
pub(crate) const TABLE: [(&[&str], &[Step]); 8] = [
    (&["not-idle", "first-byte-timeout"], &[Step::Compressed]),
    (
        &["null-root", "empty-tree"],
        &[again(250), again(500), again(1000)],
    ),
    (
        &["killed", "java-exception", "silent", "malformed"],
        &[again(0), Step::Compressed],
    ),
    (
        &["already-registered"],
        &[Step::AfterOurs(Duration::from_millis(300))],
    ),
    (&["no-tty"], &[Step::ByFile]),
    (&["truncated", "stalled", "closed"], &[again(0)]),
    (&["wrong-window"], &[again(250), again(500)]),
    (
        &["offline", "device-not-found", "no-devices", "server-unreachable"],
        &[Step::Back],
    ),
];

/// Counts what was used of the table in one read. Kinds of one row share its steps.
#[derive(Debug, Default)]
pub(crate) struct Retries {
    used: [usize; TABLE.len()],
}

impl Retries {
    /// The next step after a failure of that kind that `fits`; those that don't are used up.
    pub(crate) fn next(&mut self, kind: &str, fits: impl Fn(Step) -> bool) -> Option<Step> {
        let row = TABLE.iter().position(|(kinds, _)| kinds.contains(&kind))?;
        let (_, steps) = TABLE.get(row)?;
        let used = self.used.get_mut(row)?;
        while let Some(step) = steps.get(*used) {
            *used += 1;
            if fits(*step) {
                return Some(*step);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_step_is_taken_once_and_in_order() {
        let steps = |kind: &str, times: usize| {
            let mut r = Retries::default();
            let taken = (0..times).map(|_| match r.next(kind, |_| true) {
                None => "end".to_owned(),
                Some(Step::Again(p) | Step::AfterOurs(p)) => p.as_millis().to_string(),
                Some(step) => format!("{step:?}"),
            });
            taken.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(steps("first-byte-timeout", 2), "Compressed end");
        assert_eq!(steps("null-root", 4), "250 500 1000 end");
        assert_eq!(steps("killed", 3), "0 Compressed end");
        assert_eq!(steps("wrong-window", 3), "250 500 end");
        for none in [
            "unauthorized",
            "too-large",
            "service-timeout",
            "total-timeout",
            "not-a-dump",
        ] {
            assert_eq!(steps(none, 1), "end", "{none}");
        }
    }

    #[test]
    fn kinds_of_a_row_share_its_steps_and_what_does_not_fit_is_passed_over() {
        let mut r = Retries::default();
        assert_eq!(r.next("silent", |_| true), Some(again(0)));
        assert_eq!(r.next("killed", |s| s != Step::Compressed), None);
        assert_eq!(r.next("null-root", |_| true), Some(again(250)));
    }

    #[test]
    fn no_kind_stands_in_two_rows() {
        let mut kinds: Vec<&str> = TABLE
            .iter()
            .flat_map(|(kinds, _)| kinds.iter().copied())
            .collect();
        let all = kinds.len();
        kinds.sort_unstable();
        kinds.dedup();
        assert_eq!(kinds.len(), all);
    }
}
