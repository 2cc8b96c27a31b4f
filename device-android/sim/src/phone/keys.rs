//! Keys: their codes, their names, and what they do.

use retap_cache::device::Key;
use retap_cache::screen::Flags;

use super::Phone;
use super::edit::Edit;
use crate::spec::Trigger;

/// Key codes with their names (Android's `KeyEvent`) and what each does.
const KEYS: [(u32, &str, Press); 13] = [
    (3, "HOME", Press::Home),
    (4, "BACK", Press::Back),
    (21, "DPAD_LEFT", Press::Edit(Edit::Left)),
    (22, "DPAD_RIGHT", Press::Edit(Edit::Right)),
    (61, "TAB", Press::Tab),
    (62, "SPACE", Press::Edit(Edit::Insert(' '))),
    (66, "ENTER", Press::Enter),
    (67, "DEL", Press::Backspace),
    (111, "ESCAPE", Press::Escape),
    (112, "FORWARD_DEL", Press::Edit(Edit::DeleteAfter)),
    (113, "CTRL_LEFT", Press::Nothing),
    (122, "MOVE_HOME", Press::Edit(Edit::ToStart)),
    (123, "MOVE_END", Press::Edit(Edit::ToEnd)),
];

const CTRL_LEFT: u32 = 113;
const CTRL_RIGHT: u32 = 114;
const A: u32 = 29;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Press {
    Home,
    Back,
    Tab,
    Enter,
    Backspace,
    Escape,
    Edit(Edit),
    Nothing,
}

/// The code of a key written as a number or by name, with or without `KEYCODE_`. `None` if it is neither.
pub(crate) fn code_of(written: &str) -> Option<u32> {
    if let Ok(code) = written.parse() {
        return Some(code);
    }
    let name = written.strip_prefix("KEYCODE_").unwrap_or(written);
    if let Some((code, _, _)) = KEYS.iter().find(|(_, n, _)| *n == name) {
        return Some(*code);
    }
    match name.as_bytes() {
        [c @ b'A'..=b'Z'] => Some(A + u32::from(c - b'A')),
        [c @ b'0'..=b'9'] => Some(7 + u32::from(c - b'0')),
        _ => None,
    }
}

/// What a code does; a key that isn't modelled does nothing.
fn press_of(code: u32) -> Press {
    let letter = |from: u8, first: u32| Press::Edit(Edit::Insert(char::from(from + (code - first) as u8)));
    match code {
        7..=16 => letter(b'0', 7),
        29..=54 => letter(b'a', A),
        _ => KEYS
            .iter()
            .find(|(c, _, _)| *c == code)
            .map_or(Press::Nothing, |(_, _, p)| *p),
    }
}

impl Phone {
    /// One key.
    pub(crate) fn key(&mut self, code: u32) {
        match press_of(code) {
            Press::Home => self.home(),
            Press::Tab => {
                if !self.trigger(Trigger::Key(Key::Tab)) {
                    self.next_focus();
                }
            }
            Press::Enter => self.enter_key(),
            Press::Backspace => {
                if !self.trigger(Trigger::Key(Key::Backspace)) {
                    self.edit(Edit::DeleteBefore);
                }
            }
            // Both put the keyboard away first.
            Press::Back | Press::Escape if self.keyboard => self.keyboard = false,
            Press::Escape => {
                self.trigger(Trigger::Key(Key::Escape));
            }
            Press::Back => {
                if !self.trigger(Trigger::Key(Key::Back)) {
                    self.go_back();
                }
            }
            Press::Edit(edit) => self.edit(edit),
            Press::Nothing => {}
        }
    }

    /// Several keys at once; only "select all" is known.
    pub(crate) fn combination(&mut self, codes: &[u32]) {
        if matches!(codes, [CTRL_LEFT | CTRL_RIGHT, A]) {
            self.edit(Edit::SelectAll);
        }
    }

    /// Enter: the rule of the screen; else a focused control is pressed, and a field is done with.
    pub(crate) fn enter_key(&mut self) {
        if self.trigger(Trigger::Key(Key::Enter)) {
            return;
        }
        let view = self.view();
        let focused = self.focus.and_then(|f| view.at(f.node));
        let control =
            focused.filter(|n| !n.spec.is_field() && n.flags.has(Flags::CLICKABLE.with(Flags::ENABLED)));
        match control.map(|n| n.position) {
            Some(node) => self.click(node),
            None => self.keyboard = false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::code_of;

    #[test]
    fn keys_have_numbers_and_names() {
        for (written, code) in [
            ("66", Some(66)),
            ("KEYCODE_DEL", Some(67)),
            ("ENTER", Some(66)),
            ("KEYCODE_A", Some(29)),
            ("Z", Some(54)),
            ("KEYCODE_0", Some(7)),
            ("KEYCODE_NOPE", None),
        ] {
            assert_eq!(code_of(written), code, "{written}");
        }
    }
}
