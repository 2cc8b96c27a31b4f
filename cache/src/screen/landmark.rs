//! Knowing a screen again: a few lasting things on it, best those that no other screen of the app shows.
//!
//! A screen is never part of a key. Its landmarks are evidence inside an entry: at least half of them must hold,
//! among them one that distinguishes. That keeps two screens of one activity apart that share a button.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::{Family, Flags, LabelSource, Node, NodeId, Repeats, UiTree, label, same_id};

/// How many landmarks are kept.
const MAX_LANDMARKS: usize = 8;

/// A lasting thing on a screen.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Landmark {
    /// What it is.
    pub kind: LandmarkKind,
    /// The resource-id of an `id`, the words of anything else, in normal form.
    pub text: String,
    /// True if no other screen of the recording run showed it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub distinguishing: bool,
}

/// Kinds of landmark, in the order in which they are preferred.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LandmarkKind {
    /// The title of the pane or toolbar.
    Title,
    /// The selected tab.
    Tab,
    /// A resource-id that stands once on the screen.
    Id,
    /// A static label.
    Label,
}

/// Everything on a screen that could serve as a landmark; the target and typed values are left out later.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Survey {
    activity: String,
    found: Vec<(NodeId, LandmarkKind, String)>,
}

impl Survey {
    /// Looks over a screen. `activity` tells screens apart that look alike.
    pub fn of(tree: &UiTree, activity: &str) -> Survey {
        let mut found: Vec<(NodeId, LandmarkKind, String)> = Vec::new();
        let repeats = Repeats::of(tree);
        let mut ids: HashMap<&str, usize> = HashMap::new();
        tree.nodes()
            .for_each(|n| *ids.entry(bare(n.resource_id())).or_default() += 1);
        for n in tree.nodes().filter(|n| !repeats.inside(*n) && visible(*n)) {
            let id = n.resource_id();
            let own = id
                .split_once(":id/")
                .is_none_or(|(package, _)| package != "android");
            if !id.is_empty() && own && ids.get(bare(id)) == Some(&1) {
                found.push((n.id(), LandmarkKind::Id, id.to_owned()));
            }
            if let Some(text) = static_label(n)
                && !found.iter().any(|(_, k, t)| *k != LandmarkKind::Id && *t == text)
            {
                found.push((n.id(), label_kind(n), text));
            }
        }
        Survey {
            activity: activity.to_owned(),
            found,
        }
    }

    /// True if both surveys show the same lasting things in the same activity. Anything less counts as another
    /// screen: what two states share must not pass for a mark of one of them.
    fn same_screen(&self, other: &Survey) -> bool {
        let mut all = self.marks().chain(other.marks());
        self.activity == other.activity && all.all(|m| self.shows(m.0, m.1) && other.shows(m.0, m.1))
    }

    fn marks(&self) -> impl Iterator<Item = (LandmarkKind, &str)> {
        self.found.iter().map(|(_, k, t)| (*k, t.as_str()))
    }

    fn shows(&self, kind: LandmarkKind, text: &str) -> bool {
        self.marks()
            .any(|(k, t)| t == text && (k == kind) | (k != LandmarkKind::Id && kind != LandmarkKind::Id))
    }
}

/// The screens of a run: what makes a landmark distinguishing.
#[derive(Debug, Clone, Default)]
pub struct Screens {
    seen: Vec<Survey>,
}

impl Screens {
    /// Notes a screen that the run has seen.
    pub fn add(&mut self, survey: Survey) {
        if !self.seen.iter().any(|s| s.same_screen(&survey)) {
            self.seen.push(survey);
        }
    }

