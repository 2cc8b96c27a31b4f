//! `retap locate --from A.xml … --in B.xml`: the element of one dump, looked up in another.

use std::path::Path;

use retap_cache::feature::{find, take_here, tap_point};

use super::answer::Answer;
use super::explain::Explanation;
use super::show;
use super::spot::Spot;
use crate::cli::args::LocateArgs;
use crate::cli::failure::Failure;
use crate::cli::{Exit, saved};

pub(super) fn pair(from: &Path, into: &Path, args: &LocateArgs) -> Result<Exit, Failure> {
    let spot = match (args.at, args.bounds) {
        (Some(p), None) => Spot::At(p),
        (None, Some(r)) => Spot::Bounds(r),
        _ => return Err(Failure::usage("say which element: --at X,Y or --bounds L,T,R,B")),
    };
    let (old, _) = saved::read(from)?;
    let (new, _) = saved::read(into)?;
    let same_locale = !args.locale_changed;
    let node = spot.node(&old).map_err(|why| {
        Failure::usage(format!("{}: {why}", from.display()))
            .hint("`retap screen --json --dump FILE` lists every node with its bounds")
    })?;
    let (node, feature) = match take_here(node) {
        Ok((control, feature)) => (control, Ok(feature)),
        Err(not) => (node, Err(not)),
    };
    let found = feature
        .as_ref()
        .map(|f| find(f, &new, same_locale).map_err(|miss| miss.with_nearest(f, &new)));
    let display = saved::extent(&new);
    let tap = match &found {
        Ok(Ok(found)) => Some((found.node, tap_point(found.node, &display, &[]))),
        _ => None,
    };
    let why = args.explain.then(|| {
        let mut why = Explanation::default();
        why.say("element", show::node(node));
        why.kept(feature.as_ref(), node);
        if let Ok(feature) = &feature {
            why.look_up(feature, node, &new, same_locale);
        }
        if let Some((node, tap)) = &tap {
            why.tap(*node, tap);
        }
        why
    });
    let (answer, miss) = match &found {
        Ok(Ok(found)) => (Answer::from(found), None),
        Ok(Err(miss)) => (Answer::from(miss), Some(format!("missed: {miss}"))),
        Err(not) => (Answer::from(*not), Some(not.to_string())),
    };
    if args.json {
        let mut out = serde_json::to_value(&answer)
            .map_err(|e| Failure::new(Exit::Bug, format!("the answer can't be written: {e}")))?;
        if let Some((_, tap)) = &tap {
            show::tap_json(&mut out, tap);
        }
        if let Some(why) = why {
            out["explanation"] = why.json();
        }
        show::print(&out.to_string());
        return Ok(if miss.is_some() {
            Exit::Failed
        } else {
            Exit::Passed
        });
    }
    let line = tap.as_ref().map(|(node, tap)| show::line(*node, tap));
    let parts: Vec<String> = line.into_iter().chain(why.map(|w| w.text())).collect();
    if !parts.is_empty() {
        show::print(&parts.join("\n\n"));
    }
    match miss {
        None => Ok(Exit::Passed),
        Some(miss) => Err(Failure::new(
            Exit::Failed,
            format!("{} in {}: {miss}", show::node(node), into.display()),
        )),
    }
}
