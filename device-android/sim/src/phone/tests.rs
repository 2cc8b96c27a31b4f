//! The phone by commands and times alone: no socket, no clock.

use std::time::Duration;

use retap_cache::screen::Point;

use super::Phone;
use crate::file::PhoneFile;

const FILE: &str = r##"
phone: { keyboard: true }
apps:
  com.ex: { start: home }
  com.other: { start: other }
state: { name: "", agree: "false", seconds: 0, open: "", total: 1, copy: "" }
screens:
  home:
    app: com.ex
    tree: |
      FrameLayout
        Button "Next" #next
        Button "Later" #later
        Button "Off" #off disabled
        Button "Ask" #ask
        Button "Die" #die
        LinearLayout #row clickable
          TextView "Inside" #inside
        Button "Open" #open ?open=yes
        Button "Choose" #choose
        Button "Plain" #plain long-clickable
    on:
      - { tap: "#next", goto: form }
      - { tap: "#later", goto: form, set: { open: "yes" }, after: 200ms }
      - { tap: "#off", goto: form }
      - { tap: "#ask", goto: ask }
      - { tap: "#die", stop: true }
      - { tap: Inside, goto: clock }
      - { tap: "#open", goto: other }
      - { tap: "#choose", when: { total: 1 }, set: { total: 2, copy: "was {total}" } }
      - { tap: "#choose", add: { total: 5 } }
      - { tap: "#plain", goto: form }
  form:
    app: com.ex
    activity: .FormActivity
    tree: |
      FrameLayout
        EditText hint="Name" bind=name #name
        CheckBox "I agree" bind=agree #agree
        CheckBox "News" #news
        RadioGroup
          RadioButton "Red" #red
          RadioButton "Blue" #blue checked
        Button "Send" #send
        EditText "start" #free
    on:
      - { key: enter, when: { agree: "true" }, goto: clock }
      - { tap: "#send", goto: home }
  ask:
    app: com.ex
    dialog: true
    tree: |
      FrameLayout
        Button "Yes" #yes
        Button "No" #no
    on:
      - { tap: "#yes", goto: form }
      - { tap: "#no", back: true }
  clock:
    app: com.ex
    tree: |
      FrameLayout
        TextView "{seconds}" #seconds
        EditText #focus focused
    on:
      - { every: 1s, add: { seconds: 1 } }
      - { every: 1s, when: { seconds: 3 }, set: { open: late } }
      - { every: 5s, goto: other }
      - { key: back, goto: home }
  other:
    app: com.other
    tree: |
      FrameLayout
"##;

fn start() -> Phone {
    let file = PhoneFile::parse("p.yaml", FILE).unwrap_or_else(|p| panic!("{p} {}", p.hint));
    let mut phone = Phone::new(file.spec);
    phone.launch(phone.spec.apps[0].start);
    phone
}

