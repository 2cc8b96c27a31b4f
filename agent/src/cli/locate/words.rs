//! `retap locate WORDS`: the node of one screen that words name.

use std::path::Path;
use std::time::Duration;

use retap_cache::device::{Deadline, Device, Want};
use retap_cache::feature::{NoTap, TapPoint, take, tap_point};
use retap_cache::screen::{Cover, Geometry, Node, UiTree, label};
use serde_json::{Value, json};

use super::explain::Explanation;
use super::name::{Unnamed, named};
use super::phrase::Phrase;
use super::show;
use crate::cli::args::LocateArgs;
use crate::cli::connect::{device, given_device};
use crate::cli::failure::Failure;
use crate::cli::{Exit, on_runtime, saved};
use crate::ground::role;
use crate::script::{Closeness, DeviceChoice};

/// How long the read of a device may take.
const READ: Duration = Duration::from_secs(15);
/// How many of several candidates are listed.
const LISTED: usize = 8;

/// What is looked at.
struct View {
    /// What to call it in messages.
    what: String,
    tree: UiTree,
    geometry: Geometry,
    covers: Vec<Cover>,
}

pub(super) fn words(words: &str, args: &LocateArgs) -> Result<Exit, Failure> {
    let Some(phrase) = Phrase::read(words) else {
        return Err(Failure::usage("there are no words to look for")
            .hint("name the element as it reads on the screen: retap locate \"the Login button\""));
    };
    let view = match &args.dump {
        Some(file) => from_file(file)?,
        None => from_device(args.device.as_deref())?,
    };
    match named(&phrase, &view.tree, &view.geometry) {
        Ok((node, how)) => {
            answer(&phrase, &view, node, how, args);
            Ok(Exit::Passed)
        }
        Err(unnamed) => {
            let (failure, candidates) = missed(&phrase, &view, unnamed);
            if !args.json {
                return Err(failure);
            }
            let nodes: Vec<Value> = candidates.1.iter().map(|n| show::node_json(*n)).collect();
            let out = json!({"verdict": "missed", "reason": failure.to_string(), candidates.0: nodes});
            show::print(&out.to_string());
            Ok(failure.exit())
        }
    }
}

fn answer(phrase: &Phrase, view: &View, node: Node<'_>, how: Closeness, args: &LocateArgs) {
    let tap = tap_point(node, &view.geometry, &view.covers);
    let why = args.explain.then(|| explain(phrase, node, how, &tap));
    if args.json {
        let mut out = show::node_json(node);
        out["verdict"] = "found".into();
        out["match"] = word(how).into();
        show::tap_json(&mut out, &tap);
        if let Some(why) = why {
            out["explanation"] = why.json();
        }
        show::print(&out.to_string());
        return;
    }
    let line = show::line(node, &tap);
    show::print(&why.map_or(line.clone(), |why| format!("{line}\n\n{}", why.text())));
}

fn explain(
    phrase: &Phrase,
    node: Node<'_>,
    how: Closeness,
    tap: &Result<TapPoint<'_>, NoTap>,
) -> Explanation {
    let mut why = Explanation::default();
    why.say("words", format!("{}: {}", show::quote(&phrase.words), word(how)));
    let feature = take(node);
    why.kept(feature.as_ref(), node);
    if let Ok(feature) = &feature {
        why.look_up(feature, node, node.tree(), true);
    }
    why.tap(node, tap);
    why
}

/// The miss in words, and the nodes that it speaks of.
fn missed<'t>(
    phrase: &Phrase,
    view: &View,
    unnamed: Unnamed<'t>,
) -> (Failure, (&'static str, Vec<Node<'t>>)) {
    let (words, on) = (show::quote(&phrase.words), &view.what);
    let list = |nodes: &[Node<'_>]| {
        let shown: Vec<String> = nodes
            .iter()
            .take(LISTED)
            .map(|n| format!("\n  {}", show::node(*n)))
            .collect();
        shown.join("")
    };
    match unnamed {
        Unnamed::Several(nodes) => {
            let more = match nodes.len().saturating_sub(LISTED) {
                0 => String::new(),
                n => format!("\n  and {n} more"),
            };
            let message = format!(
                "{words} is ambiguous on {on}; none of these {} is picked:{}{more}",
                nodes.len(),
                list(&nodes)
            );
            let failure = Failure::new(Exit::Failed, message).hint(apart(&nodes));
            (failure, ("candidates", nodes))
        }
        Unnamed::Nothing(nodes) => {
            let near = if nodes.is_empty() {
                "; nothing there is called like it".to_owned()
            } else {
                format!("; called most like it:{}", list(&nodes))
            };
            let failure = Failure::new(Exit::Failed, format!("{words} names nothing on {on}{near}"));
            (failure.hint(hint(phrase, &nodes)), ("nearest", nodes))
        }
    }
}

/// What would tell the candidates apart.
fn apart(nodes: &[Node<'_>]) -> &'static str {
    let first = nodes.first().map(|n| role(*n));
    if nodes.iter().any(|n| Some(role(*n)) != first) {
        "say the whole name, or add what it is: button, field, switch, row"
    } else {
        "say the whole name; if they are called the same, only a model or an id of its own tells which is meant"
    }
}

fn hint(phrase: &Phrase, nearest: &[Node<'_>]) -> String {
    let same = |n: &Node<'_>| label(*n).is_some_and(|l| Closeness::AnyCase.fits(&l.text, phrase.name()));
    match phrase.role() {
        _ if phrase.says_more => {
            "beside a quoted name only articles and one role word are understood without a model".to_owned()
        }
        Some(role) if nearest.iter().any(same) => format!("what is called so is no {role}"),
        _ if phrase.words.chars().any(|c| c >= '\u{1f000}') => "emoji can be lost in dumps".to_owned(),
        _ => "`retap screen` shows what everything is called".to_owned(),
    }
}

const fn word(how: Closeness) -> &'static str {
    match how {
        Closeness::Equal => "equal",
        Closeness::AnyCase => "equal but for case",
        Closeness::Words => "whole words",
        Closeness::Part => "part of a word",
    }
}

fn from_file(path: &Path) -> Result<View, Failure> {
    let (tree, _) = saved::read(path)?;
    Ok(View {
        what: path.display().to_string(),
        geometry: saved::extent(&tree),
        tree,
        covers: Vec::new(),
    })
}

fn from_device(given: Option<&str>) -> Result<View, Failure> {
    let choice = given.map_or(DeviceChoice::Any, given_device);
    on_runtime(async {
        let mut connected = device(&choice).await?;
        let device: &mut dyn Device = &mut connected.device;
        let read = device.observe(Want::Tree, Deadline::after(READ)).await;
        let screen = read.map_err(|e| Failure::environment(format!("{}: {e}", e.kind)).hint(e.hint))?;
        Ok(View {
            what: format!("{} of {}", screen.window.package, device.id()),
            geometry: screen.geometry,
            covers: screen.covers,
            tree: screen.tree,
        })
    })
}
