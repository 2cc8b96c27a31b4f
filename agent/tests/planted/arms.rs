//! Two arms of an experiment.

use crate::case::{Case, want};
use crate::effects::{shop, shop_goals, to_payment};
use crate::phone::{goals, swap};

/// What the design asks for and is not so yet.
pub fn wanted() -> Vec<Case> {
    let mut by_button = cases().swap_remove(1);
    by_button.what = "A/B: the arms differ on the first screen by the button alone; both stay known";
    by_button.want.entry = "another beside it";
    by_button.after.iter_mut().for_each(|(_, calls)| *calls = 0);
    vec![by_button]
}

pub fn cases() -> Vec<Case> {
    let start = swap(
        &swap(&shop(), "Button \"Check out\" #start", "Button \"Buy now\" #buy"),
        "tap: \"Check out\", set: { hits: \"{hits}Check out; \" }",
        "tap: \"Buy now\", set: { hits: \"{hits}Buy now; \" }",
    );
    let other = swap(
        &swap(
            &start,
            "TextView \"Shop\" #title",
            "TextView \"Shoes for you\" #title",
        ),
        "TextView \"Shoes and more\" #claim",
        "TextView \"One tap to your shoes\" #banner",
    );
    let start_goals = goals(
        &[(
            "go to the payment page",
            "Pay by card",
            &["Buy now", "Continue when Delivery"],
        )],
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
    let by_screen = Case::new(
        "A/B: the arms have start screens of their own; both are known from then on",
        &to_payment(),
        there,
        want(
            "missed: wrong-screen",
            "Buy now; Continue;",
            3,
            "passed",
            "another beside it",
        ),
    )
    .on(other)
    .knowing(start_goals.clone())
    .again(0)
    .first_again(0)
    .again(0)
    .first_again(0);
    let by_button = Case::new(
        "A/B: the arms differ on the first screen by the button alone",
        &to_payment(),
        there,
        want("missed: not-found", "Buy now; Continue;", 4, "passed", "replaced"),
    )
    .on(start)
    .knowing(start_goals)
    .again(0)
    .first_again(4)
    .first_again(0);
    let by_later = Case::new(
        "A/B: the arms differ on a later screen; one hand-off a run at the most",
        &to_payment(),
        there,
        want(
            "handed off: contradiction",
            "Check out; Next;",
            3,
            "passed",
            "invalidated",
        ),
    )
    .on(later)
    .knowing(later_goals)
    .again(3)
    .again(0)
    .first_again(3)
    .first_again(3);
    vec![by_screen, by_button, by_later]
}
