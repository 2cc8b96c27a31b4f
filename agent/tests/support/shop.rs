//! A small shop that several tests walk through.

/// A shop of one activity: delivery and payment pages share the same button.
pub const SHOP: &str = r##"
apps: { com.example.shop: { activity: .Main, start: home } }
state: { sync: "false", street: "", paid: "", skip: "" }
screens:
  home:
    tree: |
      FrameLayout
        TextView "Shop" #title
        Button "Check out" #start
        CheckBox "Sync" bind=sync #sync
    on:
      - { tap: Check out, when: { skip: "yes" }, goto: payment }
      - { tap: Check out, goto: delivery }
  delivery:
    tree: |
      FrameLayout
        TextView "Delivery" #title
        TextView "Where to?" #question
        EditText bind=street #street
        Button "Continue" #btn_primary
    on: [ { tap: Continue, goto: payment } ]
  payment:
    tree: |
      FrameLayout
        TextView "Payment" #title
        TextView "Pay by card" #question
        Button "Continue" #btn_primary
    on: [ { tap: Continue, set: { paid: "yes" }, goto: done } ]
  done:
    tree: |
      FrameLayout
        TextView "Thank you" #title
        TextView "Order placed" #message
"##;

/// What the model knows about it.
pub const GOALS: &str = r##"
goals:
  - prompt: go to the payment page
    done: Pay by card
    steps:
      - tap: { role: button, label: Check out }
      - tap: { role: button, label: Continue }
        when: { visible: Delivery }
  - prompt: the Continue button
    find: { role: button, label: Continue }
  - prompt: start the check out
    done: Where to?
    steps: [ { tap: { role: button, label: Check out } } ]
"##;

/// The model knows this one element of [`renamed`] and nothing else.
pub const ONE: &str = "goals: [ { prompt: 'the \"Continue\" button', find: { role: button, label: Next } } ]";

/// The shop once the button of its delivery page, the second of the plan, reads otherwise.
pub fn renamed() -> String {
    SHOP.replacen("\"Continue\" #btn_primary", "\"Next\" #btn_primary", 1)
        .replacen("tap: Continue, goto: payment", "tap: Next, goto: payment", 1)
}

/// The same, and the button does nothing that shows.
pub fn renamed_and_dead() -> String {
    renamed().replacen("tap: Next, goto: payment", "tap: Next, set: { skip: no }", 1)
}

pub fn script(steps: &str) -> String {
    format!(
        "android: {{ deviceId: x, launch: com.example.shop }}\ntasks:\n  - name: t\n    flow:\n{}",
        steps.lines().map(|l| format!("      {l}\n")).collect::<String>()
    )
}

/// The flow with variables of the phone set before it begins.
pub fn state<'a>(mut flow: super::Flow<'a>, state: &[(&'a str, &'a str)]) -> super::Flow<'a> {
    flow.state = state.to_vec();
    flow
}
