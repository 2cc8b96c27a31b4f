//! What a phone file says, and every mistake in one with its place and advice.

use std::time::Duration;

use super::PhoneFile;
use crate::error::LoadError;
use crate::fault::{DumpFault, FaultKind, PictureFault};
use crate::hardware::Keyboard;

/// A small right file; each mistake is made in a copy of it.
const GOOD: &str = r##"phone: { size: 1080x2400 }
timing: { dump: 40ms }
apps:
  com.example.shop: { start: home }
state: { cart: 0, promo: "" }
screens:
  home:
    tree: |
      FrameLayout
        TextView "Shop" #title
        Button "Buy" #buy
        Button "Sell" #sell
        LinearLayout #row clickable
          TextView "Red shoes"
        EditText hint="Code" bind=promo #promo
    on:
      - { tap: "#buy", goto: cart }
  cart:
    tree: |
      FrameLayout
"##;

/// The problem as shown, with its hint.
fn problem(text: &str) -> String {
    match PhoneFile::parse("p.yaml", text) {
        Ok(_) => "fine".to_owned(),
        Err(p) => format!("{p} / {}", p.hint),
    }
}

#[test]
fn a_right_file_is_read_with_its_defaults() {
    let file = PhoneFile::parse("dir/checkout phone.yaml", GOOD).unwrap();
    let it = &file.spec.hardware;
    assert_eq!(it.serial, "sim-checkout-phone");
    assert_eq!(
        (it.model.as_str(), it.android.as_str(), it.sdk),
        ("Pixel 7", "14", 34)
    );
    assert_eq!(
        (it.width, it.height, it.density, it.locale.as_str()),
        (1080, 2400, 420, "en-US")
    );
    assert_eq!(file.spec.timing.dump, Duration::from_millis(40));
    assert_eq!(file.spec.timing.input, Duration::ZERO);
    assert_eq!(file.spec.screen(file.spec.home).name, "launcher");
    assert_eq!(file.spec.apps[0].activity, "com.example.shop.MainActivity");
}

