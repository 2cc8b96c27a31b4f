//! Knowing a screen again: a few lasting things on it, best those that no other screen of the app shows.
//!
//! A screen is never part of a key. Its landmarks are evidence inside an entry: at least half of them must hold,
//! among them one that distinguishes. That keeps two screens of one activity apart that share a button.

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};

use super::{Family, Flags, LabelSource, Node, NodeId, Repeats, UiTree, label};

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

/// The lasting things of a screen: what could serve as a landmark, and what is shown at all.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Survey {
    activity: String,
    /// What could serve: nothing that repeats. The target and typed values are left out later.
    found: Vec<(NodeId, LandmarkKind, String)>,
    ids: HashSet<String>,
    titles: HashSet<String>,
    tabs: HashSet<String>,
    labels: HashSet<String>,
    /// Every id and label that shows, rows of lists included: what stands there is not absent.
    shown_ids: HashSet<String>,
    shown_labels: HashSet<String>,
}

impl Survey {
    /// Looks over a screen. `activity` tells screens apart that look alike.
    pub fn of(tree: &UiTree, activity: &str) -> Survey {
        let mut s = Survey {
            activity: activity.to_owned(),
            ..Survey::default()
        };
        let repeats = Repeats::of(tree);
        let mut count: HashMap<&str, usize> = HashMap::new();
        tree.nodes()
            .for_each(|n| *count.entry(bare(n.resource_id())).or_default() += 1);
        for n in tree.nodes().filter(|n| visible(*n)) {
            let (id, text) = (n.resource_id(), static_label(n));
            if !id.is_empty() {
                s.shown_ids.insert(bare(id).to_owned());
            }
            s.shown_labels.extend(text.clone());
            if repeats.inside(n) {
                continue;
            }
            let own = id
                .split_once(":id/")
                .is_none_or(|(package, _)| package != "android");
            if !id.is_empty() && own && count.get(bare(id)) == Some(&1) && s.ids.insert(bare(id).to_owned()) {
                s.found.push((n.id(), LandmarkKind::Id, id.to_owned()));
            }
            let Some(text) = text else { continue };
            let kind = label_kind(n);
            match kind {
                LandmarkKind::Title => s.titles.insert(text.clone()),
                LandmarkKind::Tab => s.tabs.insert(text.clone()),
                LandmarkKind::Id | LandmarkKind::Label => false,
            };
            if s.labels.insert(text.clone()) {
                s.found.push((n.id(), kind, text));
            }
        }
        s
    }

    /// True if both show the same lasting things in the same activity. Anything less counts as another screen:
    /// what two states share must not pass for a mark of one of them.
    pub fn same_screen(&self, other: &Survey) -> bool {
        self.activity == other.activity && self.ids == other.ids && self.labels == other.labels
    }

    /// True if it shows anywhere what the landmark is.
    fn shows(&self, kind: LandmarkKind, text: &str) -> bool {
        match kind {
            LandmarkKind::Id => self.shown_ids.contains(bare(text)),
            _ => self.shown_labels.contains(text),
        }
    }

