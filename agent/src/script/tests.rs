use std::path::Path;

use super::*;

fn script(text: &str) -> Result<Script, String> {
    read(Path::new("dir/a.yaml"), text, &[]).map_err(|p| format!("{p} | {}", p.hint))
}

const HEAD: &str = "android: { deviceId: sim:phones/p.yaml, launch: com.example.shop }\n";

fn step(text: &str) -> Result<What, String> {
    let indented = text.replace('\n', "\n        ");
    let s = script(&format!(
        "{HEAD}vars: {{ plan: Basic }}\ntasks:\n  - name: t\n    flow:\n      - {indented}\n"
    ))?;
    Ok(s.tasks[0].flow[0].what.clone())
}

#[test]
fn the_final_words_are_read() {
    let s = script(
        "android:\n  deviceId: sim:phones/checkout.yaml\n  launch: com.example.shop\n\
         model: { scripted: phones/checkout.goals.yaml }\nagent: { cache: { strategy: read-write } }\n\
         tasks:\n  - name: buy\n    flow:\n      - aiAct: go\n      - expect: { visible: \"Order summary\" }\n\
         \x20     - aiInput: the promo code field\n        value: SPRING\n      - aiTap: the Pay button\n",
    )
    .unwrap();
    assert_eq!(s.device, DeviceChoice::Sim("dir/phones/checkout.yaml".into()));
    assert_eq!(
        s.model,
        Some(ModelChoice::Scripted("dir/phones/checkout.goals.yaml".into()))
    );
    assert_eq!(
        (s.cache.strategy, s.tasks[0].flow.len()),
        (Some(Mode::ReadWrite), 4)
    );
    let titles: Vec<String> = s.tasks[0].flow.iter().map(|f| f.what.title()).collect();
    assert_eq!(titles[2], "aiInput \"SPRING\" into the promo code field");
}

#[test]
fn pictures_are_off_unless_the_script_turns_them_on() {
    let with = |agent: &str| {
        script(&format!(
            "{HEAD}{agent}tasks: [{{ name: t, flow: [{{ tap: x }}] }}]\n"
        ))
    };
    assert_eq!(with("").unwrap().cache.picture, None);
    let s = with("agent: { cache: { picture: true } }\n").unwrap();
    assert_eq!((s.cache.picture, s.cache.strategy), (Some(true), None));
    let e = with("agent: { cache: { picture: maybe } }\n").unwrap_err();
    assert!(e.contains("`picture`"), "{e}");
    let e = with("agent: { cache: { pictures: true } }\n").unwrap_err();
    assert!(
        e.contains("unknown key `pictures`") && e.contains("`picture`"),
        "{e}"
    );
}

#[test]
fn texts_to_type_stay_as_written() {
    for (yaml, want) in [
        ("yes", "yes"),
        ("007", "007"),
        ("1e3", "1e3"),
        ("12:30", "12:30"),
        ("\"null\"", "null"),
        ("\"\"", ""),
    ] {
        let What::Type { text, .. } = step(&format!("type: {yaml}")).unwrap() else {
            unreachable!()
        };
        assert_eq!(text, want);
    }
    assert!(step("type: null").unwrap_err().contains("is empty"));
}

#[test]
fn mistakes_name_their_place_and_the_right_word() {
    let table = [
        (step("tapp: x"), "dir/a.yaml:6:9: unknown key `tapp` in a step", "did you mean `tap`?"),
        (step("tap: x\ntype: y"), "does one thing", "two steps"),
        (step("aiTap: x\nvalue: y"), "dir/a.yaml:7:9: unknown key `value`", ""),
        (step("aiInput: x"), "needs `value`", ""),
        (step("expect: { visable: x }"), "unknown key `visable`", "did you mean `visible`?"),
        (step("expect: { visible: x, gone: y }"), "checks one of", ""),
        (step("expect: {}"), "checks one of", ""),
        (step("expect: { text: x }"), "needs `of`", ""),
        (step("tap: { idx: 1 }"), "dir/a.yaml:6:16: unknown key `idx`", "did you mean `index`?"),
        (step("tap: {}"), "names nothing", ""),
        (step("tap: { index: 1 }"), "names nothing", ""),
        (step("tap: { idd: x }"), "unknown key `idd`", "did you mean `id`?"),
        (step("tap: { id: x, index: -1 }"), "dir/a.yaml:6:30: `index` must be a whole number", ""),
        (step("tap: { id: x, in: { nth: 1 } }"), "unknown key `nth` in `in`", "did you mean `index`?"),
        (step("tap: { pattern: \"(\" }"), "dir/a.yaml:6:25: `(` is no pattern: unclosed group at character 1", "literal"),
        (step("tap: { pattern: \"{{plan}}\" }"), "takes no parameters", ""),
        (step("tap: \"\""), "is empty", ""),
        (step("aiAct: choose {{paln}}"), "`{{paln}}` is not declared", "did you mean `{{plan}}`?"),
        (step("launch: \"a b; reboot\""), "must be a package", ""),
        (step("sleep: soon"), "must be a duration", ""),
        (script(&format!("{HEAD}tag: smoke\ntasks: []\n")).map(|_| What::Sleep(Duration::ZERO)), "dir/a.yaml:2:1: unknown key `tag`", "tasks"),
        (script("tasks: []\n").map(|_| What::Sleep(Duration::ZERO)), "needs `android`", ""),
        (script(&format!("{HEAD}tasks: []\n")).map(|_| What::Sleep(Duration::ZERO)), "no step", ""),
        (
            script(&format!("{HEAD}agent: {{ cache: {{ strategy: readonly }} }}\ntasks: [{{ name: t, flow: [{{ tap: x }}] }}]\n"))
                .map(|_| What::Sleep(Duration::ZERO)),
            "unknown cache strategy `readonly`",
            "did you mean `read-only`?",
        ),
    ];
    for (got, message, hint) in table {
        let e = got.unwrap_err();
        assert!(e.contains(message) && e.contains(hint), "{e}");
    }
}

#[test]
fn the_command_line_overrides_declared_parameters_only() {
    let text = format!(
        "{HEAD}vars: {{ plan: Basic }}\ntasks: [{{ name: t, flow: [{{ aiAct: 'choose {{{{plan}}}}' }}] }}]\n"
    );
    let with = |n: &str| read(Path::new("a.yaml"), &text, &[(n.into(), "Premium".into())]);
    assert_eq!(with("plan").unwrap().vars.fill("{{plan}}"), "Premium");
    assert!(
        with("paln")
            .unwrap_err()
            .message
            .contains("declares no parameter `paln`")
    );
}
