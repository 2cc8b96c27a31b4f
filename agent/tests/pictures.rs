//! Icons in a run: told apart by their pictures, refused when they show another sign, and no picture where none is
//! wanted.

#![allow(clippy::unwrap_used, reason = "a test")]

mod support;

use std::time::Duration;

use retap::run::CacheEvent;
use retap_sim::PictureFault;
use support::{Flow, Project, Ran};

/// A song with a floating icon that has an id and no words.
const SONG: &str = r##"
apps: { com.example: { start: song } }
screens:
  song:
    tree: |
      FrameLayout
        TextView "A song" #title [0,100][1080,200]
        TextView "By nobody" #by [0,200][1080,300]
        ImageButton #fab icon=heart [800,1000][926,1126]
    on: [ { tap: "#fab", goto: done } ]
  done:
    tree: |
      FrameLayout
        TextView "Well done" #title
        TextView "Opened" #ok
"##;

fn script(step: &str) -> String {
    format!(
        "android: {{ deviceId: x, launch: com.example }}\ntasks:\n  - name: t\n    flow:\n      - {step}\n      - expect: {{ \
         visible: Opened }}\n"
    )
}

async fn seen(p: &Project, mut flow: Flow<'_>) -> Ran {
    flow.picture = true;
    p.run(flow).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_icon_elsewhere_is_tapped_and_another_one_is_not() {
    for (step, goals) in [
        (
            "aiTap: the icon",
            "goals: [ { prompt: the icon, find: { role: button, label: \"#fab\" } } ]",
        ),
        (
            "aiAct: like it",
            "goals: [ { prompt: like it, done: Opened, steps: [ { tap: { role: button, label: \"#fab\" } } ] } ]",
        ),
    ] {
        let p = Project::new();
        let s = script(step);
        let r = seen(&p, p.flow(SONG, goals, &s)).await;
        assert!(
            r.passed() && r.pictures == 1,
            "{} pictures: {}",
            r.pictures,
            r.tell()
        );
        assert!(p.files()[0].1.contains("picture:"), "{}", p.files()[0].1);
        // Elsewhere and larger.
        let moved = SONG.replace("[800,1000][926,1126]", "[100,600][268,768]");
        let r = seen(&p, p.flow(&moved, "goals: []", &s)).await;
        assert!(r.passed() && r.asked == 0, "{}", r.tell());
        assert_eq!(r.inputs, ["input tap 184 684"]);
        assert_eq!(r.pictures, 1);
        // Another sign under the same id: the model is asked, and nothing was tapped before.
        let other = SONG.replace("icon=heart", "icon=trash");
        let r = seen(&p, p.flow(&other, "goals: []", &s)).await;
        assert!(!r.passed() && r.inputs.is_empty() && r.asked > 0, "{}", r.tell());
        assert!(
            r.cache().contains(&"missed contradiction".to_owned()),
            "{}",
            r.tell()
        );
        // What the model then names is learned in its place.
        let r = seen(&p, p.flow(&other, goals, &s)).await;
        assert!(r.passed() && r.asked > 0 && p.files().len() == 1, "{}", r.tell());
        let r = seen(&p, p.flow(&other, "goals: []", &s)).await;
        assert!(r.passed() && r.asked == 0, "{}", r.tell());
    }
}

/// Two icons with one id and no words; the empty variables are for the rules, which must name each.
const TWINS: &str = r##"
apps: { com.example: { start: song } }
state: { a: "", b: "" }
screens:
  song:
    tree: |
      FrameLayout
        TextView "A song" #title [0,100][1080,200]
        TextView "By nobody" #by [0,200][1080,300]
        FrameLayout [0,900][1080,1300]
          ImageButton "{a}" #act icon=heart [100,1000][226,1126]
          ImageButton "{b}" #act icon=trash [400,1000][526,1126]
    on:
      - { tap: "{a}", goto: done }
      - { tap: "{b}", goto: done }
  done:
    tree: |
      FrameLayout
        TextView "Well done" #title
        TextView "Opened" #ok
"##;

#[tokio::test(flavor = "multi_thread")]
async fn twins_are_told_apart_by_their_pictures() {
    let p = Project::new();
    let goals = "goals: [ { prompt: the heart, find: { role: button, label: \"#act 1\" } } ]";
    let s = script("aiTap: the heart");
    // Without pictures nothing can be kept of one of them.
    let r = p.run(p.flow(TWINS, goals, &s)).await;
    assert!(
        r.passed() && p.files().is_empty() && r.pictures == 0,
        "{}",
        r.tell()
    );
    let r = seen(&p, p.flow(TWINS, goals, &s)).await;
    assert!(r.passed() && p.files().len() == 1, "{}", r.tell());
    // They have changed places.
    let swapped = TWINS
        .replace("icon=heart", "icon=x")
        .replace("icon=trash", "icon=heart")
        .replace("icon=x", "icon=trash");
    let r = seen(&p, p.flow(&swapped, "goals: []", &s)).await;
    assert!(r.passed() && r.asked == 0, "{}", r.tell());
    assert_eq!(r.inputs, ["input tap 463 1063"]);
    assert_eq!(r.summary.steps[0].located[0].rung, Some("picture"));
    // Both look so now.
    let both = TWINS.replace("icon=trash", "icon=heart");
    let r = seen(&p, p.flow(&both, "goals: []", &s)).await;
    assert!(!r.passed() && r.inputs.is_empty(), "{}", r.tell());
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_picture_ties_stay_and_nothing_is_held_against_the_recording() {
    let p = Project::new();
    let goals = "goals: [ { prompt: the heart, find: { role: button, label: \"#act 1\" } } ]";
    let s = script("aiTap: the heart");
    assert!(seen(&p, p.flow(TWINS, goals, &s)).await.passed());
    let kept = p.files();
    // The option is off.
    let r = p.run(p.flow(TWINS, "goals: []", &s)).await;
    assert!(
        !r.passed() && r.inputs.is_empty() && r.pictures == 0,
        "{}",
        r.tell()
    );
    assert!(
        r.cache().contains(&"missed cannot-tell".to_owned()),
        "{}",
        r.tell()
    );
    // The device refuses.
    let mut flow = p.flow(TWINS, "goals: []", &s);
    flow.on_read = Some(Box::new(|_, phone| {
        phone.set_picture_fault(Some(PictureFault::Refused))
    }));
    let r = seen(&p, flow).await;
    assert!(
        !r.passed() && r.inputs.is_empty() && r.pictures > 0,
        "{}",
        r.tell()
    );
    assert_eq!(r.noted(CacheEvent::Invalidated), 0);
    assert_eq!(p.files(), kept);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_that_can_not_be_had_in_time_is_done_without_and_said() {
    let p = Project::new();
    let goals = "goals: [ { prompt: the icon, find: { role: button, label: \"#fab\" } } ]";
    let s = script("aiTap: the icon");
    assert!(seen(&p, p.flow(SONG, goals, &s)).await.passed());
    let mut flow = p.flow(SONG, "goals: []", &s);
    flow.budgets.picture = Duration::from_millis(200);
    flow.on_read = Some(Box::new(|_, phone| {
        phone.set_picture_fault(Some(PictureFault::Hang))
    }));
    let r = seen(&p, flow).await;
    assert!(r.passed() && r.asked == 0, "{}", r.tell());
    let said = r.summary.steps[0]
        .cache
        .iter()
        .any(|c| c.detail.contains("was not compared"));
    assert!(said, "{:?}", r.summary.steps[0].cache);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_picture_is_taken_unless_one_could_decide() {
    let goals = "goals: [ { prompt: the icon, find: { role: button, label: \"#fab\" } } ]";
    let s = script("aiTap: the icon");
    // Off: neither when recording nor when replaying, whatever the recordings hold.
    let p = Project::new();
    let r = p.run(p.flow(SONG, goals, &s)).await;
    assert!(r.passed() && r.pictures == 0, "{}", r.tell());
    assert!(!p.files()[0].1.contains("picture:"));
    // On, but nothing recorded holds a picture.
    let r = seen(&p, p.flow(SONG, "goals: []", &s)).await;
    assert!(r.passed() && r.asked == 0 && r.pictures == 0, "{}", r.tell());
    let p = Project::new();
    assert!(seen(&p, p.flow(SONG, goals, &s)).await.passed());
    let r = p.run(p.flow(SONG, "goals: []", &s)).await;
    assert!(r.passed() && r.asked == 0 && r.pictures == 0, "{}", r.tell());
    // What has words of its own is found without.
    let named = SONG.replace("#fab icon", "\"Like\" #fab icon");
    let goals = "goals: [ { prompt: the icon, find: { role: button, label: Like } } ]";
    let p = Project::new();
    assert!(seen(&p, p.flow(&named, goals, &s)).await.passed());
    let r = seen(&p, p.flow(&named, "goals: []", &s)).await;
    assert!(r.passed() && r.asked == 0 && r.pictures == 0, "{}", r.tell());
}

/// The twins change places, in a tree that stays the same, before any one of the reads.
#[tokio::test(flavor = "multi_thread")]
async fn icons_that_change_places_meanwhile_are_never_mistaken() {
    let phone = TWINS
        .replace("{ a: \"\", b: \"\" }", "{ a: \"\", b: \"\", c: \"\", d: \"\", swapped: \"no\" }")
        .replace("1126]\n          ImageButton \"{b}\"", "1126] ?swapped=no\n          ImageButton \"{c}\" #act icon=trash [100,1000][226,1126] ?swapped=yes\n          ImageButton \"{b}\"")
        .replace("[400,1000][526,1126]\n", "[400,1000][526,1126] ?swapped=no\n          ImageButton \"{d}\" #act icon=heart [400,1000][526,1126] ?swapped=yes\n")
        .replace("- { tap: \"{b}\", goto: done }", "- { tap: \"{b}\", goto: wrong }\n      - { tap: \"{c}\", goto: wrong }\n      - { tap: \"{d}\", goto: done }")
        + "  wrong:\n    tree: |\n      FrameLayout\n        TextView \"The song is deleted\" #title\n";
    let goals = "goals: [ { prompt: the heart, find: { role: button, label: \"#act 1\" } } ]";
    let s = script("aiTap: the heart");
    let p = Project::new();
    assert!(seen(&p, p.flow(&phone, goals, &s)).await.passed());
    for fresh in [0, 500] {
        for read in 1..=7 {
            let mut flow = p.flow(&phone, "goals: []", &s);
            flow.timing.target = Duration::from_secs(5);
            flow.timing.fresh = Duration::from_millis(fresh);
            flow.on_read = Some(Box::new(move |n, phone| {
                if n == read {
                    phone.set_state("swapped", "yes");
                }
            }));
            let r = seen(&p, flow).await;
            assert!(
                r.passed() && r.asked == 0,
                "{fresh} {read} {}: {}",
                r.screen,
                r.tell()
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_shows_a_typed_text_is_not_pictured() {
    let phone = SONG
        .replace("start: song } }", "start: song } }\nstate: { pin: \"\" }")
        .replace(
            "ImageButton #fab icon=heart",
            "EditText bind=pin hint=\"Code\" #pin [0,400][1080,500]\n        Button \"Use {pin}\" #fab",
        );
    let goals = "goals: [ { prompt: the button below, find: { role: button, label: Use 4711 } } ]";
    let s = script("type: \"4711\"\n        into: \"#pin\"\n      - aiTap: the button below")
        .replace("\"#pin\"", "{ id: pin }");
    let p = Project::new();
    let r = seen(&p, p.flow(&phone, goals, &s)).await;
    assert!(
        r.passed() && r.asked == 1 && r.pictures == 0,
        "{} {}",
        r.pictures,
        r.tell()
    );
    assert!(p.files().iter().all(|(_, text)| !text.contains("picture:")));
}