#[test]
fn each_mistake_has_its_place_and_advice() {
    let mut off = Vec::new();
    for (right, wrong, want) in [
        (
            "phone:",
            "fone:",
            "p.yaml:1:1: unknown key `fone` in a phone file / did you mean `phone`?",
        ),
        (
            "1080x2400",
            "big",
            "p.yaml:1:16: `big` is not the size of a display / write width x height",
        ),
        (
            "{ size: 1080x2400 }",
            "{ sdk: 19 }",
            "p.yaml:1:15: sdk must lie between 24 and 99, not 19",
        ),
        (
            "{ size: 1080x2400 }",
            "{ serial: a b }",
            "p.yaml:1:18: a serial is one word",
        ),
        (
            "40ms",
            "soon",
            "p.yaml:2:17: dump must be a duration, not `soon` / write milliseconds",
        ),
        (
            "  com.example.shop:",
            "  shop:",
            "p.yaml:4:3: `shop` is not a package name / write it as Android",
        ),
        ("{ start: home }", "{ }", "p.yaml:4:21: an app needs `start`"),
        (
            "start: home",
            "start: hom",
            "p.yaml:4:30: there is no screen `hom` / did you mean `home`?",
        ),
        (
            "cart: 0",
            "ca rt: 0",
            "p.yaml:5:10: `ca rt` can't be the name of a variable / use letters",
        ),
        (
            "  cart:\n",
            "  ca/rt:\n",
            "p.yaml:18:3: `ca/rt` can't be the name of a screen",
        ),
        (
            "goto: cart",
            "goto: kart",
            "p.yaml:17:30: there is no screen `kart` / did you mean `cart`?",
        ),
        (
            "\"#buy\"",
            "\"#by\"",
            "p.yaml:17:16: `#by` is on no node of screen `home` / did you mean `#buy`?",
        ),
        (
            "\"#buy\"",
            "Basket",
            "p.yaml:17:16: `Basket` is on no node of screen `home` / it has: ",
        ),
        (
            "\"#buy\"",
            "Shop",
            "p.yaml:17:16: a tap on TextView \"Shop\" #title would do nothing: it takes no taps / add `clickable` to line 10",
        ),
        ("\"Sell\"", "\"Buy\"", "fine"),
        (
            "#sell",
            "#buy",
            "p.yaml:17:16: `#buy` is on 2 nodes of screen `home` (line 11: Button \"Buy\" #buy; line 12: Button \"Sell\" #buy) / give the node",
        ),
        (
            "{ tap: \"#buy\", goto: cart }",
            "{ tap: \"#buy\" }",
            "p.yaml:17:9: this rule does nothing / add goto",
        ),
        (
            "tap: \"#buy\"",
            "when: { cart: 0 }",
            "p.yaml:17:9: a rule needs one of tap, swipe, key and every",
        ),
        (
            "tap: \"#buy\"",
            "tap: Buy, key: enter",
            "p.yaml:17:9: a rule has only one of tap, swipe, key and every",
        ),
        ("tap: \"#buy\"", "key: home", "p.yaml:17:16: unknown key `home`"),
        (
            "tap: \"#buy\"",
            "swipe: \"#buy\"",
            "p.yaml:17:18: a swipe on Button \"Buy\" #buy would do nothing: it does not scroll / add `scrollable` to line 11",
        ),
        (
            "tap: \"#buy\"",
            "tap: \"#buy\", way: up",
            "p.yaml:17:29: `way` goes with `swipe` only",
        ),
        (
            "tap: \"#buy\"",
            "every: 1ms",
            "p.yaml:17:18: `every` must be at least 10ms",
        ),
        (
            "tap: \"#buy\"",
            "every: 1s, after: 1s",
            "p.yaml:17:29: `after` has no use beside `every`",
        ),
        (
            "goto: cart }",
            "goto: cart, back: true }",
            "p.yaml:17:42: a rule leads to one place",
        ),
        (
            "goto: cart }",
            "set: { card: 1 } }",
            "p.yaml:17:31: there is no variable `card` / did you mean `cart`?",
        ),
        (
            "goto: cart }",
            "set: { x: 1 } }",
            "p.yaml:17:31: there is no variable `x` / give it a first value under `state:`",
        ),
        (
            "goto: cart }",
            "set: { cart: \"{z}\" } }",
            "p.yaml:17:29: there is no variable `z`",
        ),
        (
            "goto: cart }",
            "add: { cart: much } }",
            "p.yaml:17:37: `much` is no whole number to add",
        ),
        (
            "goto: cart }",
            "add: { promo: 1 } }",
            "p.yaml:17:38: can't add to `promo`: its first value is ``",
        ),
        (
            "goto: cart }",
            "goto: cart, when: { kart: 1 } }",
            "p.yaml:17:44: there is no variable `kart`",
        ),
        (
            "Button \"Buy\"",
            "Buton \"Buy\"",
            "p.yaml:11:9: unknown class `Buton` / did you mean `Button`?",
        ),
        (
            "Button \"Buy\"",
            "Button \"Buy\" clicable",
            "p.yaml:11:22: unknown word `clicable` / did you mean `clickable`?",
        ),
        (
            "\"Shop\"",
            "\"Shop {cort}\"",
            "p.yaml:10:18: there is no variable `cort` / did you mean `cart`?",
        ),
        (
            "\"Shop\"",
            "\"Shop {\"",
            "p.yaml:10:18: a `{` is never closed / write {{ and }}",
        ),
        (
            "\"Shop\"",
            "\"Shop\" ?cort=1",
            "p.yaml:10:25: there is no variable `cort`",
        ),
        (
            "\"Shop\"",
            "\"Shop\" bind=cart",
            "p.yaml:10:25: only an EditText, a CheckBox or a Switch can be bound",
        ),
        (
            "\"Shop\"",
            "\"Shop\" hint=\"x\"",
            "p.yaml:10:25: only an EditText has a hint",
        ),
        (
            "bind=promo",
            "bind=promo \"x\"",
            "p.yaml:15:41: a bound field shows its variable",
        ),
        (
            "bind=promo",
            "\"{promo}\"",
            "p.yaml:15:30: the text of a field is what was typed; it can't hold a variable / write bind=promo",
        ),
        (
            "bind=promo",
            "bind=prom",
            "p.yaml:15:30: there is no variable `prom` / did you mean `promo`?",
        ),
        (
            "        TextView \"Shop\"",
            "            TextView \"Shop\"",
            "p.yaml:10:13: this line is indented too far: 6 spaces",
        ),
        (
            "        TextView \"Shop\"",
            "         TextView \"Shop\"",
            "p.yaml:10:10: this line is indented by 3 spaces / two spaces make a level",
        ),
        (
            "        TextView \"Shop\"",
            "      TextView \"Shop\"",
            "p.yaml:10:7: a tree has one root, and this is a second one",
        ),
        (
            "        TextView \"Shop\"",
            "      \t TextView \"Shop\"",
            "p.yaml:10:7: a tab can't indent a line of a tree",
        ),
        (
            "      FrameLayout\n",
            "      FrameLayout ?cart=0\n",
            "p.yaml:9:19: the root of a screen always exists",
        ),
        (
            "tree: |\n",
            "tree: |\n\n\n      FramLayout\n",
            "p.yaml:11:7: unknown class `FramLayout`",
        ),
        (
            "tree: |\n",
            "tree: | # what is on it\n      FramLayout\n",
            "p.yaml:9:7: unknown class `FramLayout`",
        ),
        (
            "tree: |\n",
            "tree: &t |-\n      FramLayout\n",
            "p.yaml:9:7: unknown class `FramLayout`",
        ),
        (
            "  cart:\n    tree: |\n      FrameLayout\n",
            "  cart: { }\n",
            "p.yaml:18:9: a screen needs `tree`",
        ),
        (
            "  cart:\n    tree: |\n      FrameLayout\n",
            "  cart:\n    tree: \"\"\n",
            "p.yaml:19:11: this tree has no node",
        ),
        (
            "  cart:\n    tree: |\n      FrameLayout\n",
            "  cart:\n    tree: FramLayout\n",
            "p.yaml:19:11: line 1 of this tree: unknown class `FramLayout`",
        ),
        (
            "  cart:\n",
            "  cart:\n    app: com.example.shoe\n",
            "p.yaml:19:10: there is no app `com.example.shoe` / did you mean `com.example.shop`?",
        ),
        (
            "  cart:\n",
            "  cart:\n    dialog: maybe\n",
            "p.yaml:19:13: dialog must be true or false",
        ),
        (
            "screens:",
            "home: hom\nscreens:",
            "p.yaml:6:7: there is no screen `hom`",
        ),
        (
            "screens:",
            "faults: { dump: { kind: never } }\nscreens:",
            "p.yaml:6:25: unknown kind `never`",
        ),
        (
            "screens:",
            "faults: { dump: { kind: hang, for: 1s } }\nscreens:",
            "p.yaml:6:36: `for` means nothing for `hang`; drop it",
        ),
        (
            "screens:",
            "faults: { dump: { kind: trickle, megabytes: 1 } }\nscreens:",
            "p.yaml:6:45: `megabytes` means nothing for `trickle`",
        ),
        (
            "screens:",
            "faults: { dump: { kind: big, megabytes: 0 } }\nscreens:",
            "p.yaml:6:41: megabytes must lie between 1 and 100",
        ),
        (
            "screens:",
            "faults: { picture: torn }\nscreens:",
            "p.yaml:6:20: unknown picture `torn`",
        ),
        (
            "{ size: 1080x2400 }",
            "{ rotation: 4 }",
            "p.yaml:1:20: rotation must lie between 0 and 3, not 4",
        ),
        (
            "{ size: 1080x2400 }",
            "{ override_size: 1080 }",
            "p.yaml:1:25: `1080` is not the size of a display",
        ),
        (
            "{ size: 1080x2400 }",
            "{ keyboard: big }",
            "p.yaml:1:20: `big` is no keyboard / write true, false, or where it lies: \"[0,1500]",
        ),
        (
            "{ size: 1080x2400 }",
            "{ holder: a b }",
            "p.yaml:1:18: a holder is one word",
        ),
        (
            "goto: cart }",
            "rotate: 4 }",
            "p.yaml:17:32: a display can't turn to 4 / write 0, 1, 2 or 3",
        ),
        (
            "screens:",
            "faults: { device: gone }\nscreens:",
            "p.yaml:6:19: unknown device `gone`",
        ),
        (
            "  com.example.shop: { start: home }",
            "  com.example.shop: { start: home }\n  b.c: { start: home }",
            "p.yaml:9:5: with more than one app, a screen needs `app`",
        ),
    ] {
        let changed = GOOD.replacen(right, wrong, 1);
        let got = problem(&changed);
        if !got.starts_with(want) {
            off.push(format!("{wrong}\n  want {want}\n  got  {got}\n"));
        }
    }
    assert!(off.is_empty(), "{}", off.concat());
}

