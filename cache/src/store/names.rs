//! Names of folders and files: valid everywhere, distinct, and never outside the store.

/// How much of a prompt stands in a folder's name; the digest behind it tells equal beginnings apart.
const MAX_SLUG: usize = 40;
/// Longest part of a path that is taken as it is.
const MAX_PART: usize = 100;

/// A readable beginning of a prompt: lower-case letters, digits and single dashes.
pub(super) fn slug(prompt: &str) -> String {
    let mut out = String::new();
    for c in prompt.to_lowercase().chars() {
        let c = if c.is_ascii_alphanumeric() { c } else { '-' };
        if c != '-' || !(out.is_empty() || out.ends_with('-')) {
            out.push(c);
        }
        if out.len() >= MAX_SLUG {
            break;
        }
    }
    let out = out.trim_end_matches('-');
    if out.is_empty() {
        "prompt".to_owned()
    } else {
        out.to_owned()
    }
}

/// One part of a path made from text that others chose (a package, a test's name). Anything that a file system
/// could take amiss is replaced, and then a digest keeps different texts apart.
pub(super) fn part(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    let safe = !text.is_empty() && !text.starts_with('.') && !text.ends_with('.');
    if safe && text.len() <= MAX_PART && text.chars().all(plain) {
        return text.to_owned();
    }
    let mut kept: String = text
        .chars()
        .map(|c| if plain(c) { c } else { '_' })
        .take(32)
        .collect();
    kept = kept.trim_matches('.').to_owned();
    format!("{kept}_{}", &blake3::hash(text.as_bytes()).to_hex()[..8])
}

/// The folders of a test's path, `a/b` as two.
pub(super) fn test_parts(path: &str) -> Vec<String> {
    path.split('/')
        .filter(|p| !p.is_empty() && *p != ".")
        .map(part)
        .collect()
}

/// True for the name of a variant's file: 8 hex digits and `.yaml`.
pub(super) fn is_variant_file(name: &str) -> bool {
    name.strip_suffix(".yaml").is_some_and(|stem| {
        stem.len() == 8
            && stem
                .bytes()
                .all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_readable_valid_and_apart() {
        assert_eq!(slug("The \"Pay\" button!"), "the-pay-button");
        assert_eq!(slug("日本"), "prompt");
        assert!(slug(&"long words ".repeat(20)).len() <= MAX_SLUG);
        assert_eq!(part("com.example.shop"), "com.example.shop");
        for odd in [
            "..",
            "../../x",
            "",
            "a b",
            "Ünïcode?",
            &"x".repeat(300),
            "nul.",
            ".hidden",
        ] {
            let p = part(odd);
            assert!(
                !p.starts_with('.') && !p.contains('/') && p.len() < 60,
                "{odd:?} -> {p}"
            );
        }
        assert_ne!(part("a b"), part("a_b"));
        assert_eq!(test_parts("a/b"), ["a", "b"]);
        assert!(test_parts("../../x").iter().all(|p| p != ".."));
        assert!(is_variant_file("0123abcd.yaml") && !is_variant_file("0123abcd.yaml.bad"));
    }
}