    /// The landmarks of one screen, at most 8, the rarest first.
    ///
    /// `without` names nodes that must not serve (the target and what it stands in), `values` texts that were
    /// typed or are parameters.
    pub fn landmarks(&self, survey: &Survey, without: &[NodeId], values: &[String]) -> Vec<Landmark> {
        let others: Vec<&Survey> = self.seen.iter().filter(|s| !s.same_screen(survey)).collect();
        let mut rated: Vec<(usize, Landmark)> = survey
            .found
            .iter()
            .filter(|(node, _, text)| !without.contains(node) && !values.iter().any(|v| holds_value(text, v)))
            .map(|(_, kind, text)| {
                let elsewhere = others.iter().filter(|s| s.shows(*kind, text)).count();
                // With one screen seen nothing is known to be absent elsewhere.
                let distinguishing = elsewhere == 0 && !others.is_empty();
                (
                    elsewhere,
                    Landmark {
                        kind: *kind,
                        text: text.clone(),
                        distinguishing,
                    },
                )
            })
            .collect();
        rated.sort_by_key(|(elsewhere, l)| (*elsewhere, l.kind));
        let mut kept: Vec<Landmark> = rated.into_iter().map(|(_, l)| l).take(MAX_LANDMARKS).collect();
        // The order of preference has done its work; a stored list must not depend on it.
        kept.sort();
        kept
    }
}

fn holds_value(text: &str, value: &str) -> bool {
    !value.is_empty() && crate::text::has_words(text, value)
}

/// How well landmarks fit a screen: how many of how many hold. `None` if they don't recognise it.
///
/// In another locale only ids count, and one of them must distinguish. Landmarks without any distinguishing one
/// recognise by half of them; the caller lets such a variant serve its own test only.
pub fn recognise(landmarks: &[Landmark], tree: &UiTree, same_locale: bool) -> Option<(usize, usize)> {
    let usable: Vec<&Landmark> = landmarks
        .iter()
        .filter(|l| same_locale || l.kind == LandmarkKind::Id)
        .collect();
    let holding: Vec<&&Landmark> = usable.iter().filter(|l| l.holds(tree)).collect();
    let marked = usable.iter().any(|l| l.distinguishing);
    let mark_holds = holding.iter().any(|l| l.distinguishing);
    let enough = holding.len() * 2 >= usable.len();
    let told_apart = if marked { mark_holds } else { same_locale };
    (enough && told_apart).then_some((holding.len(), usable.len()))
}

impl Landmark {
    /// True if the screen shows it.
    pub fn holds(&self, tree: &UiTree) -> bool {
        tree.nodes().filter(|n| visible(*n)).any(|n| match self.kind {
            LandmarkKind::Id => same_id(n.resource_id(), &self.text),
            LandmarkKind::Tab => n.is(Flags::SELECTED) && static_label(n).is_some_and(|t| t == self.text),
            LandmarkKind::Title | LandmarkKind::Label => static_label(n).is_some_and(|t| t == self.text),
        })
    }
}

/// The part of an id that both spellings have.
fn bare(id: &str) -> &str {
    id.split_once(":id/").map_or(id, |(_, tail)| tail)
}

fn visible(n: Node<'_>) -> bool {
    !n.bounds().is_empty() && !n.is(Flags::INVISIBLE)
}

/// A node's own lasting words: no value, nothing borrowed, nothing volatile.
fn static_label(n: Node<'_>) -> Option<String> {
    let l = label(n)?;
    (l.source != LabelSource::Borrowed && !l.is_volatile()).then_some(l.text)
}