fn at(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

impl Phone {
    fn centre(&self, id: &str) -> Point {
        let view = self.view();
        view.nodes
            .iter()
            .find(|n| n.spec.short_id == id)
            .unwrap_or_else(|| panic!("no #{id}"))
            .bounds
            .center()
    }

    fn tap_id(&mut self, id: &str) -> String {
        self.tap(self.centre(id));
        self.screen().name.clone()
    }

    fn shown(&self, id: &str) -> String {
        self.view()
            .nodes
            .iter()
            .find(|n| n.spec.short_id == id)
            .unwrap_or_else(|| panic!("no #{id}"))
            .text
            .clone()
    }

    fn var(&self, name: &str) -> &str {
        &self.vars[name]
    }

    fn name(&self) -> &str {
        &self.screen().name
    }
}

#[test]
fn taps_reach_the_control_around_and_nothing_that_is_disabled() {
    let mut p = start();
    assert_eq!(p.tap_id("off"), "home");
    p.tap(Point { x: 1070, y: 2390 });
    assert_eq!(p.name(), "home");
    assert_eq!(p.tap_id("inside"), "clock");
    assert_eq!(start().tap_id("next"), "form");
}

#[test]
fn the_first_rule_that_applies_wins_and_values_are_those_from_before() {
    let mut p = start();
    p.tap_id("choose");
    assert_eq!((p.var("total"), p.var("copy")), ("2", "was 1"));
    p.tap_id("choose");
    assert_eq!(p.var("total"), "7");
}

#[test]
fn a_delayed_effect_comes_at_its_time_and_lapses_with_its_screen() {
    let mut p = start();
    assert_eq!(p.tap_id("later"), "home");
    p.advance(at(199));
    assert_eq!((p.name(), p.var("open")), ("home", ""));
    p.advance(at(200));
    assert_eq!((p.name(), p.var("open")), ("form", "yes"));

    let mut p = start();
    p.tap_id("later");
    p.tap_id("ask");
    p.advance(at(1_000));
    assert_eq!((p.name(), p.var("open")), ("ask", ""));
}

#[test]
fn timers_run_only_while_their_screen_shows() {
    let mut p = start();
    p.advance(at(10_000));
    p.tap_id("inside");
    p.advance(at(10_999));
    assert_eq!(p.shown("seconds"), "0");
    p.advance(at(11_000));
    assert_eq!(
        (p.shown("seconds").as_str(), p.next_due()),
        ("1", Some(at(12_000)))
    );
    p.advance(at(12_999));
    assert_eq!((p.var("seconds"), p.var("open")), ("2", ""));
    p.advance(at(13_000));
    // Rules of one moment happen in order: the third tick sees three seconds.
    assert_eq!((p.var("seconds"), p.var("open")), ("3", "late"));
    p.home();
    p.advance(at(60_000));
    assert_eq!(p.var("seconds"), "3");
}

#[test]
fn many_ticks_at_once_happen_in_order() {
    let mut p = start();
    p.tap_id("inside");
    p.advance(at(3_600_000));
    // The fifth tick and the change of screen fall together; after that the clock is gone.
    assert_eq!((p.name(), p.var("seconds")), ("other", "5"));
}

#[test]
fn back_goes_one_screen_back_and_at_last_home() {
    let mut p = start();
    p.tap_id("next");
    p.key(4);
    assert_eq!(p.name(), "home");
    p.key(4);
    assert_eq!(p.name(), "launcher");
    p.key(4);
    assert_eq!(p.name(), "launcher");
    let mut p = start();
    p.tap_id("next");
    p.key(3);
    assert_eq!(p.name(), "launcher");
}

#[test]
fn a_rule_takes_the_back_key_and_a_way_back_is_no_second_copy() {
    let mut p = start();
    p.tap_id("inside");
    // `clock` begins with the focus in a field, so the first one puts the keyboard away.
    assert!(p.keyboard_frame().is_some());
    p.key(4);
    assert_eq!(p.name(), "clock");
    p.key(4);
    assert_eq!(p.name(), "home");
    p.key(4);
    assert_eq!(p.name(), "launcher");
}

#[test]
fn a_dialog_is_left_behind_when_it_leads_on() {
    let mut p = start();
    assert_eq!(p.tap_id("ask"), "ask");
    assert_eq!(p.tap_id("no"), "home");
    p.tap_id("ask");
    assert_eq!(p.tap_id("yes"), "form");
    p.key(4);
    assert_eq!(p.name(), "home");
}

#[test]
fn stopping_an_app_takes_its_screens_and_keeps_what_it_stored() {
    let mut p = start();
    p.tap_id("choose");
    assert_eq!(p.tap_id("die"), "launcher");
    assert_eq!((p.pid(crate::spec::AppId(0)), p.var("total")), (None, "2"));

    let mut p = start();
    p.set_var("open", "yes");
    p.tap_id("open");
    let (this, other) = (crate::spec::AppId(0), crate::spec::AppId(1));
    assert!(p.pid(this) != p.pid(other) && p.pid(other).is_some());
    p.stop(this);
    assert_eq!(p.name(), "other");
    p.key(4);
    assert_eq!(p.name(), "launcher");
}

#[test]
fn the_home_screen_outlives_its_app() {
    let mut p = start();
    p.stop(p.spec.find_app("com.android.launcher3").unwrap());
    assert_eq!(p.name(), "home");
    p.key(4);
    p.launch(p.spec.apps[0].start);
    p.key(4);
    assert_eq!(p.name(), "launcher");
}

#[test]
fn typing_goes_to_the_focused_field_and_is_lost_without_one() {
    let mut p = start();
    p.tap_id("next");
    p.type_text("lost").unwrap();
    assert_eq!(
        (
            p.var("name"),
            p.shown("name").as_str(),
            p.keyboard_frame().is_some()
        ),
        ("", "Name", false)
    );
    p.tap_id("name");
    assert!(p.keyboard_frame().is_some());
    p.type_text("Ada ").unwrap();
    p.type_text("L").unwrap();
    assert_eq!((p.var("name"), p.shown("name").as_str()), ("Ada L", "Ada L"));
    assert_eq!(p.type_text("é").unwrap_err().0, 'é');
    p.type_text("xé").unwrap_err();
    assert_eq!(
        p.var("name"),
        "Ada L",
        "nothing of a text that can't be typed arrives"
    );
    p.tap_id("free");
    p.type_text("ed").unwrap();
    assert_eq!(p.shown("free"), "started");
    p.tap_id("send");
    p.type_text("gone").unwrap();
    assert!(p.keyboard_frame().is_none() && p.var("name") == "Ada L");
    assert_eq!(p.focus, None, "the focus goes with its screen");
}

#[test]
fn keys_edit_at_the_cursor_and_replace_a_selection() {
    let edited = |keys: &[u32], then: &str| {
        let mut p = start();
        p.tap_id("next");
        p.set_var("name", "abc");
        p.tap_id("name");
        for key in keys {
            if *key == 0 {
                p.combination(&[113, 29])
            } else {
                p.key(*key)
            }
        }
        p.type_text(then).unwrap();
        p.var("name").to_owned()
    };
    for (keys, then, want) in [
        (&[][..], "d", "abcd"),
        (&[67], "", "ab"),
        (&[112], "", "abc"),
        (&[122, 67], "", "abc"),
        (&[122, 112], "", "bc"),
        (&[122], "x", "xabc"),
        (&[122, 123], "x", "abcx"),
        (&[21, 67], "", "ac"),
        (&[122, 22], "-", "a-bc"),
        (&[0, 67], "", ""),
        (&[0, 112], "", ""),
        (&[0], "new", "new"),
        (&[0, 123], "d", "abcd"),
        (&[67, 112, 67, 112, 67, 112, 67], "", ""),
        (&[29, 8, 62], "", "abca1 "),
    ] {
        assert_eq!(edited(keys, then), want, "{keys:?} {then}");
    }
}

#[test]
fn enter_follows_its_rule_and_else_is_done_with_the_field() {
    let mut p = start();
    p.tap_id("next");
    p.tap_id("name");
    p.key(66);
    assert_eq!((p.name(), p.keyboard_frame().is_some()), ("form", false));
    p.tap_id("agree");
    p.tap_id("name");
    p.key(66);
    assert_eq!(p.name(), "clock");
    let mut p = start();
    p.tap_id("next");
    p.tap_id("agree");
    p.type_text("\n").unwrap();
    assert_eq!(p.name(), "clock");
}

#[test]
fn back_and_escape_put_the_keyboard_away_first() {
    for key in [4, 111] {
        let mut p = start();
        p.tap_id("next");
        p.tap_id("name");
        p.key(key);
        assert_eq!((p.name(), p.keyboard_frame().is_some()), ("form", false));
    }
    let mut p = start();
    p.tap_id("next");
    p.key(111);
    assert_eq!(p.name(), "form");
}

#[test]
fn tab_moves_on_and_enter_presses_what_it_reaches() {
    let mut p = start();
    p.tap_id("next");
    p.key(61);
    p.type_text("a").unwrap();
    assert_eq!((p.var("name"), p.keyboard_frame().is_some()), ("a", true));
    // Past the check boxes and radio buttons to the button that leads home.
    (0..5).for_each(|_| p.key(61));
    assert!(p.keyboard_frame().is_none());
    p.key(66);
    assert_eq!(p.name(), "home");
}

#[test]
fn toggles_switch_and_radio_buttons_exclude_each_other() {
    let mut p = start();
    p.tap_id("next");
    p.tap_id("agree");
    assert_eq!(p.var("agree"), "true");
    p.tap_id("agree");
    assert_eq!(p.var("agree"), "false");
    let checked = |p: &Phone, id: &str| {
        let view = p.view();
        let n = view.nodes.iter().find(|n| n.spec.short_id == id).unwrap();
        n.flags.has(retap_cache::screen::Flags::CHECKED)
    };
    p.tap_id("news");
    assert!(checked(&p, "news") && checked(&p, "blue") && !checked(&p, "red"));
    p.tap_id("red");
    p.tap_id("red");
    assert!(checked(&p, "red") && !checked(&p, "blue"));
}

#[test]
fn a_field_can_begin_with_the_focus() {
    let mut p = start();
    p.tap_id("inside");
    p.type_text("typed").unwrap();
    assert_eq!(p.shown("focus"), "typed");
}

#[test]
fn a_long_press_is_a_tap_only_where_nothing_else_takes_it() {
    let mut p = start();
    p.long_press(p.centre("plain"));
    assert_eq!(p.name(), "home");
    p.long_press(p.centre("next"));
    assert_eq!(p.name(), "form");
}

#[test]
fn a_hidden_control_is_not_there() {
    let mut p = start();
    assert!(p.view().nodes.iter().all(|n| n.spec.short_id != "open"));
    p.set_var("open", "yes");
    assert_eq!(p.tap_id("open"), "other");
}
