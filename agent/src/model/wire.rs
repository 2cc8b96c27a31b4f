//! The wire: what a request of chat completions looks like, and what is read from answers and errors.
//!
//! The shapes are OpenAI's, with what other servers do differently where it is read.

use serde_json::{Value, json};

use super::Usage;

/// Longest part of an outside text that an error repeats, in characters.
pub(super) const QUOTE: usize = 200;

/// Who said something in a conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    System,
    User,
    Model,
}

/// A request's body. `json_mode` and `temperature` say which optional fields go along.
pub(super) fn request(model: &str, messages: &[(Role, &str)], json_mode: bool, temperature: bool) -> Value {
    let message = |(role, content): &(Role, &str)| {
        let role = match role {
            Role::System => "system",
            Role::User => "user",
            Role::Model => "assistant",
        };
        json!({"role": role, "content": content})
    };
    let mut body = json!({"model": model, "messages": messages.iter().map(message).collect::<Vec<_>>()});
    if json_mode {
        body["response_format"] = json!({"type": "json_object"});
    }
    if temperature {
        body["temperature"] = json!(0);
    }
    body
}

/// What an answer says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Answer {
    /// What the model wrote, thoughts possibly included; may be empty.
    pub(super) text: String,
    /// True if it stands where thoughts go.
    pub(super) thoughts: bool,
    /// True if it was cut off at a length limit.
    pub(super) cut: bool,
    /// What the server says that it cost.
    pub(super) usage: Usage,
    /// The model that the server says it was.
    pub(super) model: Option<String>,
}

/// Reads the body of a good answer. `None` if it isn't a chat completion.
pub(super) fn answer(body: &Value) -> Option<Answer> {
    let choice = body.get("choices")?.get(0)?;
    let message = choice.get("message")?;
    // Some servers put the whole answer where the thoughts go and leave the content blank.
    let (field, text) = ["content", "reasoning_content", "reasoning", "refusal"]
        .into_iter()
        .map(|field| (field, text_of(&message[field])))
        .find(|(_, t)| !t.trim().is_empty())
        .unwrap_or_default();
    Some(Answer {
        text,
        thoughts: field.starts_with("reasoning"),
        cut: choice["finish_reason"] == "length",
        usage: usage(&body["usage"]),
        model: body["model"]
            .as_str()
            .filter(|m| !m.is_empty())
            .map(str::to_owned),
    })
}

/// Content is a text or a list of parts, of which those marked as thoughts don't count.
fn text_of(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts
            .iter()
            .filter(|p| p["thought"] != true)
            .filter_map(|p| p["text"].as_str())
            .collect(),
        _ => String::new(),
    }
}

/// `usage` of an answer. `estimated` is ours: the scripted model counts characters and says so.
fn usage(usage: &Value) -> Usage {
    let number = |v: &Value| v.as_u64();
    Usage {
        input: number(&usage["prompt_tokens"]),
        output: number(&usage["completion_tokens"]),
        cached: number(&usage["prompt_tokens_details"]["cached_tokens"]).unwrap_or(0),
        reasoning: number(&usage["completion_tokens_details"]["reasoning_tokens"]).unwrap_or(0),
        estimated: usage["estimated"] == true,
    }
}

/// What an answer with a bad status says.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Complaint {
    /// In words, not shortened.
    pub(super) message: String,
    /// `code`, `type` and `param` of an OpenAI-type error, as far as there, with blanks between.
    pub(super) code: String,
}

/// Reads the body of an error: `{"error": {message, type, code}}`, `{"error": "…"}`, `{"message": "…"}`,
/// `{"detail": …}`, the same inside a list (Gemini), or anything else as it is.
pub(super) fn complaint(body: &[u8]) -> Complaint {
    let text = String::from_utf8_lossy(body);
    let Ok(value) = serde_json::from_str::<Value>(&text) else {
        return Complaint {
            message: text.into_owned(),
            code: String::new(),
        };
    };
    let value = value.get(0).unwrap_or(&value);
    let error = value.get("error").unwrap_or(value);
    let said = |v: &Value| match v {
        Value::Null => None,
        Value::String(s) => Some(s.clone()),
        other => Some(other.to_string()),
    };
    let message = said(&error["message"])
        .or_else(|| said(&error["detail"]))
        .or_else(|| said(error));
    let code: Vec<String> = [&error["code"], &error["type"], &error["param"]]
        .into_iter()
        .filter_map(said)
        .collect();
    Complaint {
        message: message.unwrap_or_default(),
        code: code.join(" "),
    }
}

/// The status inside a body that came with status 200 but is an error (as some gateways do it): its `code`
/// if that is one, else 200.
pub(super) fn hidden_error(body: &Value) -> Option<u16> {
    let error = body.get("error").filter(|e| !e.is_null())?;
    if body.get("choices").is_some_and(|c| !c.is_null()) {
        return None;
    }
    let code = error["code"].as_u64().and_then(|c| u16::try_from(c).ok());
    Some(code.filter(|c| (400..600).contains(c)).unwrap_or(200))
}

