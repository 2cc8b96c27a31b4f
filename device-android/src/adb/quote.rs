//! Words for the device's shell.

/// One word in single quotes, in which a POSIX shell expands nothing.
pub fn quote(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    #[test]
    fn nothing_expands_in_single_quotes() {
        assert_eq!(super::quote("a b"), "'a b'");
        assert_eq!(super::quote(r#"$x `y` "z" \"#), r#"'$x `y` "z" \'"#);
        assert_eq!(super::quote("it's"), r"'it'\''s'");
        assert_eq!(super::quote(""), "''");
    }
}
