//! Reading one goal of a goals file, with the place of every mistake.

use retap_cache::device::Key;
use retap_cache::text::normal;
use retap_cache::yaml::{Fields, Problem, Yaml};

use super::goals::{Act, Goal, Step, Target, Way};
use super::outline::ROLES;

/// One goal of the list.
pub(super) fn goal(item: &Yaml) -> Result<Goal, Problem> {
    let f = item.fields("a goal", &["prompt", "done", "steps", "find", "place"])?;
    let prompt = written(f.need("prompt", "a goal")?, "prompt")?;
    let stray = |key: &str, with: &str| match f.get(key) {
        Some(at) => Err(at.problem(format!("`{key}` belongs to a goal with `{with}`"))),
        None => Ok(()),
    };
    let way = match (f.get("steps"), f.get("find")) {
        (Some(list), None) => {
            stray("place", "find")?;
            let steps = list
                .list("steps")?
                .iter()
                .map(step)
                .collect::<Result<Vec<_>, _>>()?;
            let done = f.get("done").map(|d| written(d, "done")).transpose()?;
            if steps.is_empty() && done.is_none() {
                return Err(list.problem("a goal without steps needs `done`"));
            }
            Way::Steps { steps, done }
        }
        (None, Some(find)) => {
            stray("done", "steps")?;
            let target = target(find.fields("find", &["role", "label"])?, "find")?;
            let place = f.get("place").map_or(Ok(false), |p| p.boolean("place"))?;
            Way::Find { target, place }
        }
        (Some(_), Some(find)) => return Err(find.problem("a goal has `steps` or `find`, not both")),
        (None, None) => return Err(item.problem("a goal needs `steps` or `find`")),
    };
    Ok(Goal { prompt, way })
}

fn step(item: &Yaml) -> Result<Step, Problem> {
    let f = item.fields("a step", &["tap", "type", "press", "when", "unless"])?;
    let mut acts = ["tap", "type", "press"]
        .into_iter()
        .filter_map(|k| f.get(k).map(|v| (k, v)));
    let Some((word, value)) = acts.next() else {
        return Err(item.problem("a step needs `tap`, `type` or `press`"));
    };
    if let Some((second, at)) = acts.next() {
        return Err(at.problem(format!(
            "a step does one thing; this one has `{word}` and `{second}`"
        )));
    }
    let act = match word {
        "tap" => Act::Tap(target(value.fields("tap", &["role", "label", "as"])?, "tap")?),
        "type" => {
            let fields = value.fields("type", &["role", "label", "as", "text"])?;
            // Typed text stays as written: blanks are meant.
            let text = fields.need("text", "type")?.text("text")?.to_owned();
            Act::Type(target(fields, "type")?, text)
        }
        _ => Act::Press(value.choice("key", &Key::ALL.map(|(key, word)| (word, key)))?),
    };
    let shown = |key: &str| {
        f.get(key)
            .map(|c| written(c.fields(key, &["visible"])?.need("visible", key)?, "visible"))
            .transpose()
    };
    Ok(Step {
        act,
        when: shown("when")?,
        unless: shown("unless")?,
    })
}

fn target(f: Fields<'_>, what: &str) -> Result<Target, Problem> {
    let label = written(f.need("label", what)?, "label")?;
    let role = f
        .get("role")
        .map(|r| r.choice("role", &ROLES.map(|word| (word, word))))
        .transpose()?;
    let words = match (f.get("as"), role) {
        (Some(words), _) => written(words, "as")?,
        (None, Some(role)) => format!("the \"{label}\" {role}"),
        (None, None) => format!("the \"{label}\""),
    };
    Ok(Target { role, label, words })
}

/// A text that isn't blank: a blank one would match every node without a label.
fn written(yaml: &Yaml, what: &str) -> Result<String, Problem> {
    let text = yaml.text(what)?;
    if normal(text).is_empty() {
        return Err(yaml.problem(format!("{what} is blank")));
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::super::Goals;

    #[test]
    fn mistakes_name_their_place() {
        for (text, message) in [
            ("goal: []", "g:1:1: unknown key `goal` in a goals file"),
            ("goals: 7", "g:1:8: goals must be a list"),
            ("goals:\n- find: {label: a}", "g:2:3: a goal needs `prompt`"),
            ("goals:\n- prompt: a", "g:2:3: a goal needs `steps` or `find`"),
            (
                "goals:\n- prompt: ' '\n  find: {label: a}",
                "g:2:11: prompt is blank",
            ),
            (
                "goals:\n- prompt: a\n  steps: []",
                "g:3:10: a goal without steps needs `done`",
            ),
            (
                "goals:\n- prompt: a\n  steps: []\n  done: x\n  place: true",
                "g:5:10: `place` belongs to",
            ),
            (
                "goals:\n- prompt: a\n  find: {label: a}\n  done: x",
                "g:4:9: `done` belongs to",
            ),
            (
                "goals:\n- prompt: a\n  done: x\n  steps: []\n  find: {label: a}",
                "steps` or `find`, not both",
            ),
            (
                "goals:\n- prompt: a\n  find: {role: buton, label: a}",
                "g:3:16: unknown role `buton`",
            ),
            (
                "goals:\n- prompt: a\n  find: {role: button}",
                "g:3:9: find needs `label`",
            ),
            (
                "goals:\n- prompt: a\n  find: {label: a, as: b}",
                "g:3:20: unknown key `as` in find",
            ),
            (
                "goals:\n- prompt: a\n  find: {label: a}\n- prompt: ' a'\n  find: {label: b}",
                "has `find` twice",
            ),
            (
                "goals:\n- prompt: a\n  steps:\n  - press: bak",
                "g:4:12: unknown key `bak`; it is one of",
            ),
            (
                "goals:\n- prompt: a\n  steps:\n  - when: {visible: a}",
                "g:4:5: a step needs `tap`",
            ),
            (
                "goals:\n- prompt: a\n  steps:\n  - press: back\n    tap: {label: a}",
                "does one thing",
            ),
            (
                "goals:\n- prompt: a\n  steps:\n  - type: {label: a}",
                "g:4:11: type needs `text`",
            ),
            (
                "goals:\n- prompt: a\n  steps:\n  - press: back\n    when: {hidden: a}",
                "g:5:12: unknown key `hidden`",
            ),
        ] {
            let problem = Goals::parse("g", text).unwrap_err();
            assert!(problem.to_string().contains(message), "{text}\n{problem}");
        }
    }
}
