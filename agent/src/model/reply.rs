//! Getting the JSON object out of what a model wrote.
//!
//! Models put objects into fences, sentences around them and thoughts before them. Each way of looking below
//! yields one piece of text that is an object or isn't. Nothing is pieced together: what can't be read is an
//! error that goes back to the model.

use serde_json::Value;

/// Why there is no object in a text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoObject {
    /// Nothing but white space and thoughts.
    #[error("the reply is empty")]
    Empty,
    /// It thinks to the end and never answers.
    #[error("the reply ends before the thinking does")]
    OnlyThoughts,
    /// It was cut off at a length limit: what is there must not be completed by guessing.
    #[error("the reply was cut off at the length limit")]
    CutOff,
    /// Text without an object that can be read.
    #[error("the reply holds no JSON object: {0}")]
    Unreadable(String),
}

/// The tags in which models think aloud: `<think>` (DeepSeek, Qwen), `<thought>` (Gemini), `<thinking>`.
const THOUGHTS: [&str; 3] = ["think", "thought", "thinking"];

/// The object in a reply.
///
/// Looked at in this order: the whole text, what follows the thoughts, the first fenced block of that, the
/// widest `{…}` of that; then the same again with trailing commas taken out. [`NoObject`] says what was wrong
/// with the most promising of them, with line and column.
pub fn object(text: &str) -> Result<Value, NoObject> {
    let whole = text.trim();
    if let Ok(found) = parse(whole) {
        return Ok(found);
    }
    // Thoughts go before anything else is searched: they often hold drafts of the answer.
    let answer = without_thoughts(whole)?;
    if answer.is_empty() {
        return Err(NoObject::Empty);
    }
    let object_inside = |part: &&str| {
        let inside = part.trim_start_matches(|c: char| c.is_ascii_alphanumeric());
        parse(inside.trim()).is_ok()
    };
    if answer.split("```").filter(object_inside).take(2).count() > 1 {
        let why = "it holds more than one object, and none is the answer more than another";
        return Err(NoObject::Unreadable(why.to_owned()));
    }
    let places = [Some(answer), first_fence(answer), widest(answer)];
    let mut places = places.into_iter().flatten();
    let strict = places.clone().find_map(|p| parse(p).ok());
    let found = strict.or_else(|| places.find_map(|p| parse(&without_trailing_commas(p)).ok()));
    found.ok_or_else(|| {
        let best = first_fence(answer).or_else(|| widest(answer)).unwrap_or(answer);
        NoObject::Unreadable(parse(best).err().unwrap_or_default())
    })
}

/// The object in a text that a server marks as thoughts: only if it is nothing else. What is found in the middle of
/// thoughts is a draft.
pub fn object_of_thoughts(text: &str) -> Result<Value, NoObject> {
    parse(text.trim()).map_err(NoObject::Unreadable)
}

/// Reads an object. Anything else is an error, a list or a number as well.
fn parse(text: &str) -> Result<Value, String> {
    match serde_json::from_str::<Value>(text) {
        Ok(value) if value.is_object() => Ok(value),
        Ok(Value::Array(_)) => Err("a list was given where one object is needed".to_owned()),
        Ok(_) => Err("a single value was given where one object is needed".to_owned()),
        Err(e) => Err(e.to_string()),
    }
}

/// What follows the last closing tag of thoughts. Some servers cut off the opening one.
fn without_thoughts(text: &str) -> Result<&str, NoObject> {
    let mut rest = text;
    for tag in THOUGHTS {
        if let Some((_, after)) = rest.rsplit_once(&format!("</{tag}>")) {
            rest = after;
        }
    }
    if THOUGHTS
        .iter()
        .any(|tag| rest.trim_start().starts_with(&format!("<{tag}>")))
    {
        return Err(NoObject::OnlyThoughts);
    }
    Ok(rest.trim())
}

/// The inside of the first block between two lines of three backticks.
fn first_fence(text: &str) -> Option<&str> {
    let (_, after) = text.split_once("```")?;
    // The rest of the opening line names a language, unless the object begins right there.
    let inside = match after.find(['\n', '{']) {
        Some(i) if after.as_bytes().get(i) == Some(&b'\n') => after.get(i + 1..)?,
        Some(i) => after.get(i..)?,
        None => after,
    };
    // A string of the object may hold backticks, but never behind a line break.
    let end = inside
        .find("\n```")
        .or_else(|| inside.find("```"))
        .unwrap_or(inside.len());
    Some(inside.get(..end)?.trim())
}

/// From the first `{` to the last `}`.
fn widest(text: &str) -> Option<&str> {
    text.get(text.find('{')?..=text.rfind('}')?)
}

