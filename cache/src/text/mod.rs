//! Comparing what people see: normal forms, whole words, volatile text, the nearest word.

mod nearest;
mod volatile;

pub use nearest::nearest;
pub use volatile::is_volatile;

use unicode_normalization::UnicodeNormalization;

/// The form in which two texts that look equal are equal: NFC, white space (also no-break) collapsed, soft
/// hyphens and zero-width marks dropped, typographic quotes made straight. Case is kept.
pub fn normal(text: &str) -> String {
    // Nearly every text of a screen.
    if is_normal(text) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut gap = false;
    for c in text.nfc() {
        let c = match c {
            '\u{ad}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2060}' | '\u{feff}' => continue,
            '\u{2018}' | '\u{2019}' | '\u{201a}' | '\u{2032}' => '\'',
            '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{2033}' => '"',
            c => c,
        };
        if c.is_whitespace() {
            gap = !out.is_empty();
        } else {
            if std::mem::take(&mut gap) {
                out.push(' ');
            }
            out.push(c);
        }
    }
    out
}

/// True for a text that surely is its own normal form and not empty: plain characters, single spaces inside only.
pub(crate) fn is_normal(text: &str) -> bool {
    let mut gap = true;
    for b in text.bytes() {
        match b {
            b' ' if gap => return false,
            b' ' => gap = true,
            b'!'..=b'~' => gap = false,
            _ => return false,
        }
    }
    !gap
}

/// [`normal`] without case.
pub fn folded(text: &str) -> String {
    normal(text).to_lowercase()
}

/// The words of a text: runs of letters and digits, without case.
pub fn words(text: &str) -> Vec<String> {
    folded(text)
        .split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty())
        .map(str::to_owned)
        .collect()
}

/// True if the words of `part` stand in `whole` one after the other, as whole words and whatever their case.
/// A part without any word (`"+"`) must be contained as it is.
pub fn has_words(whole: &str, part: &str) -> bool {
    let part_words = words(part);
    if part_words.is_empty() {
        let part = folded(part);
        return !part.is_empty() && folded(whole).contains(&part);
    }
    words(whole)
        .windows(part_words.len())
        .any(|w| w == part_words.as_slice())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_look_equal_are_equal() {
        for (a, b) in [
            ("first\nsecond", "first second"),
            ("Log\u{a0}out", "Log out"),
            ("Infor\u{ad}mation", "Information"),
            ("Pixel isn’t responding", "Pixel isn't responding"),
            ("  a \t b  ", "a b"),
            ("Cafe\u{301}", "Café"),
        ] {
            assert_eq!(normal(a), normal(b), "{a:?}");
        }
        for (text, plain) in [
            ("a b", true),
            ("a  b", false),
            (" a", false),
            ("a ", false),
            ("", false),
            ("é", false),
        ] {
            assert_eq!(is_normal(text), plain, "{text:?}");
        }
        assert_ne!(normal("Pay"), normal("pay"));
        assert_eq!(folded("PAY"), folded("pay"));
    }

    #[test]
    fn words_match_whole() {
        assert!(has_words("Choose Basic plan", "basic"));
        assert!(!has_words("Basically", "basic"));
        assert!(has_words("a red-hot deal", "red hot"));
        assert!(!has_words("hot red", "red hot"));
        assert!(has_words("1 + 1", "+"));
        assert!(!has_words("anything", ""));
    }
}