#[test]
fn a_tree_without_room_is_refused_at_the_node_that_has_none() {
    let rows = "        Button \"x\"\n".repeat(3000);
    let text = GOOD.replace("        TextView \"Shop\" #title\n", &rows);
    let got = problem(&text);
    assert!(
        got.contains("no room is left for this node on a display of 1080x2400"),
        "{got}"
    );
    let line: usize = got.split(':').nth(1).unwrap().parse().unwrap();
    assert!((10..3010).contains(&line), "{got}");

    // A screen that fits upright must fit across as well, if the display ever turns.
    let rows = "        Button \"x\"\n".repeat(1500);
    let text = GOOD.replace("        TextView \"Shop\" #title\n", &rows);
    assert_eq!(problem(&text), "fine");
    let turning = text.replace("goto: cart }", "rotate: 1 }");
    assert!(problem(&turning).contains("on a display of 2400x1080"));
}

#[test]
fn a_tree_can_be_too_deep() {
    let deep: String = (1..150)
        .map(|level| format!("      {}View\n", "  ".repeat(level)))
        .collect();
    let got = problem(&GOOD.replace("        TextView \"Shop\" #title\n", &deep));
    assert!(got.contains("this tree is deeper than 100 levels"), "{got}");
}

#[test]
fn a_tap_rule_belongs_to_the_control_around_a_text() {
    let file = PhoneFile::parse("p.yaml", &GOOD.replace("\"#buy\"", "Red shoes")).unwrap();
    let home = &file.spec.screens[0];
    let crate::spec::Trigger::Tap(node) = home.rules[0].trigger else {
        panic!("{:?}", home.rules)
    };
    assert_eq!(home.tree.nodes[node].short_id, "row");
}

