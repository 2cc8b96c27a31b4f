//! The planner's answer.

use retap_cache::device::{Key, TypeMode};
use serde_json::Value;

/// One move of the planner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Move {
    /// Tap a node.
    Tap {
        /// Id in the outline.
        id: u64,
        /// The planner's words for it.
        target: String,
    },
    /// Type into a field.
    Type {
        /// Id in the outline.
        id: u64,
        /// The planner's words for it.
        target: String,
        /// What to type.
        text: String,
        /// What happens to the old content.
        mode: TypeMode,
    },
    /// Press a key.
    Press(Key),
    /// Look again.
    Wait,
    /// The goal is reached.
    Done,
    /// It can't be reached, and why.
    Fail(String),
}

/// Reads the answer. `Err` says what is wrong with it, for the model as well as for people.
pub fn read(json: &Value) -> Result<Move, String> {
    let text = |key: &str| json.get(key).and_then(Value::as_str);
    let need = |key: &str| text(key).ok_or_else(|| format!("`{key}` is missing or not a text"));
    let id = || {
        json.get("id")
            .and_then(Value::as_u64)
            .ok_or_else(|| "`id` is missing or not a number".to_owned())
    };
    let target = || text("target").unwrap_or("").trim().to_owned();
    match need("action")? {
        "tap" => Ok(Move::Tap {
            id: id()?,
            target: target(),
        }),
        "type" => {
            let mode = match text("mode") {
                None | Some("replace") => TypeMode::Replace,
                Some("append") => TypeMode::Append,
                Some(other) => return Err(format!("unknown mode `{other}`")),
            };
            Ok(Move::Type {
                id: id()?,
                target: target(),
                text: need("text")?.to_owned(),
                mode,
            })
        }
        "press" => {
            let key = need("key")?;
            Key::named(key)
                .map(Move::Press)
                .ok_or_else(|| format!("unknown key `{key}`"))
        }
        "wait" => Ok(Move::Wait),
        "done" => Ok(Move::Done),
        "fail" => Ok(Move::Fail(text("reason").unwrap_or("no reason given").to_owned())),
        other => Err(format!("unknown action `{other}`")),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_the_offered_moves_are_understood() {
        let ok = read(&json!({"action":"type","id":7,"target":"it","text":"007","mode":"append"}));
        let text = "007".to_owned();
        assert_eq!(
            ok,
            Ok(Move::Type {
                id: 7,
                target: "it".into(),
                text,
                mode: TypeMode::Append
            })
        );
        assert_eq!(
            read(&json!({"action":"press","key":"Back"})),
            Ok(Move::Press(Key::Back))
        );
        for bad in [
            json!({"action":"shell","command":"reboot"}),
            json!({"action":"tap"}),
            json!({"action":"tap","id":"7"}),
            json!({"action":"press","key":"power"}),
            json!({"action":"type","id":1}),
            json!({}),
            json!("done"),
        ] {
            assert!(read(&bad).is_err(), "{bad}");
        }
    }
}
