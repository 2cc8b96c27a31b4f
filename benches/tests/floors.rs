//! What the look-up must never do: answer with the wrong node, or with any where none is right. How much it finds
//! again is printed by the `lookup` bench.

use retap_benches::proof::{
    Asked, Change, Method, PairTally, Tally, corpus, corpus_pairs, made, made_pairs, run, run_hand,
    run_pairs, run_twice,
};

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
        Change::TwinInserted,
    ] {
        let got = right(&tally, change);
        assert!(got >= 100.0, "{}: {got:.2} % right\n{table}", change.word());
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
