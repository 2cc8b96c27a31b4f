//! Phones that note which control each touch has hit.

/// The app of all phones.
pub const APP: &str = "com.example.app";

/// A phone file from screens. A rule may be written `- Pay -> done: paid=yes, by=card`: a tap on `Pay` sets `paid` and shows
/// `done`; either half may be missing. Every such rule adds the control's words to the variable `hits`.
pub fn phone(state: &str, screens: &str) -> String {
    let start = screens.split(':').next().unwrap().trim();
    let screens: Vec<String> = screens.lines().map(rule).collect();
    format!(
        "apps: {{ {APP}: {{ activity: .Main, start: {start} }} }}\nstate: {{ hits: \"\", {state} }}\nscreens:\n{}\n",
        screens.join("\n")
    )
}

fn rule(line: &str) -> String {
    let Some((tap, effect)) = line.trim().strip_prefix("- ").and_then(|l| l.split_once(" ->")) else {
        return line.to_owned();
    };
    let (to, set) = effect.split_once(':').unwrap_or((effect, ""));
    let (to, set) = (to.trim(), set.trim());
    let (tap, condition) = tap.split_once(" when ").unwrap_or((tap, ""));
    let mut fields = format!("tap: \"{tap}\", set: {{ hits: \"{{hits}}{tap}; \"");
    for (name, value) in set.split(',').filter_map(|s| s.trim().split_once('=')) {
        fields.push_str(&format!(", {name}: \"{value}\""));
    }
    fields.push_str(" }");
    if let Some((name, value)) = condition.split_once('=') {
        fields.push_str(&format!(", when: {{ {name}: \"{value}\" }}"));
    }
    if !to.is_empty() {
        fields.push_str(&format!(", goto: {to}"));
    }
    let indent = &line[..line.len() - line.trim_start().len()];
    format!("{indent}- {{ {fields} }}")
}

/// A script of one task.
pub fn script(steps: &str) -> String {
    let steps: String = steps.lines().map(|l| format!("      {}\n", l.trim())).collect();
    format!(
        "android: {{ deviceId: x, launch: {APP} }}\nvars: {{ what: Basic }}\ntasks:\n  - name: t\n    flow:\n{steps}"
    )
}

/// What the model knows: goals with their steps (`Pay` taps the button, `item Milk` a row), and elements.
pub fn goals(plans: &[(&str, &str, &[&str])], finds: &[(&str, &str)]) -> String {
    let target = |words: &str| {
        let roles = ["item", "toggle", "field", "text", "link", "image", "tab", "any"];
        match words.split_once(' ').filter(|(role, _)| roles.contains(role)) {
            Some(("any", label)) => format!("{{ label: \"{label}\" }}"),
            Some((role, label)) => format!("{{ role: {role}, label: \"{label}\" }}"),
            None => format!("{{ role: button, label: \"{words}\" }}"),
        }
    };
    let mut all = String::from("goals:\n");
    for (prompt, done, steps) in plans {
        all.push_str(&format!("  - prompt: {prompt}\n"));
        if !done.is_empty() {
            all.push_str(&format!("    done: \"{done}\"\n"));
        }
        all.push_str("    steps:\n");
        for step in *steps {
            let (step, when) = step.split_once(" when ").unwrap_or((step, ""));
            all.push_str(&match step.split_once(" <- ") {
                Some((field, text)) => {
                    format!("      - type: {{ role: field, label: \"{field}\", text: \"{text}\" }}\n")
                }
                None => format!("      - tap: {}\n", target(step)),
            });
            if !when.is_empty() {
                all.push_str(&format!("        when: {{ visible: \"{when}\" }}\n"));
            }
        }
    }
    for (prompt, words) in finds {
        all.push_str(&format!("  - prompt: {prompt}\n    find: {}\n", target(words)));
    }
    if plans.is_empty() && finds.is_empty() {
        return "goals: []\n".to_owned();
    }
    all
}

/// A model that knows nothing.
pub const NOTHING: &str = "goals: []\n";

/// Replaces a part that must be there.
pub fn swap(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "{from:?} is not in the phone");
    text.replace(from, to)
}
