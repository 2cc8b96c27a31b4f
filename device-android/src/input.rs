//! Touch, text and keys: one shell command line for each action, so that an action is one round trip.
//!
//! Stock `input text` takes ASCII only, turns `%s` into a blank and types nothing at all if a single character
//! has no key. So a text is checked before anything is sent.

use retap_cache::device::{Deadline, Key, Spot, TypeMode};
use retap_cache::screen::Point;

use crate::Error;
use crate::action::{ActError, send};
use crate::adb::{Adb, quote};

// Key codes of android.view.KeyEvent.
const HOME: u8 = 3;
const BACK: u8 = 4;
const TAB: u8 = 61;
const ENTER: u8 = 66;
const DEL: u8 = 67;
const ESCAPE: u8 = 111;
const FORWARD_DEL: u8 = 112;
const MOVE_END: u8 = 123;

/// How long a finger takes. The default of 300 ms flings a list well past what was meant to come into view.
const SWIPE_MS: u32 = 500;

/// Touches once.
pub(crate) async fn tap(adb: &Adb, at: Point, deadline: Deadline) -> Result<(), ActError> {
    send(adb, &tap_command(at), "", deadline).await
}

/// Drags from one point to another.
pub(crate) async fn swipe(adb: &Adb, from: Point, to: Point, deadline: Deadline) -> Result<(), ActError> {
    send(adb, &swipe_command(from, to), "", deadline).await
}

/// Presses a key.
pub(crate) async fn press(adb: &Adb, key: Key, deadline: Deadline) -> Result<(), ActError> {
    send(adb, &format!("input keyevent {}", code(key)), "", deadline).await
}

/// Types into a field, or into the focus.
pub(crate) async fn type_text(
    adb: &Adb,
    target: Option<Spot>,
    text: &str,
    mode: TypeMode,
    deadline: Deadline,
) -> Result<(), ActError> {
    let line = type_line(adb.serial(), target, text, mode).map_err(ActError::before)?;
    if line.is_empty() {
        Ok(())
    } else {
        send(adb, &line, text, deadline).await
    }
}

fn tap_command(at: Point) -> String {
    format!("input tap {} {}", at.x, at.y)
}

fn swipe_command(from: Point, to: Point) -> String {
    format!("input swipe {} {} {} {} {SWIPE_MS}", from.x, from.y, to.x, to.y)
}

fn code(key: Key) -> u8 {
    match key {
        Key::Enter => ENTER,
        Key::Back => BACK,
        Key::Home => HOME,
        Key::Backspace => DEL,
        Key::Tab => TAB,
        Key::Escape => ESCAPE,
    }
}

/// The whole command line; empty if there is nothing to do.
fn type_line(serial: &str, target: Option<Spot>, text: &str, mode: TypeMode) -> Result<String, Error> {
    if let Some(characters) = unsendable(text) {
        return Err(Error::Unsendable {
            serial: serial.to_owned(),
            characters,
        });
    }
    let mut commands: Vec<String> = target.iter().map(|spot| tap_command(spot.at)).collect();
    match (mode, target) {
        // A touch puts the cursor where it fell.
        (TypeMode::Append, Some(_)) => commands.push(format!("input keyevent {MOVE_END}")),
        (TypeMode::Append, None) => {}
        (TypeMode::Replace, None) => return Err(Error::ReplaceWithoutField),
        (TypeMode::Replace, Some(Spot { held: 0, .. })) => {}
        (TypeMode::Replace, Some(Spot { held, .. })) => {
            // The end that `MOVE_END` means is that of the line the touch fell on: what stands behind it in a
            // wrapped field goes by forward deletes.
            let both = format!(" {DEL}").repeat(held) + &format!(" {FORWARD_DEL}").repeat(held);
            commands.push(format!("input keyevent {MOVE_END}{both}"));
        }
    }
    for (n, line) in text.split('\n').enumerate() {
        if n > 0 {
            commands.push(format!("input keyevent {ENTER}"));
        }
        let line = line.strip_suffix('\r').unwrap_or(line);
        commands.extend(pieces(line).map(|piece| format!("input text {}", quote(piece))));
    }
    Ok(commands.join(" && "))
}

/// A line cut so that no piece holds `%s`.
pub(crate) fn pieces(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = line;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (piece, tail) = rest.split_at(rest.find("%s").map_or(rest.len(), |at| at + 1));
        rest = tail;
        Some(piece)
    })
}

/// The characters that can't be typed, each once. `None` if all can.
fn unsendable(text: &str) -> Option<String> {
    let mut odd: Vec<char> = Vec::new();
    for c in text.replace("\r\n", "\n").chars() {
        if !matches!(c, ' '..='~' | '\n') && !odd.contains(&c) {
            odd.push(c);
        }
    }
    if odd.is_empty() {
        return None;
    }
    let name = |c: &char| {
        let code = format!("U+{:04X}", u32::from(*c));
        if c.is_control() {
            code
        } else {
            format!("`{c}` ({code})")
        }
    };
    Some(odd.iter().map(name).collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(target: Option<usize>, text: &str, mode: TypeMode) -> Result<String, &'static str> {
        let target = target.map(|held| Spot {
            at: Point { x: 5, y: 6 },
            held,
        });
        type_line("S", target, text, mode).map_err(|e| e.kind())
    }

    #[test]
    fn an_action_is_one_command_line() {
        use TypeMode::{Append, Replace};
        let table = [
            (line(None, "a b", Append), Ok("input text 'a b'")),
            (
                line(Some(9), "x", Append),
                Ok("input tap 5 6 && input keyevent 123 && input text 'x'"),
            ),
            (
                line(Some(2), "x", Replace),
                Ok("input tap 5 6 && input keyevent 123 67 67 112 112 && input text 'x'"),
            ),
            (
                line(Some(2), "", Replace),
                Ok("input tap 5 6 && input keyevent 123 67 67 112 112"),
            ),
            (line(Some(0), "x", Replace), Ok("input tap 5 6 && input text 'x'")),
            (line(None, "", Append), Ok("")),
            (line(None, "x", Replace), Err("replace-without-field")),
            (line(None, "it's $5", Append), Ok(r"input text 'it'\''s $5'")),
            (line(None, "50%", Append), Ok("input text '50%'")),
            (line(None, "%s", Append), Ok("input text '%' && input text 's'")),
            (
                line(None, "a%%s%sb", Append),
                Ok("input text 'a%%' && input text 's%' && input text 'sb'"),
            ),
            (
                line(None, "a\r\n\nb", Append),
                Ok("input text 'a' && input keyevent 66 && input keyevent 66 && input text 'b'"),
            ),
            (line(Some(1), "Zürich", Replace), Err("unsendable-text")),
            (line(None, "a\tb", Append), Err("unsendable-text")),
        ];
        for (got, want) in table {
            assert_eq!(got, want.map(str::to_owned));
        }
    }

    #[test]
    fn a_swipe_says_how_long_it_takes() {
        let (from, to) = (Point { x: 540, y: 1900 }, Point { x: 540, y: 900 });
        assert_eq!(swipe_command(from, to), "input swipe 540 1900 540 900 500");
    }

    #[test]
    fn what_can_not_be_typed_is_named_once_each() {
        assert_eq!(
            unsendable("Zürich ü 日\u{7}"),
            Some("`ü` (U+00FC), `日` (U+65E5), U+0007".to_owned())
        );
        assert_eq!(unsendable("plain ~ text\r\n"), None);
    }
}
