//! The same words, the same button, another page of one activity; half of a plan.

use crate::case::{Case, Round, want};
use crate::effects::{shop, shop_goals, to_payment};
use crate::phone::{NOTHING, goals, script, swap};

pub fn cases() -> Vec<Case> {
    let steps = "- tap: Check out\n- aiTap: the Continue button\n- expect: { visible: { id: title } }";
    let tap = Round::new(shop(), shop_goals(), script(steps));
    let skips = swap(&shop(), ", goto: delivery", ", goto: payment");
    let half = swap(
        &swap(
            &shop(),
            "\"Where to?\" #question\n        Button \"Continue\" #btn_primary",
            "\"Where to?\" #question\n        Button \"Abort\" #abort",
        ),
        "- { tap: \"Continue\", set: { hits: \"{hits}Continue; \", page: \"payment\" }, goto: payment }",
        "- { tap: Abort, set: { hits: \"{hits}Abort; \" }, goto: home }",
    );
    vec![
        Case::new(
            "the same button on another page of the same activity",
            &tap,
            ("paid", "yes"),
            want(
                "missed: wrong-screen",
                "Check out; Continue;",
                1,
                "passed",
                "another beside it",
            ),
        )
        .on(skips)
        .recorded_by(("page", "payment"))
        .again(0),
        Case::new(
            "the second target of a plan is gone",
            &to_payment(),
            ("page", "payment"),
            want("handed off: not-found", "Check out;", 1, "gave-up", "invalidated"),
        )
        .on(half)
        .knowing(NOTHING),
        Case::new(
            "the plan begins on another page: a deep link, or what a failed test has left",
            &to_payment(),
            ("page", "payment"),
            want(
                "missed: wrong-screen",
                "Continue;",
                2,
                "passed",
                "another beside it",
            ),
        )
        .on(swap(&shop(), "start: home", "start: delivery"))
        .knowing(goals(
            &[(
                "go to the payment page",
                "Pay by card",
                &["Continue when Delivery"],
            )],
            &[],
        ))
        .again(0),
    ]
}
