//! Reading the last user message of a request.
//!
//! ```text
//! GOAL: put it into the cart        or        FIND: the promo code field
//! DONE:                                       SCREEN: com.example/.Main
//! 1. tap button "Add" -> screen changed       [0] view
//! NOTE: free text
//! SCREEN: com.example/.Main
//! [0] view
//! ```

use serde_json::Value;

use super::outline::{Outline, quoted};

/// What is asked, on which screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Request {
    pub(super) question: Question,
    pub(super) outline: Outline,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Question {
    /// What to do next for a goal, and what was done for it.
    Goal { prompt: String, done: Vec<Done> },
    /// Which node is meant.
    Find { prompt: String },
}

/// An action that was done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Done {
    /// `tap`, `type into`, `press`, `launch`.
    pub(super) verb: &'static str,
    /// The role of the target; empty for keys and packages.
    pub(super) role: String,
    /// The label of the target; the key; the package.
    pub(super) label: String,
}

/// Parts of a message, by the heading that a line begins with.
const HEADINGS: [&str; 5] = ["GOAL:", "FIND:", "DONE:", "NOTE:", "SCREEN:"];

impl Request {
    /// Reads a request's body. `None` if its last user message has neither form.
    pub(super) fn read(body: &Value) -> Option<Self> {
        let messages = body["messages"].as_array()?;
        let last = messages.iter().rev().find(|m| m["role"] == "user")?;
        Self::parse(&text_of(&last["content"]))
    }

    fn parse(message: &str) -> Option<Self> {
        let mut parts = HEADINGS.map(|_| None::<Vec<&str>>);
        let mut current = None;
        for line in message.lines() {
            // A screen is the last part: whatever its texts look like, they begin no other.
            let in_screen = current == Some(HEADINGS.len() - 1);
            let heading = HEADINGS.iter().position(|h| !in_screen && line.starts_with(h));
            let rest = match heading {
                // The first part of a name counts; a second one is text of the part that it stands in.
                Some(i) if parts[i].is_none() => {
                    current = Some(i);
                    &line[HEADINGS[i].len()..]
                }
                _ => line,
            };
            if let Some(part) = current.and_then(|i| parts.get_mut(i)) {
                part.get_or_insert_default().push(rest);
            }
        }
        let [goal, find, done, _, screen] = parts;
        let prompt = |lines: Vec<&str>| lines.join("\n").trim().to_owned();
        let question = match (goal, find) {
            (Some(lines), _) => {
                let done = done
                    .unwrap_or_default()
                    .into_iter()
                    .filter_map(Done::parse)
                    .collect();
                Question::Goal {
                    prompt: prompt(lines),
                    done,
                }
            }
            (None, Some(lines)) => Question::Find {
                prompt: prompt(lines),
            },
            (None, None) => return None,
        };
        Some(Self {
            question,
            outline: Outline::parse(screen.unwrap_or_default().into_iter()),
        })
    }
}

impl Done {
    /// `1. tap button "Add to cart" -> screen changed`. `None` for anything else ("nothing yet").
    fn parse(line: &str) -> Option<Self> {
        let numberless = line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
        let text = numberless.strip_prefix('.')?.trim_start();
        let (verb, rest) = ["tap", "type into", "press", "launch"]
            .into_iter()
            .find_map(|verb| Some((verb, text.strip_prefix(verb)?.strip_prefix(' ')?.trim_start())))?;
        let plain = rest.split(" -> ").next().unwrap_or(rest).trim();
        if matches!(verb, "press" | "launch") {
            return Some(Self {
                verb,
                role: String::new(),
                label: plain.to_owned(),
            });
        }
        let (role, label) = match rest.find('"') {
            Some(i) => (rest[..i].trim(), quoted(&rest[i..])?.0),
            None => (plain, String::new()),
        };
        Some(Self {
            verb,
            role: role.to_owned(),
            label,
        })
    }
}

/// Content is a text or a list of parts; pictures are passed over.
pub(super) fn text_of(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts
            .iter()
            .filter_map(|p| p["text"].as_str())
            .collect::<Vec<_>>()
            .join("\n"),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn done(verb: &'static str, role: &str, label: &str) -> Done {
        Done {
            verb,
            role: role.to_owned(),
            label: label.to_owned(),
        }
    }

    #[test]
    fn a_goal_is_read_with_what_was_done() {
        let text = "GOAL: buy\n  the shoes\nDONE:\n\
                    1. tap button \"Add \\\"it\\\" -> now\" -> screen changed\n\
                    2. type into field \"Promo code\" -> screen changed\n\
                    3. press back -> nothing changed\n\
                    4. launch com.example -> screen changed\n\
                    5. tap web view \"Help\" -> x\n\
                    6. tap image -> screen changed\n\
                    7. swipe up -> x\n\
                    8. tapped button \"x\" -> x\n\
                    NOTE: the last tap changed nothing\nand more\n\
                    SCREEN: com.example/.Main\n[0] view\n  [3] text \"x\"\nGOAL: another\n";
        let request = Request::parse(text).unwrap();
        let Question::Goal { prompt, done: list } = request.question else {
            panic!("a goal was expected")
        };
        assert_eq!(prompt, "buy\n  the shoes");
        assert_eq!(
            list,
            [
                done("tap", "button", "Add \"it\" -> now"),
                done("type into", "field", "Promo code"),
                done("press", "", "back"),
                done("launch", "", "com.example"),
                done("tap", "web view", "Help"),
                done("tap", "image", ""),
            ]
        );
        assert_eq!(request.outline.nodes.len(), 2);
    }

    #[test]
    fn nothing_done_yet_is_an_empty_list() {
        for text in [
            "GOAL: g\nDONE:\nnothing yet\nSCREEN: s",
            "GOAL: g\nDONE: nothing yet\nSCREEN: s",
            "GOAL: g",
        ] {
            let expect = Question::Goal {
                prompt: "g".to_owned(),
                done: Vec::new(),
            };
            assert_eq!(Request::parse(text).unwrap().question, expect, "{text}");
        }
    }

    #[test]
    fn the_last_user_message_counts() {
        let find = "FIND: the\npromo field\r\nSCREEN: s\r\n[1] field \"Promo\"\r\n";
        let body = json!({"messages": [
            {"role": "system", "content": "GOAL: not this"},
            {"role": "user", "content": "GOAL: nor this"},
            {"role": "assistant", "content": "FIND: nor this"},
            {"role": "user", "content": [{"type": "text", "text": find}, {"type": "image_url"}]},
        ]});
        let request = Request::read(&body).unwrap();
        assert_eq!(
            request.question,
            Question::Find {
                prompt: "the\npromo field".to_owned()
            }
        );
        assert_eq!(request.outline.nodes[0].label, "Promo");
    }

    #[test]
    fn other_requests_are_not_read() {
        for body in [
            json!({}),
            json!({"messages": []}),
            json!({"messages": [{"role": "user", "content": null}]}),
            json!({"messages": [{"role": "user", "content": "hello"}]}),
            json!({"messages": [{"role": "user", "content": "the GOAL: x"}]}),
        ] {
            assert_eq!(Request::read(&body), None, "{body}");
        }
    }
}
