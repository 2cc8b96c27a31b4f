//! The focused field: its cursor, its selection, and typing.

use super::Phone;
use retap_cache::screen::Flags;

/// What has the input focus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Focus {
    /// Position in the written tree of the screen in front.
    pub(crate) node: usize,
    /// Characters before the cursor.
    pub(crate) cursor: usize,
    /// True if everything is selected.
    pub(crate) all: bool,
}

/// A character that no key of the virtual keyboard types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Untypable(pub(crate) char);

/// A change of a field, told by what keys do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Edit {
    Insert(char),
    DeleteBefore,
    DeleteAfter,
    ToStart,
    ToEnd,
    Left,
    Right,
    SelectAll,
}

impl Phone {
    /// Types a text into what has the focus, character by character; lost if nothing has it.
    ///
    /// # Errors
    /// The first character without a key: then nothing at all was typed, as Android maps the whole text first.
    pub(crate) fn type_text(&mut self, text: &str) -> Result<(), Untypable> {
        let typable = |c: char| c == '\n' || c == '\t' || (' '..='~').contains(&c);
        if let Some(c) = text.chars().find(|c| !typable(*c)) {
            return Err(Untypable(c));
        }
        for c in text.chars() {
            match c {
                '\n' => self.enter_key(),
                '\t' => self.next_focus(),
                c => self.edit(Edit::Insert(c)),
            }
        }
        Ok(())
    }

    /// Changes the focused field. Nothing happens without one.
    pub(crate) fn edit(&mut self, edit: Edit) {
        let Some((focus, var)) = self.focused_field() else {
            return;
        };
        let mut chars: Vec<char> = self.vars.get(&var).map_or("", String::as_str).chars().collect();
        // The variable may have changed under the cursor.
        let mut cursor = focus.cursor.min(chars.len());
        let changes = matches!(edit, Edit::Insert(_) | Edit::DeleteBefore | Edit::DeleteAfter);
        if focus.all && changes {
            chars.clear();
            cursor = 0;
        }
        match edit {
            Edit::Insert(c) => {
                chars.insert(cursor, c);
                cursor += 1;
            }
            Edit::DeleteBefore | Edit::DeleteAfter if focus.all => {}
            Edit::DeleteBefore if cursor > 0 => {
                cursor -= 1;
                chars.remove(cursor);
            }
            Edit::DeleteAfter if cursor < chars.len() => {
                chars.remove(cursor);
            }
            Edit::DeleteBefore | Edit::DeleteAfter => {}
            Edit::ToStart => cursor = 0,
            Edit::ToEnd | Edit::SelectAll => cursor = chars.len(),
            Edit::Left => cursor = cursor.saturating_sub(1),
            Edit::Right => cursor = (cursor + 1).min(chars.len()),
        }
        if changes {
            self.set_var(&var, &chars.into_iter().collect::<String>());
        }
        self.focus = Some(Focus {
            cursor,
            all: edit == Edit::SelectAll,
            ..focus
        });
    }

    /// Gives the focus to a node; in a field the cursor stands at the end.
    pub(crate) fn focus_on(&mut self, node: usize) {
        let value = self
            .screen()
            .tree
            .nodes
            .get(node)
            .and_then(|n| n.bind.as_ref())
            .and_then(|b| self.vars.get(b));
        let cursor = value.map_or(0, |v| v.chars().count());
        self.focus = Some(Focus {
            node,
            cursor,
            all: false,
        });
    }

    /// The next view that takes the focus, round to the first after the last.
    pub(crate) fn next_focus(&mut self) {
        let now = self.focus.map(|f| f.node);
        let wanted = Flags::FOCUSABLE.with(Flags::ENABLED);
        let view = self.view();
        let stops = || {
            view.nodes
                .iter()
                .filter(|n| n.flags.has(wanted) && !n.flags.has(Flags::INVISIBLE))
        };
        let next = stops()
            .find(|n| now.is_none_or(|now| n.position > now))
            .or_else(|| stops().next());
        let Some((node, field)) = next.map(|n| (n.position, n.spec.is_field())) else {
            return;
        };
        self.focus_on(node);
        self.keyboard = false;
        if field {
            self.show_keyboard();
        }
    }

    /// The focus and the variable of the field that has it, if that field still exists.
    fn focused_field(&self) -> Option<(Focus, String)> {
        let focus = self.focus?;
        let view = self.view();
        let n = view.at(focus.node).filter(|n| n.spec.is_field())?;
        Some((focus, n.spec.bind.clone()?))
    }
}
