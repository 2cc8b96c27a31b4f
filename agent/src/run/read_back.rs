//! Whether a field holds what was typed. Never types again.

use retap_cache::device::{Deadline, TypeMode};
use retap_cache::feature::{Feature, find};
use retap_cache::screen::{Family, Flags, Node, UiTree, value};
use retap_cache::text::normal;

use super::Trouble;
use super::session::Session;

/// What a field must hold after typing: one of these texts.
struct Wanted {
    any: Vec<String>,
    /// For an emptied field, the content that must be gone: a stock dump shows the hint of an empty field as its
    /// text, so what stands there instead can't be known.
    gone: Option<String>,
}

impl Wanted {
    fn after(field: Node<'_>, text: &str, mode: TypeMode) -> Wanted {
        let old = value(field).unwrap_or_default();
        match mode {
            TypeMode::Replace if text.is_empty() => Wanted {
                any: Vec::new(),
                gone: Some(old),
            },
            TypeMode::Replace => Wanted {
                any: vec![text.to_owned()],
                gone: None,
            },
            // Without a known hint the old text may itself have been the hint of an empty field.
            TypeMode::Append if field.hint().is_empty() => Wanted {
                any: vec![format!("{old}{text}"), text.to_owned()],
                gone: None,
            },
            TypeMode::Append => Wanted {
                any: vec![format!("{old}{text}")],
                gone: None,
            },
        }
    }

    fn met(&self, held: &str, secret: bool) -> bool {
        if let Some(old) = &self.gone {
            return held.is_empty() || old.is_empty() || normal(held) != normal(old);
        }
        let count = |t: &str| t.chars().count();
        self.any.iter().any(|w| {
            if secret {
                count(held) == count(w)
            } else {
                normal(held) == normal(w)
            }
        })
    }
}

impl Session<'_> {
    /// Looks until the field holds the text. A field that can't be found again and does not have the focus can't
    /// be read back; that is no failure.
    pub(super) async fn read_back(
        &mut self,
        field: Node<'_>,
        feature: Option<&Feature>,
        text: &str,
        mode: TypeMode,
    ) -> Result<(), Trouble> {
        let wanted = Wanted::after(field, text, mode);
        let until = Deadline::after(self.timing.change);
        loop {
            let now = self.screen().await?;
            let Some(node) = same_field(feature, &now.tree) else {
                return Ok(());
            };
            let held = value(node).unwrap_or_default();
            let secret = node.is(Flags::PASSWORD);
            if wanted.met(&held, secret) {
                return Ok(());
            }
            if until.passed() {
                let message = match (secret, wanted.any.first()) {
                    (true, _) => {
                        "the password field does not hold as many characters as were typed".to_owned()
                    }
                    (false, Some(want)) => format!("the field holds {held:?}, not {want:?}"),
                    (false, None) => format!("the field still holds {held:?}"),
                };
                return Err(Trouble::test("typed-differs", message)
                    .hint("the keyboard or the app changed the text; it is not typed again"));
            }
            self.pause().await;
            self.look().await?;
        }
    }
}

/// The field by its feature; where that can't tell, the one that has the focus.
fn same_field<'t>(feature: Option<&Feature>, tree: &'t UiTree) -> Option<Node<'t>> {
    if let Some(found) = feature.and_then(|f| find(f, tree, true).ok()) {
        return Some(found.node);
    }
    focused_field(tree)
}

/// The one field that has the focus.
pub(super) fn focused_field(tree: &UiTree) -> Option<Node<'_>> {
    let mut all = tree
        .nodes()
        .filter(|n| n.is(Flags::FOCUSED) && n.family() == Family::Field);
    match (all.next(), all.next()) {
        (Some(one), None) => Some(one),
        _ => None,
    }
}