    /// True if the landmark holds: it stands where a landmark may stand, and is of its kind.
    fn holds(&self, l: &Landmark) -> bool {
        match l.kind {
            LandmarkKind::Id => self.ids.contains(bare(&l.text)),
            LandmarkKind::Title => self.titles.contains(&l.text),
            LandmarkKind::Tab => self.tabs.contains(&l.text),
            LandmarkKind::Label => self.labels.contains(&l.text),
        }
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
    /// typed or are parameters. Only screens of the same activity can tell what distinguishes: another activity
    /// is another key already, and a blank screen shows nothing that could be absent.
    pub fn landmarks(&self, survey: &Survey, without: &[NodeId], values: &[String]) -> Vec<Landmark> {
        let comparable = |s: &&Survey| s.activity == survey.activity && !s.found.is_empty();
        let others: Vec<&Survey> = self
            .seen
            .iter()
            .filter(comparable)
            .filter(|s| !s.same_screen(survey))
            .collect();
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
/// In another locale only ids count, and one of them must distinguish. Where none distinguishes all must hold, and
/// the caller lets such a variant serve its own test only.
pub fn recognise(landmarks: &[Landmark], screen: &Survey, same_locale: bool) -> Option<(usize, usize)> {
    let usable: Vec<&Landmark> = landmarks
        .iter()
        .filter(|l| same_locale || l.kind == LandmarkKind::Id)
        .collect();
    let holding: Vec<&&Landmark> = usable.iter().filter(|l| screen.holds(l)).collect();
    let recognised = if usable.iter().any(|l| l.distinguishing) {
        holding.len() * 2 >= usable.len() && holding.iter().any(|l| l.distinguishing)
    } else {
        same_locale && holding.len() == usable.len()
    };
    recognised.then_some((holding.len(), usable.len()))
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
        assert!(recognise(&of_a, &Survey::of(&a, "A"), true).is_some());
        assert!(recognise(&of_a, &Survey::of(&b, "A"), true).is_none());
    }

    #[test]
    fn pages_that_differ_by_one_text_only_are_still_two_pages() {
        let (a, b) = (
            page("Checkout", &["x", "y", "z", "Delivery"]),
            page("Checkout", &["x", "y", "z", "Payment"]),
        );
        assert!(recognise(&marks(&a, &[&b]), &Survey::of(&b, "A"), true).is_none());
        assert!(recognise(&marks(&b, &[&a]), &Survey::of(&a, "A"), true).is_none());
    }

    #[test]
    fn half_of_the_marks_are_enough_if_one_distinguishes() {
        let (a, b) = (page("Delivery", &["Address", "Town"]), page("Payment", &["Card"]));
        let of_a = marks(&a, &[&b]);
        assert!(recognise(&of_a, &Survey::of(&page("Delivery", &["Street"]), "A"), true).is_some());
        assert!(recognise(&of_a, &Survey::of(&page("Shipping", &["Street"]), "A"), true).is_none());
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
        assert!(recognise(&of_a, &Survey::of(&page("Lieferung", &["Adresse"]), "A"), false).is_none());
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

    #[test]
    fn a_row_of_another_screen_is_not_a_title_and_not_absent() {
        let bounds = Rect::new(0, 0, 10, 10);
        let orders = page("Orders", &["Sorted by date"]);
        let mut b = TreeBuilder::new();
        b.open(&NodeAttrs {
            class: "FrameLayout",
            bounds,
            ..Default::default()
        });
        b.open(&NodeAttrs {
            class: "TextView",
            id: "app:id/title",
            text: "Home",
            bounds,
            ..Default::default()
        });
        b.close();
        b.open(&NodeAttrs {
            class: "RecyclerView",
            bounds,
            ..Default::default()
        });
        b.open(&NodeAttrs {
            class: "TextView",
            text: "Orders",
            bounds,
            ..Default::default()
        });
        let home = b.finish();
        let of_orders = marks(&orders, &[&home]);
        let title = of_orders.iter().find(|l| l.text == "Orders").unwrap();
        assert!(!title.distinguishing, "the home list shows it");
        assert!(
            recognise(
                &[Landmark {
                    distinguishing: true,
                    ..title.clone()
                }],
                &Survey::of(&home, "A"),
                true
            )
            .is_none()
        );
    }

    #[test]
    fn screens_of_other_activities_and_blank_ones_distinguish_nothing() {
        let (a, other) = (page("Delivery", &["Address"]), page("Pay", &["Card"]));
        let mut run = Screens::default();
        run.add(Survey::of(&a, "A"));
        run.add(Survey::of(&other, "Another"));
        run.add(Survey::of(&UiTree::default(), "A"));
        assert!(
            run.landmarks(&Survey::of(&a, "A"), &[], &[])
                .iter()
                .all(|l| !l.distinguishing)
        );
    }

    #[test]
    fn without_a_distinguishing_mark_all_must_hold() {
        let a = page("Delivery", &["Address"]);
        let of_a = marks(&a, &[]);
        assert!(recognise(&of_a, &Survey::of(&a, "A"), true).is_some());
        assert!(recognise(&of_a, &Survey::of(&page("Delivery", &["Town"]), "A"), true).is_none());
    }
}
