//! What becomes of a run whose memory has drifted: steps that are recorded and could not be replayed as they were.

use super::Trouble;
use super::account::Memory;
use crate::script::Heal;

/// Why a test that has passed does not.
pub(super) fn verdict(heal: Heal, memory: &Memory) -> Option<Trouble> {
    if heal != Heal::Fail || memory.drifted == 0 {
        return None;
    }
    let (steps, were) = match memory.drifted {
        1 => ("step", "was"),
        _ => ("steps", "were"),
    };
    let message = format!(
        "{} recorded {steps} could not be replayed as recorded and {were} healed by the model; the checks passed, and \
         `heal: fail` does not let that pass",
        memory.drifted
    );
    Some(Trouble::stale(message).hint(
        "look at what changed, run the test once with `--cache read-write` or with `--heal-to DIR`, and commit what is \
         recorded",
    ))
}
