//! References in attribute values.
//!
//! A reference that names no character costs that character, never the tree: it becomes U+FFFD. Old Android
//! serializers write an emoji as two surrogate references, which are joined.

use std::borrow::Cow;

/// Resolves the five named and all numeric references, and turns line breaks and tabs into blanks as XML
/// asks for in attributes (`&#10;` stays a line break). Anything else behind an `&` stays as written.
pub(crate) fn resolve(raw: &str) -> Cow<'_, str> {
    let special = |b: u8| matches!(b, b'&' | b'\n' | b'\r' | b'\t');
    if !raw.bytes().any(special) {
        return Cow::Borrowed(raw);
    }
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = rest.find(['&', '\n', '\r', '\t']) {
        let (plain, tail) = rest.split_at(at);
        out.push_str(plain);
        rest = match tail.strip_prefix('&') {
            Some(after) => reference(after, &mut out),
            None => {
                out.push(' ');
                tail.strip_prefix("\r\n")
                    .unwrap_or(tail.get(1..).unwrap_or_default())
            }
        };
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Resolves what stands behind an `&`; gives what follows the reference.
fn reference<'r>(after: &'r str, out: &mut String) -> &'r str {
    match next(after) {
        Some((Ref::Char(c), tail)) => {
            out.push(c);
            tail
        }
        Some((Ref::Code(high @ 0xD800..=0xDBFF), tail)) => {
            let low = tail.strip_prefix('&').and_then(next);
            if let Some((Ref::Code(low @ 0xDC00..=0xDFFF), tail)) = low {
                let code = 0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00);
                out.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
                return tail;
            }
            out.push(char::REPLACEMENT_CHARACTER);
            tail
        }
        Some((Ref::Code(code), tail)) => {
            out.push(character(code));
            tail
        }
        None => {
            out.push('&');
            after
        }
    }
}

enum Ref {
    Char(char),
    Code(u32),
}

/// Reads `name;` or `#number;`.
fn next(after: &str) -> Option<(Ref, &str)> {
    // No reference is longer; an `&` in plain text is not searched to the end of the value.
    let end = after.bytes().take(16).position(|b| b == b';')?;
    let (name, tail) = (after.get(..end)?, after.get(end + 1..)?);
    let named = |c| Some((Ref::Char(c), tail));
    match name {
        "amp" => named('&'),
        "lt" => named('<'),
        "gt" => named('>'),
        "quot" => named('"'),
        "apos" => named('\''),
        _ => {
            let number = name.strip_prefix('#')?;
            let (digits, radix) = match number.strip_prefix(['x', 'X']) {
                Some(hex) => (hex, 16),
                None => (number, 10),
            };
            if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
                return None;
            }
            Some((
                Ref::Code(u32::from_str_radix(digits, radix).unwrap_or(u32::MAX)),
                tail,
            ))
        }
    }
}

/// The character of a number; U+FFFD for those that XML forbids.
fn character(code: u32) -> char {
    match code {
        0x9 | 0xA | 0xD | 0x20..=0xD7FF | 0xE000..=0xFFFD | 0x1_0000..=0x10_FFFF => {
            char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
        }
        _ => char::REPLACEMENT_CHARACTER,
    }
}

#[cfg(test)]
mod tests {
    use super::resolve;

    #[test]
    fn references_cost_at_most_their_own_character() {
        let table = [
            ("plain", "plain"),
            ("A &amp; B &lt;&gt;&quot;&apos;", "A & B <>\"'"),
            ("a&#10;b&#x41;&#X42;", "a\nbAB"),
            ("&#128512;&#x1F600;", "😀😀"),
            ("&#55357;&#56832;", "😀"),
            ("x&#55357;y", "x\u{FFFD}y"),
            ("&#56832;&#55357;", "\u{FFFD}\u{FFFD}"),
            ("&#55357;&amp;", "\u{FFFD}&"),
            (
                "&#1114112;&#99999999999;&#0;&#xFFFE;",
                "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}",
            ),
            ("Q&A; &nbsp; a & b &", "Q&A; &nbsp; a & b &"),
            ("&#;&#x;&#-1;&#+1;", "&#;&#x;&#-1;&#+1;"),
            ("a\r\nb\tc\nd\re", "a b c d e"),
            ("&amp;amp;", "&amp;"),
            ("&ééééééééééééééé;", "&ééééééééééééééé;"),
        ];
        for (raw, want) in table {
            assert_eq!(resolve(raw), want, "{raw}");
        }
    }
}
