//! `faults:`: what is broken from the start.

use retap_cache::yaml::{Problem, Yaml};

use crate::fault::{DumpFault, FaultKind, IDLE_LIMIT};

/// The fault of the dump, and whether the device is there.
pub(crate) fn faults(of: Option<&Yaml>) -> Result<(Option<DumpFault>, bool), Problem> {
    let Some(of) = of else { return Ok((None, true)) };
    let fields = of.fields("faults", &["dump", "device"])?;
    let plugged = match fields.get("device") {
        Some(device) => device.choice("device", &[("present", true), ("missing", false)])?,
        None => true,
    };
    Ok((fields.get("dump").map(dump).transpose()?, plugged))
}

fn dump(of: &Yaml) -> Result<DumpFault, Problem> {
    let fields = of.fields("a dump fault", &["kind", "for", "times", "only"])?;
    let kind = fields.need("kind", "a dump fault")?;
    let idle = FaultKind::NeverIdle { wait: IDLE_LIMIT };
    let kinds = [("never-idle", &idle), ("hang", &FaultKind::Hang)];
    let mut fault = DumpFault::new(kind.choice("kind", &kinds)?.clone());
    if let Some(wait) = fields.get("for") {
        match &mut fault.kind {
            FaultKind::NeverIdle { wait: slot } => *slot = wait.duration("for")?,
            FaultKind::Hang => return Err(wait.problem("a dump that hangs has no duration; drop `for`")),
        }
    }
    if let Some(times) = fields.get("times") {
        let n = times.number("times")?;
        let n = u32::try_from(n)
            .map_err(|_| times.problem(format!("{n} is too often; leave `times` out for always")))?;
        fault.times = Some(n);
    }
    if let Some(only) = fields.get("only") {
        fault.plain_only = only.choice("only", &[("plain", true)])?;
    }
    Ok(fault)
}