/// An outside text as errors show it: one line, no control characters, at most [`QUOTE`] characters.
pub(super) fn quote(text: &str) -> String {
    let mut line = String::new();
    let mut chars = 0;
    for word in text
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|w| !w.is_empty())
    {
        for c in (!line.is_empty()).then_some(' ').into_iter().chain(word.chars()) {
            if chars + 1 == QUOTE {
                line.push('…');
                return line;
            }
            line.push(c);
            chars += 1;
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_has_what_servers_expect() {
        let messages = [
            (Role::System, "Answer in JSON."),
            (Role::User, "FIND: x"),
            (Role::Model, "?"),
        ];
        assert_eq!(
            request("m", &messages, true, true),
            json!({
                "model": "m",
                "messages": [
                    {"role": "system", "content": "Answer in JSON."},
                    {"role": "user", "content": "FIND: x"},
                    {"role": "assistant", "content": "?"},
                ],
                "response_format": {"type": "json_object"},
                "temperature": 0,
            })
        );
        let bare = request("m", &messages, false, false);
        assert!(bare.get("response_format").is_none() && bare.get("temperature").is_none());
    }

    #[test]
    fn text_is_found_in_every_shape_of_content() {
        for (message, text) in [
            (json!({"content": "a"}), "a"),
            (
                json!({"content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]}),
                "ab",
            ),
            (
                json!({"content": [{"text": "hm", "thought": true}, {"text": "b"}]}),
                "b",
            ),
            (json!({"content": "", "reasoning_content": "r"}), "r"),
            (json!({"content": null, "reasoning": "r"}), "r"),
            (json!({"content": " ", "refusal": "no"}), "no"),
            (json!({"content": null}), ""),
        ] {
            let read = answer(&json!({"choices": [{"message": message}]})).unwrap();
            assert_eq!(read.text, text, "{message}");
            assert_eq!(read.usage, Usage::UNKNOWN);
            assert!(!read.cut && read.model.is_none());
        }
        assert_eq!(answer(&json!({"choices": []})), None);
        assert_eq!(answer(&json!({"object": "list"})), None);
    }

    #[test]
    fn usage_and_the_end_of_an_answer_are_read() {
        let read = answer(&json!({
            "model": "m-2",
            "choices": [{"message": {"content": "{"}, "finish_reason": "length"}],
            "usage": {
                "prompt_tokens": 1000, "completion_tokens": 70, "total_tokens": 1070,
                "prompt_tokens_details": {"cached_tokens": 800},
                "completion_tokens_details": {"reasoning_tokens": 50},
            },
        }))
        .unwrap();
        assert!(read.cut);
        assert_eq!(read.model.as_deref(), Some("m-2"));
        let usage = Usage {
            input: Some(1000),
            output: Some(70),
            cached: 800,
            reasoning: 50,
            estimated: false,
        };
        assert_eq!(read.usage, usage);
    }

    #[test]
    fn complaints_are_read_in_every_shape() {
        for (body, message, code) in [
            (r#"{"error":{"message":"no","type":"t","code":"c"}}"#, "no", "c t"),
            (
                r#"{"error":{"message":"no","code":429,"param":"p"}}"#,
                "no",
                "429 p",
            ),
            (r#"{"error":"no"}"#, "no", ""),
            (r#"{"message":"no"}"#, "no", ""),
            (
                r#"{"detail":[{"loc":["body","response_format"]}]}"#,
                r#"[{"loc":["body","response_format"]}]"#,
                "",
            ),
            (r#"[{"error":{"message":"no","code":400}}]"#, "no", "400"),
            ("<html>bad gateway</html>", "<html>bad gateway</html>", ""),
            ("", "", ""),
            ("{}", "{}", ""),
        ] {
            let read = complaint(body.as_bytes());
            assert_eq!(
                (read.message.as_str(), read.code.as_str()),
                (message, code),
                "{body}"
            );
        }
    }

    #[test]
    fn errors_behind_a_good_status_are_seen() {
        assert_eq!(
            hidden_error(&json!({"error": {"code": 429, "message": "slow"}})),
            Some(429)
        );
        assert_eq!(
            hidden_error(&json!({"error": {"code": "x"}, "choices": null})),
            Some(200)
        );
        assert_eq!(hidden_error(&json!({"error": null, "choices": []})), None);
        assert_eq!(hidden_error(&json!({"choices": []})), None);
    }

    #[test]
    fn quotes_are_short_and_in_one_line() {
        assert_eq!(quote(" a\n\tb\u{1b}[31m "), "a b [31m");
        let long = quote(&"é ".repeat(500));
        assert_eq!(long.chars().count(), QUOTE);
        assert!(long.ends_with('…'));
    }
}
