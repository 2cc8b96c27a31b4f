//! What a planted failure is made of.

use crate::support::Flow;

/// A recording, a change, and what must come of it.
#[derive(Clone)]
pub struct Case {
    /// What changed, for the table.
    pub what: &'static str,
    /// The run that records.
    pub record: Round,
    /// The run on the changed phone.
    pub replay: Round,
    /// Runs after it, with the model calls that each may take. All of them pass.
    pub after: Vec<(Round, usize)>,
    /// What must come of the replay.
    pub want: Want,
    /// True if two runs record at the same time.
    pub twice: bool,
}

/// One run.
#[derive(Clone)]
pub struct Round {
    pub phone: String,
    pub goals: String,
    pub script: String,
    /// The variable of the phone, and its value, that prove the effect.
    pub proof: (&'static str, &'static str),
    pub vars: Vec<(&'static str, &'static str)>,
    pub state: Vec<(&'static str, &'static str)>,
    /// Changes the run before it starts.
    pub tweak: fn(&mut Flow<'_>),
    /// Changes the files of the memory before it starts.
    pub files: fn(&std::path::Path),
}

/// What must come of a replay.
#[derive(Clone)]
pub struct Want {
    /// What memory said.
    pub verdict: &'static str,
    /// The controls that were hit, as the phone noted them.
    pub hits: &'static str,
    /// Questions to the model.
    pub calls: usize,
    /// `passed`, or the kind of trouble.
    pub test: &'static str,
    /// What became of the recording.
    pub entry: &'static str,
}

/// What must come of a replay, in the order of the table.
pub fn want(
    verdict: &'static str,
    hits: &'static str,
    calls: usize,
    test: &'static str,
    entry: &'static str,
) -> Want {
    Want {
        verdict,
        hits,
        calls,
        test,
        entry,
    }
}

impl Case {
    /// A case whose phone and goals are the same in both runs, to be changed by the methods below.
    pub fn new(what: &'static str, round: &Round, proof: (&'static str, &'static str), want: Want) -> Case {
        let mut replay = round.clone();
        replay.proof = proof;
        Case {
            what,
            record: Round {
                proof,
                ..round.clone()
            },
            replay,
            after: Vec::new(),
            want,
            twice: false,
        }
    }

    /// Two runs record at the same time.
    pub fn twice(mut self) -> Case {
        self.twice = true;
        self
    }

    /// Replays on this phone.
    pub fn on(mut self, phone: impl Into<String>) -> Case {
        self.replay.phone = phone.into();
        self
    }

    /// The effect is another one than that of the recording.
    pub fn recorded_by(mut self, proof: (&'static str, &'static str)) -> Case {
        self.record.proof = proof;
        self
    }

    /// The model knows this instead.
    pub fn knowing(mut self, goals: impl Into<String>) -> Case {
        self.replay.goals = goals.into();
        self
    }

    /// The script is this instead.
    pub fn running(mut self, script: impl Into<String>) -> Case {
        self.replay.script = script.into();
        self
    }

    /// Parameters of the script have these values instead.
    pub fn given(mut self, vars: &[(&'static str, &'static str)]) -> Case {
        self.replay.vars = vars.to_vec();
        self
    }

    /// The phone begins in this state.
    pub fn state(mut self, state: &[(&'static str, &'static str)]) -> Case {
        self.replay.state = state.to_vec();
        self
    }

    /// The run is changed before it starts.
    pub fn tweak(mut self, tweak: fn(&mut Flow<'_>)) -> Case {
        self.replay.tweak = tweak;
        self
    }

    /// The files of the memory are changed before it starts.
    pub fn files(mut self, files: fn(&std::path::Path)) -> Case {
        self.replay.files = files;
        self
    }

    /// The replay's run once more, with so many questions.
    pub fn again(mut self, calls: usize) -> Case {
        let mut round = self.replay.clone();
        round.files = |_| {};
        self.after.push((round, calls));
        self
    }

    /// The recording's run once more, with so many questions.
    pub fn first_again(mut self, calls: usize) -> Case {
        self.after.push((self.record.clone(), calls));
        self
    }
}

impl Round {
    pub fn new(phone: impl Into<String>, goals: impl Into<String>, script: impl Into<String>) -> Round {
        Round {
            phone: phone.into(),
            goals: goals.into(),
            script: script.into(),
            proof: ("", ""),
            vars: Vec::new(),
            state: Vec::new(),
            tweak: |_| {},
            files: |_| {},
        }
    }
}
