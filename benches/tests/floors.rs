//! What the look-up must never do: answer with the wrong node, or with any where none is right. How much it finds
//! again is printed by the `lookup` bench.

use retap_benches::proof::{
    Asked, Change, Method, PairTally, Part, Tally, actionable, corpus, corpus_pairs, made, made_pairs, run,
    run_hand, run_pairs, run_twice,
};

use retap_cache::feature::take;
use retap_cache::screen::{Node, label, same_id};

fn right(tally: &Tally, change: Change) -> f64 {
    tally.row(Method::Retap, change).right_percent()
}

#[test]
fn nothing_is_ever_wrong_on_made_screens() {
    let tally = run(&made(), &[Method::Retap], Asked::Controls);
    let table = tally.table(&[Method::Retap]);
    assert!(tally.wrong.is_empty(), "{:#?}\n{table}", tally.wrong);
    assert!(
        tally.nodes > 20 && tally.kept["retap"] * 10 >= tally.nodes * 9,
        "{table}"
    );
}

/// Over every actionable node of every valid dump of the corpus, where there is one.
#[test]
fn nothing_is_ever_wrong_on_real_screens() {
    if std::env::var_os("RETAP_CORPUS").is_none() {
        return;
    }
    let screens = corpus();
    assert!(screens.len() > 200, "the corpus is there but can't be read");
    let tally = run(&screens, &[Method::Retap], Asked::Controls);
    let table = tally.table(&[Method::Retap]);
    assert!(tally.wrong.is_empty(), "{:#?}\n{table}", tally.wrong);
    for change in [
        Change::Unchanged,
        Change::MeaningChanged,
        Change::LookAlikeLeft,
        Change::Removed,
        Change::RowRemoved,
        Change::OtherRow,
        Change::OtherSection,
        Change::TwinInserted,
    ] {
        let got = right(&tally, change);
        assert!(got >= 100.0, "{}: {got:.2} % right\n{table}", change.word());
    }
}

/// How much of what was kept is found again, at the least, in percent. Measured values lie above: see the bench.
const FLOORS: [(Change, f64); 9] = [
    (Change::Unchanged, 100.0),
    (Change::Reordered, 99.0),
    (Change::Refreshed, 99.0),
    (Change::Wrapped, 99.0),
    (Change::Resized, 99.0),
    (Change::SiblingInserted, 98.0),
    (Change::IdsStripped, 93.0),
    (Change::IdsRenamed, 93.0),
    (Change::SiblingRemoved, 90.0),
];

#[test]
fn enough_is_kept_and_found_again_on_real_screens() {
    if std::env::var_os("RETAP_CORPUS").is_none() {
        return;
    }
    let tally = run(&corpus(), &[Method::Retap], Asked::Controls);
    let table = tally.table(&[Method::Retap]);
    let kept = tally.kept["retap"] as f64 * 100.0 / tally.nodes as f64;
    assert!(kept >= 80.0, "{kept:.1} % kept\n{table}");
    for (change, floor) in FLOORS {
        let got = right(&tally, change);
        assert!(
            got >= floor,
            "{}: {got:.2} % right, floor {floor} %\n{table}",
            change.word()
        );
    }
    let own_id = tally.part(Method::Retap, Part::OwnId).right_percent();
    assert!(own_id >= 98.0, "translated: {own_id:.2} % right\n{table}");
    let same_id = tally.part(Method::Retap, Part::AllKept).right_percent();
    assert!(same_id >= 90.0, "same id: {same_id:.2} % right\n{table}");
}

/// An id or a label that only one control has is all that it takes to be kept.
#[test]
fn what_names_itself_is_kept() {
    for (name, tree) in made().iter().chain(&corpus()) {
        for node in actionable(tree) {
            // A twin off the screen is one all the same.
            let controls = || tree.nodes().filter(|n| n.is_actionable());
            let twins = |same: &dyn Fn(Node<'_>) -> bool| controls().filter(|n| same(*n)).count();
            let id = node.resource_id();
            let by_id = !id.is_empty() && tree.nodes().filter(|n| same_id(n.resource_id(), id)).count() == 1;
            let words = label(node).filter(|l| !l.is_volatile());
            let by_words = words.is_some_and(|l| {
                twins(&|n| n.family() == node.family() && label(n).is_some_and(|o| o.text == l.text)) == 1
            });
            if by_id || by_words {
                assert!(take(node).is_ok(), "{name}: {node:?}: {:?}", take(node));
            }
        }
    }
}

/// What is unjudged may be right; it is printed by the `lookup` bench for a look by hand.
fn nothing_is_wrong(tally: &PairTally) {
    let table = tally.table(Method::Retap);
    assert!(tally.wrong.is_empty(), "{:#?}\n{table}", tally.wrong);
}

#[test]
fn nothing_is_ever_wrong_in_a_made_pair() {
    let tally = run_pairs(&made_pairs(), Method::Retap, Asked::Controls);
    nothing_is_wrong(&tally);
    let all = tally.total();
    assert!(
        all.right >= 12 && all.unjudged == 0,
        "{}",
        tally.table(Method::Retap)
    );
    let rival = run_pairs(&made_pairs(), Method::IdOnly, Asked::Controls);
    assert!(!rival.wrong.is_empty(), "the pair tempts nobody");
}

#[test]
fn nothing_is_ever_wrong_in_real_pairs() {
    if std::env::var_os("RETAP_CORPUS").is_none() {
        return;
    }
    let pairs = corpus_pairs();
    assert!(pairs.pairs.len() > 150, "the pairs are there but can't be read");
    nothing_is_wrong(&run_pairs(&pairs, Method::Retap, Asked::Controls));
}

/// Elements that a person matched in two languages.
#[test]
fn nothing_is_ever_wrong_across_languages() {
    let tally = run_hand();
    assert!(tally.wrong.is_empty(), "{}\n{:#?}", tally.line(), tally.wrong);
    assert_eq!(tally.unreadable, 0, "{}", tally.line());
}

#[test]
fn nothing_is_ever_wrong_after_two_changes() {
    // The long list adds time, not kinds.
    let short: Vec<_> = made().into_iter().take(2).collect();
    let tally = run_twice(&short, Asked::Controls);
    assert!(tally.wrong.is_empty(), "{:#?}", tally.wrong);
    assert!(
        tally.rows.len() > 150,
        "{} pairs of changes only",
        tally.rows.len()
    );
}

/// What only says something is looked up as well: a text is tapped, asserted, read.
#[test]
fn nothing_is_ever_wrong_about_captions() {
    let made = run(&made(), &[Method::Retap], Asked::Captions);
    assert!(made.wrong.is_empty(), "{:#?}", made.wrong);
    let mut pairs = made_pairs();
    let real = corpus_pairs();
    pairs.pairs.extend(real.pairs);
    pairs.dumps.extend(real.dumps);
    nothing_is_wrong(&run_pairs(&pairs, Method::Retap, Asked::Captions));
}

#[test]
fn nothing_is_ever_wrong_about_captions_of_real_screens() {
    let tally = run(&corpus(), &[Method::Retap], Asked::Captions);
    assert!(tally.wrong.is_empty(), "{:#?}", tally.wrong);
}
