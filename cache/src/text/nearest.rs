//! "Did you mean": the nearest of the words that would have been right.

/// The option nearest to what was written, if one is near enough to be meant.
pub fn nearest<'a>(written: &str, options: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = written.to_lowercase();
    // A third of the word may be wrong; with more, a suggestion is a guess.
    let limit = (written.chars().count().max(3)).div_ceil(3);
    options
        .into_iter()
        .map(|o| (strsim::damerau_levenshtein(&lower, &o.to_lowercase()), o))
        .filter(|(d, _)| *d <= limit)
        .min_by_key(|(d, _)| *d)
        .map(|(_, o)| o)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_slip_is_recognised_and_a_stranger_is_not() {
        let keys = ["tags", "tasks", "aiTap", "aiInput"];
        assert_eq!(nearest("tag", keys), Some("tags"));
        assert_eq!(nearest("aitapp", keys), Some("aiTap"));
        assert_eq!(nearest("zzz", keys), None);
    }
}