#[test]
fn ids_belong_to_the_package_of_the_window() {
    let text = GOOD
        .replace("#title", "#=tag")
        .replace("#buy clickable", "#buy")
        .replace("\"Sell\" #sell", "\"Sell\" #other.app:id/sell")
        .replace(
            "  cart:\n    tree: |\n      FrameLayout",
            "  cart:\n    package: android\n    tree: |\n      FrameLayout #aerr",
        );
    let file = PhoneFile::parse("p.yaml", &text).unwrap();
    let ids: Vec<&str> = file.spec.screens[0]
        .tree
        .nodes
        .iter()
        .map(|n| n.id.as_str())
        .collect();
    assert_eq!(ids[1..4], ["tag", "com.example.shop:id/buy", "other.app:id/sell"]);
    assert_eq!(file.spec.screens[1].tree.nodes[0].id, "android:id/aerr");
}

#[test]
fn faults_are_read() {
    let with = |faults: &str| {
        let text = format!("faults: {faults}\n{GOOD}");
        let file = PhoneFile::parse("p.yaml", &text).unwrap_or_else(|p| panic!("{p} {}", p.hint));
        file.spec.faults.clone()
    };
    let idle = |secs| FaultKind::NeverIdle {
        wait: Duration::from_secs(secs),
    };
    let pause = |millis| FaultKind::Trickle {
        pause: Duration::from_millis(millis),
    };
    for (written, kind) in [
        ("never-idle", idle(10)),
        ("never-idle, for: 2s", idle(2)),
        ("hang", FaultKind::Hang),
        ("trickle", pause(200)),
        ("trickle, every: 10ms", pause(10)),
        ("half", FaultKind::Half),
        ("cut", FaultKind::Cut),
        ("null-root", FaultKind::NullRoot),
        ("killed", FaultKind::Killed),
        ("silent", FaultKind::Silent),
        ("noise", FaultKind::Noise),
        ("already-registered", FaultKind::AlreadyRegistered),
        ("wrong-window", FaultKind::WrongWindow),
        ("big", FaultKind::Big { megabytes: 10 }),
        ("big, megabytes: 2", FaultKind::Big { megabytes: 2 }),
        ("no-tty", FaultKind::NoTty),
    ] {
        let got = with(&format!("{{ dump: {{ kind: {written} }} }}")).dump;
        assert_eq!(got, Some(DumpFault::new(kind)), "{written}");
    }
    let three = with("{ dump: { kind: hang, times: 3, only: plain } }").dump;
    assert_eq!(three, Some(DumpFault::hang().times(3).plain_only()));
    let others = with("{ device: missing, picture: line-ends, open-unanswered: uiautomator }");
    assert!(others.missing && others.dump.is_none());
    assert_eq!(others.picture, Some(PictureFault::LineEnds));
    assert_eq!(others.unanswered.as_deref(), Some("uiautomator"));
}

