//! Text that says when or how many rather than what: it never identifies an element or a screen.
//!
//! Clock times, dates, durations, bare counts and minted ids. A count that says what it counts
//! ("3 items") is not volatile by itself.

/// True if the text holds a clock time, a date, a duration or a minted id, or is nothing but numbers.
pub fn is_volatile(text: &str) -> bool {
    if !text.bytes().any(|b| b.is_ascii_digit()) {
        return false;
    }
    let text = super::normal(text);
    let words: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || matches!(c, '·' | '•' | '|'))
        .map(|w| {
            w.trim_matches(|c: char| matches!(c, '(' | ')' | '[' | ']' | ',' | ';' | '"' | '\'' | '!' | '?'))
        })
        .filter(|w| !w.is_empty())
        .collect();
    if words.is_empty() {
        return false;
    }
    words.iter().all(|w| is_number(w))
        || words
            .iter()
            .any(|w| is_clock(w) || is_date(w) || is_short_duration(w) || is_minted(w))
        || words
            .windows(2)
            .any(|w| (is_number(w[0]) && is_unit(w[1])) || is_month_day(w[0], w[1]))
}

fn digits(s: &str) -> bool {
    !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit())
}

/// Digits with signs, separators and a percent mark: `12`, `-3`, `1,204`, `3/5`, `45%`, `#12`.
fn is_number(w: &str) -> bool {
    w.bytes().any(|b| b.is_ascii_digit())
        && w.bytes()
            .all(|b| b.is_ascii_digit() || matches!(b, b'.' | b',' | b':' | b'/' | b'%' | b'+' | b'-' | b'#'))
}

/// `9:05`, `21:05:33`, `9:05am`.
fn is_clock(w: &str) -> bool {
    let w = w.to_ascii_lowercase();
    let w = w
        .trim_end_matches('.')
        .trim_end_matches("am")
        .trim_end_matches("pm");
    let parts: Vec<&str> = w.split(':').collect();
    (2..=3).contains(&parts.len())
        && digits(parts[0])
        && parts[0].len() <= 2
        && parts[1..].iter().all(|p| digits(p) && p.len() == 2)
}

/// `2026-08-11`, `11.08.2026`, `11/8/26`.
fn is_date(w: &str) -> bool {
    ['-', '.', '/'].iter().any(|sep| {
        let parts: Vec<&str> = w.trim_end_matches('.').split(*sep).collect();
        parts.len() == 3
            && parts.iter().all(|p| digits(p))
            && matches!(
                (parts[0].len(), parts[1].len(), parts[2].len()),
                (4, 1..=2, 1..=2) | (1..=2, 1..=2, 2 | 4)
            )
    })
}

fn is_month_day(a: &str, b: &str) -> bool {
    let month = |w: &str| {
        let w = w.trim_end_matches('.').to_lowercase();
        const MONTHS: [&str; 12] = [
            "january",
            "february",
            "march",
            "april",
            "may",
            "june",
            "july",
            "august",
            "september",
            "october",
            "november",
            "december",
        ];
        w.len() >= 3
            && MONTHS
                .iter()
                .any(|m| *m == w || (w.len() <= 4 && m.starts_with(&w)))
    };
    let day = |w: &str| {
        let w = w.trim_end_matches(['.', ',']);
        let w = ["st", "nd", "rd", "th"]
            .iter()
            .find_map(|s| w.strip_suffix(s))
            .unwrap_or(w);
        digits(w) && w.len() <= 4
    };
    (month(a) && day(b)) || (day(a) && month(b))
}

fn is_unit(w: &str) -> bool {
    let w = w.trim_end_matches('.').to_lowercase();
    let w = w.strip_suffix('s').unwrap_or(&w);
    matches!(
        w,
        "sec"
            | "second"
            | "min"
            | "minute"
            | "h"
            | "hr"
            | "hour"
            | "day"
            | "week"
            | "wk"
            | "month"
            | "year"
            | "yr"
    )
}

/// `5m`, `3h`, `12d`, `45s`.
fn is_short_duration(w: &str) -> bool {
    ["s", "m", "h", "d", "w", "min", "sec", "hr"]
        .iter()
        .any(|u| w.strip_suffix(u).is_some_and(digits))
}

/// Ids that a machine made: UUIDs, long hex, `INV-70011`, `#70011`, long mixed tokens.
fn is_minted(w: &str) -> bool {
    if let Some(n) = w.strip_prefix('#') {
        return digits(n) && n.len() >= 3;
    }
    if digits(w) && w.len() >= 5 {
        return true;
    }
    if !w
        .bytes()
        .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
    {
        return false;
    }
    let count = |f: fn(&u8) -> bool| w.bytes().filter(f).count();
    let (numbers, letters) = (count(u8::is_ascii_digit), count(u8::is_ascii_alphabetic));
    if numbers < 2 || letters == 0 {
        return false;
    }
    let hex = w.bytes().all(|b| b.is_ascii_hexdigit() || b == b'-');
    let coded = w.split_once('-').is_some_and(|(a, b)| {
        !a.is_empty() && a.bytes().all(|b| b.is_ascii_uppercase()) && digits(b) && b.len() > 2
    });
    (hex && w.len() >= 8) || coded || w.len() >= 12
}

#[cfg(test)]
mod tests {
    use super::is_volatile;

    #[test]
    fn when_and_how_many_are_volatile() {
        for t in [
            "12:30",
            "9:05 am",
            "21:05:33",
            "Updated 5 min ago",
            "3 hours",
            "5m ago",
            "2026-08-11",
            "11.08.2026",
            "Aug 11",
            "11 August 2026",
            "Jan. 3rd",
            "12",
            "3/5",
            "45%",
            "(7)",
            "1,204",
            "Order #70011",
            "Order 70011",
            "INV-70011",
            "550e8400-e29b-41d4-a716-446655440000",
            "deadbeef42",
            "session_a8f3kq92zz",
        ] {
            assert!(is_volatile(t), "{t:?} should be volatile");
        }
    }

    #[test]
    fn what_something_is_called_is_not() {
        for t in [
            "",
            "Pay",
            "Size 42",
            "3 items",
            "12 new",
            "Order summary",
            "Red running shoes",
            "$79.00",
            "Step 2 of 3",
            "may be late",
            "Wi-Fi",
            "MP3-player",
            "COVID-19 test",
            "Maybe",
            "+41 Somewhere",
            "24/7 support",
        ] {
            assert!(!is_volatile(t), "{t:?} should not be volatile");
        }
    }
}
