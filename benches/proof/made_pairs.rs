//! Pairs that are always there, so that the judging is tested without the corpus.

use retap_cache::screen::{Flags, NodeAttrs, Rect, TreeBuilder, UiTree};

use super::{Pair, Pairs};

/// A pair that is always there: a list later and in another language, with all that a look-up can fall for.
pub fn made_pairs() -> Pairs {
    let mut all = Pairs::default();
    for (name, lines) in [
        ("orders", ORDERS),
        ("orders later", LATER),
        ("orders in French", FRENCH),
    ] {
        all.dumps.insert(name.to_owned(), sketch(lines));
    }
    for (b, relation) in [
        ("orders later", "same-screen-later"),
        ("orders in French", "other-locale"),
    ] {
        all.pairs.push(Pair {
            a: "orders".to_owned(),
            b: b.to_owned(),
            relation: relation.to_owned(),
            confidence: "made".to_owned(),
        });
    }
    all
}

/// A line a node: depth, class, id, text.
type Lines = &'static [(usize, &'static str, &'static str, &'static str)];

const ORDERS: Lines = &[
    (0, "FrameLayout", "", ""),
    (1, "TextView", "title", "Orders"),
    (1, "Button", "help", "Help"),
    (1, "Button", "primary", "Continue"),
    (1, "Button", "", "Filter"),
    (1, "RecyclerView", "list", ""),
    (2, "LinearLayout", "", ""),
    (3, "TextView", "name", "Milk"),
    (3, "Button", "track", "Track"),
    (2, "LinearLayout", "", ""),
    (3, "TextView", "name", "Bread"),
    (3, "Button", "track", "Track"),
];

/// A row came, a row went, and the button at the bottom means something else.
const LATER: Lines = &[
    (0, "FrameLayout", "", ""),
    (1, "TextView", "title", "Orders"),
    (1, "Button", "help", "Help"),
    (1, "Button", "primary", "Pay"),
    (1, "Button", "", "Filter"),
    (1, "RecyclerView", "list", ""),
    (2, "LinearLayout", "", ""),
    (3, "TextView", "name", "Salt"),
    (3, "Button", "track", "Track"),
    (2, "LinearLayout", "", ""),
    (3, "TextView", "name", "Milk"),
    (3, "Button", "track", "Track"),
];

/// In another order too.
const FRENCH: Lines = &[
    (0, "FrameLayout", "", ""),
    (1, "TextView", "title", "Commandes"),
    (1, "Button", "primary", "Continuer"),
    (1, "Button", "help", "Aide"),
    (1, "Button", "", "Filtrer"),
    (1, "RecyclerView", "list", ""),
    (2, "LinearLayout", "", ""),
    (3, "TextView", "name", "Pain"),
    (3, "Button", "track", "Suivre"),
    (2, "LinearLayout", "", ""),
    (3, "TextView", "name", "Lait"),
    (3, "Button", "track", "Suivre"),
];

fn sketch(lines: Lines) -> UiTree {
    let mut b = TreeBuilder::new();
    for (i, (depth, class, id, text)) in lines.iter().enumerate() {
        while b.depth() > *depth {
            b.close();
        }
        let top = i as i32 * 50;
        let flags = match *class {
            "Button" | "LinearLayout" => Flags::CLICKABLE.with(Flags::ENABLED),
            _ => Flags::ENABLED,
        };
        b.open(&NodeAttrs {
            class,
            id,
            text,
            bounds: Rect::new(0, top, 400, top + 50),
            flags,
            ..NodeAttrs::default()
        });
    }
    b.finish()
}

#[cfg(test)]
mod tests {
    use super::super::oracle::{Known, know};
    use super::super::raw::Sight;
    use super::super::{Asked, Method, run_pairs};
    use super::*;

    fn known(to: &str, same_locale: bool, nth: usize) -> String {
        let all = made_pairs();
        let (a, b) = (Sight::of(&all.dumps["orders"]), Sight::of(&all.dumps[to]));
        let node = a.tree.nodes().nth(nth).unwrap();
        match know(&a, node, &b, same_locale) {
            Known::At(n) => format!("at {}", n.id().position()),
            Known::Nothing(why) => format!("nothing: {why}"),
            Known::Open(why) => format!("open: {why}"),
        }
    }

    #[test]
    fn the_truth_is_known_without_the_look_up() {
        for (nth, want) in [
            (2, "at 2"),
            (3, "nothing: same id, other words"),
            (4, "at 4"),
            (6, "at 9"),
            (8, "at 11"),
            (9, "nothing: its words are gone"),
            (11, "open: one of several alike, or nameless"),
        ] {
            assert_eq!(known("orders later", true, nth), want);
        }
        for (nth, want) in [
            (2, "at 3"),
            (3, "at 2"),
            (4, "open: no id of its own in another language"),
            (8, "open: no id of its own in another language"),
        ] {
            assert_eq!(known("orders in French", false, nth), want);
        }
    }

    #[test]
    fn who_goes_by_one_kind_of_evidence_is_caught() {
        for method in [Method::AbsolutePath, Method::IdOnly, Method::Cascade] {
            let tally = run_pairs(&made_pairs(), method, Asked::Controls);
            assert!(tally.total().wrong > 2, "{}", tally.table(method));
        }
    }
}
