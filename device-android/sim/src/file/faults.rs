//! `faults:`: what is broken from the start.

use retap_cache::yaml::{Fields, Problem, Yaml};

use crate::fault::{BIG, DumpFault, FaultKind, IDLE_LIMIT, PictureFault, TRICKLE_PAUSE};
use crate::spec::Faults;

const PICTURES: [(&str, PictureFault); 6] = [
    ("warning", PictureFault::Warning),
    ("noise", PictureFault::Noise),
    ("line-ends", PictureFault::LineEnds),
    ("cut", PictureFault::Cut),
    ("refused", PictureFault::Refused),
    ("hang", PictureFault::Hang),
];

pub(crate) fn faults(of: Option<&Yaml>) -> Result<Faults, Problem> {
    let Some(of) = of else {
        return Ok(Faults::default());
    };
    let fields = of.fields("faults", &["dump", "picture", "device", "open-unanswered"])?;
    let missing = match fields.get("device") {
        Some(device) => device.choice("device", &[("present", false), ("missing", true)])?,
        None => false,
    };
    let unanswered = match fields.get("open-unanswered") {
        Some(text) => Some(text.text("open-unanswered")?.to_owned()),
        None => None,
    };
    let picture = fields.get("picture").map(|p| p.choice("picture", &PICTURES));
    Ok(Faults {
        dump: fields.get("dump").map(dump).transpose()?,
        picture: picture.transpose()?,
        unanswered,
        missing,
    })
}

fn dump(of: &Yaml) -> Result<DumpFault, Problem> {
    let known = ["kind", "for", "every", "megabytes", "times", "only"];
    let fields = of.fields("a dump fault", &known)?;
    let mut fault = DumpFault::new(kind(&fields)?);
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

/// The kind, with the one setting that it may have.
fn kind(fields: &Fields<'_>) -> Result<FaultKind, Problem> {
    let kinds = [
        ("never-idle", &FaultKind::NeverIdle { wait: IDLE_LIMIT }),
        ("hang", &FaultKind::Hang),
        ("trickle", &FaultKind::Trickle { pause: TRICKLE_PAUSE }),
        ("half", &FaultKind::Half),
        ("cut", &FaultKind::Cut),
        ("null-root", &FaultKind::NullRoot),
        ("killed", &FaultKind::Killed),
        ("silent", &FaultKind::Silent),
        ("noise", &FaultKind::Noise),
        ("already-registered", &FaultKind::AlreadyRegistered),
        ("wrong-window", &FaultKind::WrongWindow),
        ("big", &FaultKind::Big { megabytes: BIG }),
        ("no-tty", &FaultKind::NoTty),
    ];
    let written = fields.need("kind", "a dump fault")?;
    let mut kind = written.choice("kind", &kinds)?.clone();
    let mut own = None;
    match &mut kind {
        FaultKind::NeverIdle { wait } => {
            own = Some("for");
            if let Some(value) = fields.get("for") {
                *wait = value.duration("for")?;
            }
        }
        FaultKind::Trickle { pause } => {
            own = Some("every");
            if let Some(value) = fields.get("every") {
                *pause = value.duration("every")?;
            }
        }
        FaultKind::Big { megabytes } => {
            own = Some("megabytes");
            if let Some(value) = fields.get("megabytes") {
                let n = value.number("megabytes")?;
                let n = u32::try_from(n).ok().filter(|n| (1..=100).contains(n));
                *megabytes = n.ok_or_else(|| value.problem("megabytes must lie between 1 and 100"))?;
            }
        }
        _ => {}
    }
    for key in ["for", "every", "megabytes"] {
        if let Some(value) = fields.get(key).filter(|_| own != Some(key)) {
            let word = written.text("kind")?;
            return Err(value.problem(format!("`{key}` means nothing for `{word}`; drop it")));
        }
    }
    Ok(kind)
}