/// The same text without commas that stand directly before `}` or `]`. Texts in quotes stay as they are.
fn without_trailing_commas(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut quoted, mut escaped) = (false, false);
    for (i, c) in text.char_indices() {
        if quoted {
            quoted = escaped || c != '"';
            escaped = !escaped && c == '\\';
        } else if c == '"' {
            quoted = true;
        } else if c == ',' && text[i + 1..].trim_start().starts_with(['}', ']']) {
            continue;
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn objects_are_found_where_models_put_them() {
        let tap = json!({"action": "tap", "id": 3});
        for (case, text) in [
            ("plain", r#"{"action":"tap","id":3}"#),
            ("white space", "\n\n  {\"action\": \"tap\",\n \"id\": 3}\n"),
            ("D29 a: fence", "```json\n{\"action\":\"tap\",\"id\":3}\n```"),
            (
                "fence without a language",
                "```\n{\"action\":\"tap\",\"id\":3}\n```",
            ),
            ("fence in one line", "```json {\"action\":\"tap\",\"id\":3}```"),
            ("fence that never ends", "```json\n{\"action\":\"tap\",\"id\":3}"),
            (
                "D29 b: prose around",
                "I tap it.\n```json\n{\"action\":\"tap\",\"id\":3}\n```\nThat opens it.",
            ),
            (
                "prose without a fence",
                "Sure: {\"action\":\"tap\",\"id\":3}. Done!",
            ),
            (
                "D29 c: thoughts",
                "<think>plan…</think>{\"action\":\"tap\",\"id\":3}",
            ),
            (
                "thoughts cut off in front",
                "plan… {\"id\":9}\n</think>\n\n{\"action\":\"tap\",\"id\":3}",
            ),
            (
                "draft in thoughts",
                "<thought>```json\n{\"action\":\"done\"}\n```</thought>{\"action\":\"tap\",\"id\":3}",
            ),
            (
                "thoughts, then a fence",
                "<think>hm</think>\n```json\n{\"action\":\"tap\",\"id\":3}\n```",
            ),
            ("D29 d: trailing comma", r#"{"action":"tap","id":3,}"#),
            (
                "trailing comma in a fence",
                "```json\n{\"action\":\"tap\",\"id\":3,\n}\n```",
            ),
        ] {
            assert_eq!(object(text), Ok(tap.clone()), "{case}");
        }
    }

    #[test]
    fn text_inside_quotes_stays_as_it_is() {
        for (text, value) in [
            (r#"{"text":"a,}",}"#, "a,}"),
            (r#"{"text":"say \",]\" twice",}"#, "say \",]\" twice"),
            (r#"{"text":"</think>"}"#, "</think>"),
            ("```json\n{\"text\":\"a ``` b\"}\n```", "a ``` b"),
            (r#"{"text":"ends in \\",}"#, "ends in \\"),
        ] {
            assert_eq!(object(text), Ok(json!({"text": value})), "{text}");
        }
    }

    #[test]
    fn what_is_no_object_is_never_guessed() {
        for (case, text, message) in [
            ("D29 e", r#"[ "a": 1 }"#, "expected `,` or `]`"),
            ("D29 f", "", "the reply is empty"),
            ("blank", " \n\t", "the reply is empty"),
            (
                "only thoughts",
                "<think>{\"action\":\"tap\",\"id\":3}",
                "ends before the thinking does",
            ),
            (
                "nothing behind the thoughts",
                "<think>{\"id\":3}</think> ",
                "the reply is empty",
            ),
            ("prose", "I can't do that.", "holds no JSON object"),
            ("cut off", r#"{"action":"tap","id""#, "EOF while parsing"),
            (
                "two objects",
                r#"{"action":"tap","id":3} {"action":"done"}"#,
                "trailing characters",
            ),
            ("list of two", r#"[{"id":1},{"id":2}]"#, "trailing characters"),
            ("number", "42", "a single value"),
            ("list", "[1, 2]", "a list was given"),
            ("missing value", r#"{"id":}"#, "expected value"),
        ] {
            let e = object(text).expect_err(case).to_string();
            assert!(e.contains(message), "{case}: {e}");
        }
    }

    #[test]
    fn no_text_makes_it_fail_in_another_way() {
        let seeds = [
            "<think>x</think>```json\n{\"a\":[1,{\"b\":\"ü,}\"},],}\n``` {",
            "```",
            "{,}",
            "\u{1F600}```{\"é\":1,}",
        ];
        let mut state = 7_u32;
        for seed in seeds {
            let chars: Vec<char> = seed.chars().collect();
            for cut in 0..=chars.len() {
                let mut text: Vec<char> = chars[..cut].to_vec();
                let _ = object(&text.iter().collect::<String>());
                for _ in 0..20 {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    if let Some(c) = text.get_mut(state as usize % chars.len()) {
                        *c = ['{', '}', '"', ',', '`', '<', '\\', 'ß'][(state >> 16) as usize % 8];
                    }
                    let _ = object(&text.iter().collect::<String>());
                }
            }
        }
        assert!(object(&"[".repeat(100_000)).is_err());
        assert!(object(&format!("{}1", "{\"a\":".repeat(100_000))).is_err());
    }
}