fn label_kind(n: Node<'_>) -> LandmarkKind {
    let tail = n.resource_id().rsplit('/').next().unwrap_or("").to_lowercase();
    let bar = n.parent().is_some_and(|p| {
        let class = p.class().rsplit('.').next().unwrap_or("");
        class.contains("Toolbar") || class.contains("ActionBar")
    });
    if n.is(Flags::SELECTED) {
        LandmarkKind::Tab
    } else if n.family() == Family::Text && (bar || tail.ends_with("title")) {
        LandmarkKind::Title
    } else {
        LandmarkKind::Label
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::{NodeAttrs, Rect, TreeBuilder};

    /// A page of one activity: a toolbar with a title, texts, and the same button on all of them.
    fn page(title: &str, texts: &[&str]) -> UiTree {
        let bounds = Rect::new(0, 0, 10, 10);
        let mut b = TreeBuilder::new();
        b.open(&NodeAttrs {
            class: "FrameLayout",
            id: "app:id/root",
            bounds,
            ..Default::default()
        });
        b.open(&NodeAttrs {
            class: "Toolbar",
            bounds,
            ..Default::default()
        });
        b.open(&NodeAttrs {
            class: "TextView",
            id: "app:id/title",
            text: title,
            bounds,
            ..Default::default()
        });
        b.close();
        b.close();
        for text in texts {
            b.open(&NodeAttrs {
                class: "TextView",
                text,
                bounds,
                ..Default::default()
            });
            b.close();
        }
        let flags = Flags::CLICKABLE;
        b.open(&NodeAttrs {
            class: "Button",
            id: "app:id/go",
            text: "Continue",
            bounds,
            flags,
            ..Default::default()
        });
        b.finish()
    }

    fn marks(of: &UiTree, others: &[&UiTree]) -> Vec<Landmark> {
        let mut run = Screens::default();
        run.add(Survey::of(of, "A"));
        for o in others {
            run.add(Survey::of(o, "A"));
        }
        let target = of.nodes().last().unwrap().id();
        run.landmarks(&Survey::of(of, "A"), &[target], &[])
    }

    #[test]
    fn two_pages_of_one_activity_are_told_apart() {
        let (a, b) = (page("Delivery", &["Address"]), page("Payment", &["Card"]));
        let of_a = marks(&a, &[&b]);
        assert!(
            of_a.iter()
                .any(|l| l.text == "Delivery" && l.distinguishing && l.kind == LandmarkKind::Title)
        );
        assert!(of_a.iter().any(|l| l.text == "app:id/root" && !l.distinguishing));
        assert!(
            !of_a.iter().any(|l| l.text == "Continue"),
            "the target is no landmark"
        );
        assert!(recognise(&of_a, &a, true).is_some());
        assert!(recognise(&of_a, &b, true).is_none());
    }

    #[test]
    fn pages_that_differ_by_one_text_only_are_still_two_pages() {
        let (a, b) = (
            page("Checkout", &["x", "y", "z", "Delivery"]),
            page("Checkout", &["x", "y", "z", "Payment"]),
        );
        assert!(recognise(&marks(&a, &[&b]), &b, true).is_none());
        assert!(recognise(&marks(&b, &[&a]), &a, true).is_none());
    }

    #[test]
    fn half_of_the_marks_are_enough_if_one_distinguishes() {
        let (a, b) = (page("Delivery", &["Address", "Town"]), page("Payment", &["Card"]));
        let of_a = marks(&a, &[&b]);
        assert!(recognise(&of_a, &page("Delivery", &["Street"]), true).is_some());
        assert!(recognise(&of_a, &page("Shipping", &["Street"]), true).is_none());
    }

    #[test]
    fn a_screen_without_others_has_no_distinguishing_mark() {
        let a = page("Delivery", &["Address"]);
        assert!(marks(&a, &[]).iter().all(|l| !l.distinguishing));
    }

    #[test]
    fn in_another_language_only_ids_count() {
        let (a, b) = (page("Delivery", &["Address"]), page("Payment", &["Card"]));
        let of_a = marks(&a, &[&b]);
        // All ids are shared by both pages: nothing distinguishes without words.
        assert!(recognise(&of_a, &page("Lieferung", &["Adresse"]), false).is_none());
    }

    #[test]
    fn values_clocks_and_list_items_are_no_landmarks() {
        let bounds = Rect::new(0, 0, 10, 10);
        let mut b = TreeBuilder::new();
        b.open(&NodeAttrs {
            class: "FrameLayout",
            bounds,
            ..Default::default()
        });
        b.open(&NodeAttrs {
            class: "EditText",
            id: "f",
            text: "typed",
            bounds,
            ..Default::default()
        });
        b.close();
        b.open(&NodeAttrs {
            class: "TextView",
            text: "12:30",
            bounds,
            ..Default::default()
        });
        b.close();
        b.open(&NodeAttrs {
            class: "TextView",
            text: "Hello Ada",
            bounds,
            ..Default::default()
        });
        b.close();
        b.open(&NodeAttrs {
            class: "RecyclerView",
            id: "list",
            bounds,
            ..Default::default()
        });
        b.open(&NodeAttrs {
            class: "TextView",
            text: "Row",
            bounds,
            ..Default::default()
        });
        let t = b.finish();
        let got = Screens::default().landmarks(&Survey::of(&t, "A"), &[], &["Ada".to_owned()]);
        let texts: Vec<&str> = got.iter().map(|l| l.text.as_str()).collect();
        assert_eq!(texts, ["f", "list"]);
    }
}
