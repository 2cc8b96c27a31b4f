//! What the look-up must never do: answer with the wrong node, or with any where none is right. How much it finds
//! again is printed by the `lookup` bench.

use retap_benches::proof::{Change, Method, Tally, corpus, made, run};

fn right(tally: &Tally, change: Change) -> f64 {
    let r = tally.row(Method::Retap, change);
    r.right as f64 * 100.0 / (r.right + r.missed + r.wrong).max(1) as f64
}

#[test]
fn nothing_is_ever_wrong_on_made_screens() {
    let tally = run(&made(), &[Method::Retap]);
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
    let tally = run(&screens, &[Method::Retap]);
    let table = tally.table(&[Method::Retap]);
    assert!(tally.wrong.is_empty(), "{:#?}\n{table}", tally.wrong);
    for change in [
        Change::Unchanged,
        Change::MeaningChanged,
        Change::LookAlikeLeft,
        Change::TwinInserted,
    ] {
        let got = right(&tally, change);
        assert!(got >= 100.0, "{}: {got:.2} % right\n{table}", change.word());
    }
}
