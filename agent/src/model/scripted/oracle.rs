//! What the scripted model answers: a pure function of the goals and one request.

use retap_cache::text::{nearest, normal};
use serde_json::{Value, json};

use super::goals::{Act, Goals, Step, Target, Way};
use super::outline::{Line, Outline};
use super::request::{Done, Question, Request};

/// The answer to a request's body: the object that a model would write.
///
/// For a goal: `done` once its label shows; else the first step that was not done, is due, and whose target is
/// on the screen. Steps were done if the request lists them, in order, each line counting for one step. For a
/// find: the one node of that role and label. An unknown prompt, a target that isn't there and one that is there
/// twice are failures that say so. Nothing is guessed.
pub fn answer(goals: &Goals, request: &Value) -> Value {
    let Some(Request { question, outline }) = Request::read(request) else {
        return fail("the last user message has no line that begins with GOAL: or FIND:");
    };
    match question {
        Question::Goal { prompt, done } => match known(goals, &prompt, "steps", Way::steps) {
            Ok((steps, label)) => plan(steps, label, &done, &outline),
            Err(reason) => fail(reason),
        },
        Question::Find { prompt } => match known(goals, &prompt, "find", Way::find) {
            Ok((target, place)) => match pick(&outline, target) {
                Ok(node) => json!({"id": node.id, "kind": if place { "place" } else { "thing" }}),
                Err(missed) => json!({"id": null, "reason": missed.to_string()}),
            },
            Err(reason) => json!({"id": null, "reason": reason}),
        },
    }
}

/// What the file has for a prompt under a key, or why it has nothing.
fn known<'g, T>(
    goals: &'g Goals,
    prompt: &str,
    key: &str,
    of: impl Fn(&'g Way) -> Option<T>,
) -> Result<T, String> {
    if let Some(found) = goals
        .iter()
        .filter(|g| g.answers(prompt))
        .find_map(|g| of(&g.way))
    {
        return Ok(found);
    }
    let file = goals.file();
    if goals.iter().any(|g| g.answers(prompt)) {
        return Err(format!(
            "the prompt \"{prompt}\" is in {file}, but without `{key}`"
        ));
    }
    let prompts = goals
        .iter()
        .filter(|g| of(&g.way).is_some())
        .map(|g| g.prompt.as_str());
    let near = nearest(prompt, prompts)
        .map(|p| format!("; the nearest one there is \"{p}\""))
        .unwrap_or_default();
    Err(format!(
        "no goal with `{key}` for the prompt \"{prompt}\" in {file}{near}"
    ))
}

fn plan(steps: &[Step], label: Option<&str>, done: &[Done], outline: &Outline) -> Value {
    if label.is_some_and(|l| !outline.find(None, l).is_empty()) {
        return json!({"action": "done"});
    }
    let open = open_steps(steps, done);
    let is_due = |s: &&&Step| {
        s.when.as_ref().is_none_or(|t| outline.shows(t))
            && !s.unless.as_ref().is_some_and(|t| outline.shows(t))
    };
    // The first that is due, and no later one: whoever skips a step ends up with the wrong shoes.
    let Some(step) = open.iter().find(is_due) else {
        return match (open.is_empty(), label) {
            (true, None) => json!({"action": "done"}),
            (true, Some(label)) => fail(format!("every step is done, but not visible: \"{label}\"")),
            (false, _) => fail("no step that is left is due on this screen"),
        };
    };
    let (target, text) = match &step.act {
        Act::Press(key) => return json!({"action": "press", "key": key.word()}),
        Act::Tap(target) => (target, None),
        Act::Type(target, text) => (target, Some(text)),
    };
    match (pick(outline, target), text) {
        (Ok(node), None) => json!({"action": "tap", "id": node.id, "target": target.words}),
        (Ok(node), Some(text)) => json!({
            "action": "type", "id": node.id, "target": target.words, "text": text, "mode": "replace",
        }),
        (Err(missed), _) => fail(missed.to_string()),
    }
}

/// The steps that were not done. Each line, in order, counts for the first step of its verb and target that no
/// line before it counted for.
fn open_steps<'s>(steps: &'s [Step], done: &[Done]) -> Vec<&'s Step> {
    let mut open: Vec<&Step> = steps.iter().collect();
    for line in done {
        if let Some(i) = open.iter().position(|s| is_of(line, &s.act)) {
            open.remove(i);
        }
    }
    open
}

fn is_of(line: &Done, act: &Act) -> bool {
    let same = |t: &Target| t.role.is_none_or(|r| r == line.role) && normal(&t.label) == normal(&line.label);
    match act {
        Act::Tap(target) => line.verb == "tap" && same(target),
        Act::Type(target, _) => line.verb == "type into" && same(target),
        Act::Press(key) => line.verb == "press" && line.label.eq_ignore_ascii_case(key.word()),
    }
}

/// Why a target isn't exactly one node.
#[derive(Debug, thiserror::Error)]
enum Missed {
    #[error("not visible: {0}")]
    NotVisible(String),
    #[error("ambiguous: {0}")]
    Ambiguous(String),
}

fn pick<'o>(outline: &'o Outline, target: &Target) -> Result<&'o Line, Missed> {
    let role = target.role.map(|r| format!("{r} ")).unwrap_or_default();
    let words = format!("{role}\"{}\"", target.label);
    match outline.find(target.role, &target.label).as_slice() {
        [node] => Ok(node),
        [] => Err(Missed::NotVisible(words)),
        more => {
            let ids: Vec<String> = more.iter().map(|n| format!("[{}] {}", n.id, n.role)).collect();
            Err(Missed::Ambiguous(format!("{words} is {}", ids.join(" and "))))
        }
    }
}

fn fail(reason: impl Into<String>) -> Value {
    json!({"action": "fail", "reason": reason.into()})
}
