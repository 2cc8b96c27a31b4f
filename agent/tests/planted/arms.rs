//! Two arms of an experiment.

use crate::case::{Case, want};
use crate::effects::{shop, shop_goals, to_payment};
use crate::phone::{goals, swap};

pub fn cases() -> Vec<Case> {
    let start = swap(
        &swap(&shop(), "Button \"Check out\" #start", "Button \"Buy now\" #buy\n        TextView \"New: one tap to your shoes\" #banner"),
        "tap: \"Check out\", set: { hits: \"{hits}Check out; \" }",
        "tap: \"Buy now\", set: { hits: \"{hits}Buy now; \" }",
    );
    let start_goals = goals(
        &[("go to the payment page", "Pay by card", &["Buy now", "Continue when Delivery"])],
        &[],
    );
    let later = swap(
        &swap(
            &shop(),
            "\"Where to?\" #question\n        Button \"Continue\" #btn_primary",
            "\"Where to?\" #question\n        Button \"Next\" #btn_primary",
        ),
        "tap: \"Continue\", set: { hits: \"{hits}Continue; \", page",
        "tap: \"Next\", set: { hits: \"{hits}Next; \", page",
    );
    let later_goals = swap(
        &shop_goals(),
        "{ role: button, label: \"Continue\" }\n        when",
        "{ role: button, label: \"Next\" }\n        when",
    );
    let there = ("page", "payment");
    let mut by_start = Case::new(
        "A/B: the arms differ on the first screen; both are known from then on",
        &to_payment(),
        there,
        want("missed: not-found", "Buy now; Continue;", 3, "passed", "replaced"),
    )
    .on(start)
    .knowing(start_goals)
    .again(0);
    by_start = by_start.first_again(0).again(0).first_again(0);
    let by_later = Case::new(
        "A/B: the arms differ on a later screen; one hand-off a run at the most",
        &to_payment(),
        there,
        want("handed off: contradiction", "Check out; Next;", 2, "passed", "invalidated"),
    )
    .on(later)
    .knowing(later_goals)
    .again(3)
    .again(0)
    .first_again(2)
    .first_again(3);
    vec![by_start, by_later]
}