#[test]
fn the_display_and_the_keyboard_are_read() {
    let with = |phone: &str| {
        let text = GOOD.replace("size: 1080x2400", phone);
        let file = PhoneFile::parse("p.yaml", &text).unwrap_or_else(|p| panic!("{p} {}", p.hint));
        file.spec.hardware.clone()
    };
    let it = with("override_size: 720x1280, override_density: 320, rotation: 1, boot: 2s, holder: a.B");
    let display = it.display(it.rotation);
    assert_eq!((display.width, display.height, display.density), (1280, 720, 320));
    assert_eq!(
        (it.width, it.density, it.boot),
        (1080, 420, Duration::from_secs(2))
    );
    assert_eq!(
        (it.holder.as_deref(), it.keyboard),
        (Some("a.B"), Keyboard::Hardware)
    );
    let frame = |phone: &str, turns| {
        let it = with(phone);
        it.keyboard_frame(&it.display(turns)).map(|f| f.to_string())
    };
    for (phone, turns, want) in [
        ("model: x", 0, None),
        ("keyboard: false", 0, None),
        ("keyboard: true", 0, Some("[0,1500][1080,2400]")),
        ("keyboard: true", 1, Some("[0,675][2400,1080]")),
        (
            "keyboard: \"[0,1200][1080,2300]\"",
            2,
            Some("[0,1200][1080,2300]"),
        ),
        ("keyboard: \"[0,1200][1080,2300]\"", 3, Some("[0,675][2400,1080]")),
    ] {
        assert_eq!(frame(phone, turns).as_deref(), want, "{phone}");
    }
    let content = |phone: &str| with(phone).display(0).content().to_string();
    assert_eq!(content("bars: true"), "[0,63][1080,2274]");
    assert_eq!(content("bars: false"), "[0,0][1080,2400]");
}

#[test]
fn a_home_screen_of_ones_own_takes_the_place_of_the_launcher() {
    let text = GOOD.replace(
        "screens:\n",
        "home: desk\nscreens:\n  desk:\n    app: com.android.launcher3\n    tree: |\n      FrameLayout\n",
    );
    let file = PhoneFile::parse("p.yaml", &text).unwrap();
    let home = file.spec.screen(file.spec.home);
    assert_eq!(
        (home.name.as_str(), home.package.as_str()),
        ("desk", "com.android.launcher3")
    );
}

#[test]
fn a_missing_file_is_named() {
    let e = PhoneFile::load(std::path::Path::new("no/such.yaml")).unwrap_err();
    assert!(matches!(&e, LoadError::Io { .. }), "{e:?}");
    assert_eq!(e.to_string(), "can't read the phone file no/such.yaml");
}
