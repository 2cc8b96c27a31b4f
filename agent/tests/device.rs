//! What the device does around a step: a keyboard in the way, a screen that never rests.

#![allow(clippy::unwrap_used, reason = "a test")]

mod support;

use std::time::Duration;

use support::Project;
use support::shop::{GOALS, SHOP, script};

/// The shop with an on-screen keyboard, and its delivery button where the keyboard will be.
fn with_keyboard() -> String {
    format!("phone: {{ keyboard: \"[0,1500][1080,2400]\" }}\n{SHOP}").replacen(
        "Button \"Continue\" #btn_primary",
        "Button \"Continue\" #btn_primary [40,1800][1040,1920]",
        1,
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn a_keyboard_in_the_way_is_hidden_before_the_tap() {
    let p = Project::new();
    let phone = with_keyboard();
    let s = script(
        "- tap: Check out\n- type: 1 Main Street\n  into: { id: street }\n- aiTap: the Continue button\n\
         - expect: { visible: Pay by card }",
    );
    for asked in [1, 0] {
        let r = p.run(p.flow(&phone, GOALS, &s)).await;
        assert!(r.passed() && r.asked == asked, "{}", r.tell());
        let hide = r.inputs.iter().position(|i| i == "input keyevent 111").unwrap();
        let tap = r.inputs.iter().position(|i| i == "input tap 540 1860").unwrap();
        assert!(hide < tap, "{:?}", r.inputs);
        assert!(!r.keys, "no tap fell on the keyboard: {:?}", r.inputs);
        assert!(
            !r.inputs.iter().any(|i| i.ends_with("keyevent 4")),
            "Back is not needed: {:?}",
            r.inputs
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_screen_that_never_rests_does_not_block_a_step() {
    let p = Project::new();
    let phone = format!("faults: {{ dump: {{ kind: never-idle, only: plain }} }}\n{SHOP}");
    let s = script("- tap: Check out\n- aiTap: the Continue button\n- expect: { visible: Pay by card }");
    let mut flow = p.flow(&phone, GOALS, &s);
    flow.budgets.first_byte = Duration::from_millis(100);
    let r = p.run(flow).await;
    assert!(r.passed(), "{}", r.tell());
    assert_eq!(r.inputs.len(), 2);

    // What a compressed dump leaves out is not gone: that can't be told from it.
    let s = script("- tap: Check out\n- expect: { gone: Shop }");
    let mut flow = p.flow(&phone, GOALS, &s);
    flow.budgets.first_byte = Duration::from_millis(100);
    assert_eq!(p.run(flow).await.trouble(), "cannot-tell");
}
