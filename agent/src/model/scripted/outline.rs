//! Reading the outline of a screen as requests have it, one node a line:
//!
//! ```text
//! [0] view
//!   [7] field "Promo code" value="SPR" (focused) #promo
//! ```
//!
//! Depth and states are passed over: nothing here decides by them. What has no words goes by its id: `#promo`, and
//! `#promo 2` for the second of that id.

use retap_cache::text::normal;

/// The role words of outlines.
pub(super) const ROLES: [&str; 9] = [
    "button", "field", "toggle", "text", "image", "list", "scroll", "web view", "item",
];

/// The nodes of a screen in the order of their lines.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Outline {
    pub(super) nodes: Vec<Line>,
}

/// One node.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Line {
    pub(super) id: u64,
    pub(super) role: String,
    /// Empty if it has none.
    pub(super) label: String,
    /// Empty if it has none.
    pub(super) value: String,
    /// The tail of its resource-id; empty if it has none.
    pub(super) tag: String,
}

impl Outline {
    /// Reads what can be read; a line that is no node is passed over.
    pub(super) fn parse<'t>(lines: impl Iterator<Item = &'t str>) -> Self {
        Self {
            nodes: lines.filter_map(Line::parse).collect(),
        }
    }

    /// The nodes of a label, and of a role if one is given.
    pub(super) fn find(&self, role: Option<&str>, label: &str) -> Vec<&Line> {
        if let Some(tag) = label.strip_prefix('#') {
            return self.tagged(role, tag);
        }
        let label = normal(label);
        let wanted = |n: &&Line| role.is_none_or(|r| r == n.role) && normal(n.name()) == label;
        self.nodes.iter().filter(wanted).collect()
    }

    /// The nodes of an id without a label, or the one of that number among them.
    fn tagged(&self, role: Option<&str>, tag: &str) -> Vec<&Line> {
        let (tag, number) = match tag.split_once(' ') {
            Some((tag, number)) => (tag, number.trim().parse::<usize>().ok()),
            None => (tag, None),
        };
        let wanted = |n: &&Line| role.is_none_or(|r| r == n.role) && n.label.is_empty() && n.tag == tag;
        let all = self.nodes.iter().filter(wanted);
        match number {
            Some(number) => all.skip(number.saturating_sub(1)).take(1).collect(),
            None => all.collect(),
        }
    }

    /// True if a node has that label or that value.
    pub(super) fn shows(&self, text: &str) -> bool {
        let text = normal(text);
        self.nodes
            .iter()
            .any(|n| normal(&n.label) == text || normal(&n.value) == text)
    }
}

impl Line {
    /// What a person would call it. Stock dumps give the hint of an empty field as its text, so a field without
    /// a label goes by what it shows.
    fn name(&self) -> &str {
        if self.label.is_empty() && self.role == "field" {
            &self.value
        } else {
            &self.label
        }
    }

    fn parse(line: &str) -> Option<Self> {
        let (id, rest) = line.trim().strip_prefix('[')?.split_once(']')?;
        let rest = rest.trim_start();
        let end = ["\"", " value=", " (", " #"]
            .iter()
            .filter_map(|mark| rest.find(mark))
            .min();
        let (role, mut rest) = rest.split_at(end.unwrap_or(rest.len()));
        let mut node = Line {
            id: id.trim().parse().ok()?,
            role: role.trim().to_owned(),
            ..Line::default()
        };
        if let Some((label, after)) = quoted(rest) {
            (node.label, rest) = (label, after);
        }
        if let Some((value, after)) = rest.trim_start().strip_prefix("value=").and_then(quoted) {
            (node.value, rest) = (value, after);
        }
        if let Some((_, tag)) = rest.rsplit_once('#') {
            node.tag = tag.trim().to_owned();
        }
        Some(node)
    }
}

