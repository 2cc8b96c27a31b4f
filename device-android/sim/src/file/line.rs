//! One line of a tree: a class, then what the node is, in any order.
//!
//! `"text"` `@"description"` `#id` `[l,t][r,b]` `?var=value` `?var!=value` `hint="…"` `bind=var` `icon=name` and flag
//! words.

use retap_cache::screen::{Flags, Rect};
use retap_cache::text::nearest;

use super::class::{Class, class};
use super::cursor::{Cursor, LineError};
use crate::picture::{Icon, icon_named, icon_names};
use crate::screen::Condition;

/// A line as written.
#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) class: Class,
    pub(crate) text: Option<Token>,
    pub(crate) desc: Option<Token>,
    pub(crate) hint: Option<Token>,
    pub(crate) id: Option<Token>,
    pub(crate) bind: Option<Token>,
    pub(crate) bounds: Option<Rect>,
    pub(crate) icon: Option<Icon>,
    pub(crate) conditions: Vec<(usize, Condition)>,
    pub(crate) flags: Flags,
}

/// A text of the line with the column of its token, from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) column: usize,
    pub(crate) text: String,
}

/// The words that set or clear a flag.
const FLAGS: [(&str, Flags, bool); 12] = [
    ("clickable", Flags::CLICKABLE, true),
    ("long-clickable", Flags::LONG_CLICKABLE, true),
    ("checkable", Flags::CHECKABLE, true),
    ("checked", Flags::CHECKED, true),
    ("selected", Flags::SELECTED, true),
    ("scrollable", Flags::SCROLLABLE, true),
    ("focusable", Flags::FOCUSABLE, true),
    ("focused", Flags::FOCUSED, true),
    ("password", Flags::PASSWORD, true),
    ("disabled", Flags::ENABLED, false),
    ("invisible", Flags::INVISIBLE, true),
    ("enabled", Flags::ENABLED, true),
];

/// Reads a line without its indentation; columns count from its first character.
pub(crate) fn line(text: &str) -> Result<Line, LineError> {
    let mut cursor = Cursor::new(text);
    let name = cursor.word();
    let class = class(&name).map_err(|hint| cursor.error_at(0, format!("unknown class `{name}`"), hint))?;
    let mut line = Line {
        flags: class.flags,
        class,
        text: None,
        desc: None,
        hint: None,
        id: None,
        bind: None,
        bounds: None,
        icon: None,
        conditions: Vec::new(),
    };
    loop {
        let before = cursor.at;
        cursor.blanks();
        let Some(next) = cursor.peek() else {
            return Ok(line);
        };
        if cursor.at == before {
            return Err(cursor.error_at(
                before,
                "a blank is missing here",
                "separate the parts of a line by blanks",
            ));
        }
        token(&mut line, &mut cursor, next)?;
    }
}

fn token(line: &mut Line, cursor: &mut Cursor, first: char) -> Result<(), LineError> {
    let column = cursor.at;
    match first {
        '"' => {
            let text = cursor.quoted()?;
            put(&mut line.text, column, text, "a text", cursor)
        }
        '@' => {
            cursor.at += 1;
            if cursor.peek() != Some('"') {
                return Err(cursor.error_at(column, "a description stands in quotes", "write @\"Cart\""));
            }
            let text = cursor.quoted()?;
            put(&mut line.desc, column, text, "a description", cursor)
        }
        '#' => {
            cursor.at += 1;
            let id = cursor.word();
            if id.trim_start_matches('=').is_empty() {
                return Err(cursor.error_at(column, "an id is missing behind `#`", "write #title"));
            }
            put(&mut line.id, column, id, "an id", cursor)
        }
        '[' => {
            let word = cursor.word();
            let bounds = Rect::parse(&word).ok_or_else(|| {
                cursor.error_at(
                    column,
                    format!("`{word}` are no bounds"),
                    "write [left,top][right,bottom] in pixels",
                )
            })?;
            match line.bounds.replace(bounds) {
                None => Ok(()),
                Some(_) => Err(cursor.error_at(column, "bounds stand here twice", "")),
            }
        }
        '?' => {
            cursor.at += 1;
            let var = cursor.name();
            let equal = match (cursor.take('!'), cursor.take('=')) {
                (not, true) => !not,
                _ => {
                    let hint = "write ?cart=0 or ?cart!=0";
                    return Err(cursor.error_at(column, "this is no condition", hint));
                }
            };
            let value = cursor.value()?;
            line.conditions.push((column, Condition { var, value, equal }));
            Ok(())
        }
        _ => word(line, cursor),
    }
}