/// A JSON text at the beginning, and what follows it.
pub(super) fn quoted(text: &str) -> Option<(String, &str)> {
    let text = text.trim_start();
    let mut escaped = false;
    let end = text.char_indices().skip(1).find(|(_, c)| {
        let ends = *c == '"' && !escaped;
        escaped = *c == '\\' && !escaped;
        ends
    });
    let (inside, rest) = text.split_at(end?.0 + 1);
    Some((serde_json::from_str(inside).ok()?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Option<(u64, String, String, String)> {
        Line::parse(text).map(|n| (n.id, n.role, n.label, n.value))
    }

    #[test]
    fn what_has_no_words_goes_by_its_id() {
        let lines = [
            "[1] button #act",
            "[2] button #act",
            "[3] button \"Act\" (selected) #act",
            "[4] image #fab",
        ];
        let o = Outline::parse(lines.into_iter());
        let ids = |label| o.find(None, label).iter().map(|n| n.id).collect::<Vec<_>>();
        assert_eq!(ids("#act"), [1, 2]);
        assert_eq!(
            (ids("#act 2"), ids("#fab"), ids("#act 3")),
            (vec![2], vec![4], vec![])
        );
        assert_eq!(ids("Act"), [3]);
    }

    #[test]
    fn a_field_without_a_label_goes_by_what_it_shows() {
        let lines = [
            "[1] field value=\"Promo code\" #promo",
            "[2] text value=\"Promo code\"",
        ];
        let o = Outline::parse(lines.into_iter());
        let ids: Vec<u64> = o.find(None, "Promo code").iter().map(|n| n.id).collect();
        assert_eq!(ids, [1]);
    }

    #[test]
    fn lines_are_read_with_all_their_parts() {
        for (text, id, role, label, value) in [
            ("[0] view", 0, "view", "", ""),
            (
                "  [3] button \"Add to cart\" #add_to_cart",
                3,
                "button",
                "Add to cart",
                "",
            ),
            (
                "  [7] field \"Promo code\" value=\"SPR\" (focused) #promo",
                7,
                "field",
                "Promo code",
                "SPR",
            ),
            (
                "  [9] toggle \"I agree\" (checked, disabled) ",
                9,
                "toggle",
                "I agree",
                "",
            ),
            ("      [12] field value=\"a (b) #c\"", 12, "field", "", "a (b) #c"),
            ("[13] web view (content not exposed)", 13, "web view", "", ""),
            ("[14] web view \"Help\" #web", 14, "web view", "Help", ""),
            ("[15] image #icon", 15, "image", "", ""),
            (
                "[16] text \"say \\\"hi\\\" \\\\\" #t",
                16,
                "text",
                "say \"hi\" \\",
                "",
            ),
            (
                "[17] text \"two\\nlines value=\\\"x\\\"\"",
                17,
                "text",
                "two\nlines value=\"x\"",
                "",
            ),
            ("[18]button\"Pay\"", 18, "button", "Pay", ""),
            ("[19] text \"Größe 42 – é\"\r", 19, "text", "Größe 42 – é", ""),
        ] {
            let expect = Some((id, role.to_owned(), label.to_owned(), value.to_owned()));
            assert_eq!(line(text), expect, "{text}");
        }
        for text in [
            "",
            "… 12 more",
            "[x] button",
            "[3 button",
            "3] button",
            "[-1] view",
        ] {
            assert_eq!(line(text), None, "{text}");
        }
    }

    #[test]
    fn damaged_lines_do_no_harm() {
        assert_eq!(
            line("[1] text \"never ends"),
            Some((1, "text".to_owned(), String::new(), String::new()))
        );
        let whole = "  [7] field \"Prömo \\u00e9\" value=\"S\\\"PR\" (focused) #promo";
        for (i, _) in whole.char_indices() {
            let _ = (Line::parse(&whole[..i]), Line::parse(&whole[i..]));
        }
    }

    #[test]
    fn nodes_are_found_by_role_and_label() {
        let outline =
            Outline::parse("[1] button \"Pay\"\n  [2] text \"Pay\"\n[3] field \"Code\" value=\"A\"".lines());
        let ids = |role, label| outline.find(role, label).iter().map(|n| n.id).collect::<Vec<_>>();
        assert_eq!(ids(None, " Pay"), [1, 2]);
        assert_eq!(ids(Some("button"), "Pay"), [1]);
        assert!(ids(Some("image"), "Pay").is_empty() && ids(None, "pay").is_empty());
        assert!(outline.shows("A") && outline.shows("Code") && !outline.shows("B"));
    }
}