/// `hint=…`, `bind=…` or a flag.
fn word(line: &mut Line, cursor: &mut Cursor) -> Result<(), LineError> {
    let column = cursor.at;
    let name = cursor.name();
    if cursor.take('=') {
        let value = cursor.value()?;
        return match name.as_str() {
            "hint" => put(&mut line.hint, column, value, "a hint", cursor),
            "bind" => put(&mut line.bind, column, value, "`bind`", cursor),
            "icon" => icon(line, column, &value, cursor),
            _ => Err(cursor.error_at(
                column,
                format!("unknown part `{name}=`"),
                "known here: hint=, bind=, icon=",
            )),
        };
    }
    let rest = cursor.word();
    let written = format!("{name}{rest}");
    if let Some((_, flag, on)) = FLAGS.iter().find(|(w, _, _)| *w == written) {
        line.flags = line.flags.set(*flag, *on);
        // A view that takes taps takes the focus of the keyboard too (Android's `focusable="auto"`).
        if *flag == Flags::CLICKABLE {
            line.flags = line.flags.with(Flags::FOCUSABLE);
        }
        return Ok(());
    }
    let words = FLAGS.map(|(w, _, _)| w);
    let hint = match nearest(&written, words) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("a text stands in quotes; flags are {}", words.join(", ")),
    };
    Err(cursor.error_at(column, format!("unknown word `{written}`"), hint))
}

fn icon(line: &mut Line, column: usize, name: &str, cursor: &Cursor) -> Result<(), LineError> {
    let icon = icon_named(name).ok_or_else(|| {
        let known = icon_names().join(", ");
        cursor.error_at(
            column,
            format!("unknown icon `{name}`"),
            format!("known are {known}"),
        )
    })?;
    match line.icon.replace(icon) {
        None => Ok(()),
        Some(_) => Err(cursor.error_at(column, "an icon stands here twice", "")),
    }
}

fn put(
    slot: &mut Option<Token>,
    column: usize,
    text: String,
    what: &str,
    cursor: &Cursor,
) -> Result<(), LineError> {
    match slot.replace(Token { column, text }) {
        None => Ok(()),
        Some(_) => Err(cursor.error_at(column, format!("{what} stands here twice"), "")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(t: &Option<Token>) -> &str {
        t.as_ref().map_or("-", |t| t.text.as_str())
    }

    #[test]
    fn tokens_stand_in_any_order() {
        let l = line(r##"Button clickable "Say \"hi\"\n\\" @"Cart" #=buy [0,1][2,3] ?a=1 ?b!="" disabled"##)
            .unwrap();
        assert_eq!(
            (text(&l.text), text(&l.desc), text(&l.id)),
            ("Say \"hi\"\n\\", "Cart", "=buy")
        );
        assert_eq!(l.bounds, Some(Rect::new(0, 1, 2, 3)));
        let conditions: Vec<_> = l
            .conditions
            .iter()
            .map(|(_, c)| (&*c.var, &*c.value, c.equal))
            .collect();
        assert_eq!(conditions, [("a", "1", true), ("b", "", false)]);
        assert!(l.flags.has(Flags::CLICKABLE) && !l.flags.has(Flags::ENABLED));
        let l = line("EditText bind=promo hint=\"Promo code\"").unwrap();
        assert_eq!(
            (text(&l.bind), text(&l.hint), text(&l.text)),
            ("promo", "Promo code", "-")
        );
    }

    #[test]
    fn each_mistake_names_its_column() {
        for (written, column, message) in [
            ("Buton", 0, "unknown class"),
            ("", 0, "unknown class"),
            ("Button Pay", 7, "unknown word `Pay`"),
            ("Button \"Pay", 7, "no closing quote"),
            ("Button \"Pay\"#pay", 12, "a blank is missing"),
            ("Button \"a\" \"b\"", 11, "a text stands here twice"),
            ("Button #", 7, "an id is missing"),
            ("Button #=", 7, "an id is missing"),
            ("Button @Cart", 7, "stands in quotes"),
            ("Button \"a\\x\"", 9, "unknown escape"),
            ("Button [1,2]", 7, "are no bounds"),
            ("Button [0,0][1,1] [0,0][1,1]", 18, "bounds stand here twice"),
            ("Button ?cart", 7, "no condition"),
            ("Button ?cart>0", 7, "no condition"),
            ("Button label=x", 7, "unknown part `label=`"),
        ] {
            let e = line(written).unwrap_err();
            assert!(
                e.column == column && e.message.contains(message),
                "{written}: {e:?}"
            );
        }
        assert_eq!(
            line("View clickabel").unwrap_err().hint,
            "did you mean `clickable`?"
        );
    }
}
