//! Rotation, overrides, bars and the keyboard, as clients learn of them.

use retap_sim::SimPhone;

use crate::support::{attribute, dump, exec, phone, shell, tap};

const FILE: &str = r##"
phone: { PHONE }
apps: { com.ex: { start: home } }
state: { name: "", taps: 0, low: 0 }
screens:
  home:
    tree: |
      FrameLayout #root
        EditText bind=name #name
        Button "More" #more
        Button "Turn" #turn
        Button "Low" #low [0,2000][1080,2100]
    on:
      - { tap: "#more", add: { taps: 1 } }
      - { tap: "#turn", rotate: 1 }
      - { tap: "#low", add: { low: 1 } }
"##;

async fn rig(hardware: &str) -> SimPhone {
    let p = phone(&FILE.replace("PHONE", hardware)).await;
    p.show("home").unwrap();
    p
}

async fn root(p: &SimPhone) -> String {
    attribute(&dump(p).await, "bounds").to_owned()
}

#[tokio::test]
async fn rotation_shows_in_the_tree_and_in_the_facts() {
    let p = rig("rotation: 1").await;
    let facts = "wm size; dumpsys input; dumpsys display";
    for (turns, bounds) in [
        (1, "[0,0][2400,1080]"),
        (2, "[0,0][1080,2400]"),
        (7, "[0,0][2400,1080]"),
    ] {
        p.rotate(turns);
        let turns = turns % 4;
        assert!(
            dump(&p)
                .await
                .contains(&format!("<hierarchy rotation=\"{turns}\">"))
        );
        assert_eq!(root(&p).await, bounds);
        assert_eq!(
            exec(&p, facts).await,
            format!(
                "Physical size: 1080x2400\n      SurfaceOrientation: {turns}\n    \
                 mCurrentOrientation={turns}\n    orientation={turns}\n"
            )
        );
    }
    // Taps are in the turned space.
    tap(&p, "More").await;
    assert_eq!(p.state("taps").as_deref(), Some("1"));
    p.rotate(0);
    tap(&p, "Turn").await;
    assert_eq!(root(&p).await, "[0,0][2400,1080]");
}

#[tokio::test]
async fn an_override_is_told_beside_the_physical_size_and_rules() {
    let p = rig("override_size: 720x1280, override_density: 280").await;
    assert_eq!(
        exec(&p, "wm size; wm density").await,
        "Physical size: 1080x2400\nOverride size: 720x1280\nPhysical density: 420\nOverride density: 280\n"
    );
    assert_eq!(root(&p).await, "[0,0][720,1280]");
    tap(&p, "More").await;
    assert_eq!(p.state("taps").as_deref(), Some("1"));
    p.rotate(3);
    assert_eq!(root(&p).await, "[0,0][1280,720]");
}

async fn ime(p: &SimPhone) -> (String, String) {
    let shown = exec(p, "dumpsys input_method").await;
    let source = exec(p, "dumpsys window | grep type=ime").await;
    (shown, source.trim().to_owned())
}

#[tokio::test]
async fn a_keyboard_comes_with_the_focus_and_swallows_what_falls_on_it() {
    let hidden = "InsetsSource id=3 type=ime frame=[0,0][0,0] visible=false flags=";
    let shown = "InsetsSource id=3 type=ime frame=[0,1500][1080,2400] visible=true flags=";
    for (keyboard, frame) in [
        ("keyboard: true", shown.to_owned()),
        ("keyboard: \"[0,1900][1080,2400]\"", shown.replace("1500", "1900")),
    ] {
        let p = rig(keyboard).await;
        let no = "  mInputShown=false\n  mIsInputViewShown=false\n";
        assert_eq!(ime(&p).await, (no.to_owned(), hidden.to_owned()));
        tap(&p, "Low").await;
        assert_eq!(p.state("low").as_deref(), Some("1"));
        for key in ["111", "4", "KEYCODE_BACK"] {
            tap(&p, "name").await;
            assert_eq!(ime(&p).await, (no.replace("false", "true"), frame.clone()));
            tap(&p, "Low").await;
            assert_eq!(p.state("low").as_deref(), Some("1"), "the keyboard took it");
            assert_eq!(p.state("name").as_deref(), Some(""), "and typed nothing");
            let log = p.log();
            let swallowed = log.iter().rfind(|e| e.service == "key").unwrap();
            assert_eq!(swallowed.command, "540,2050");
            shell(&p, &format!("input keyevent {key}")).await;
            assert_eq!((ime(&p).await.1.as_str(), p.screen().as_str()), (hidden, "home"));
        }
        tap(&p, "Low").await;
        assert_eq!(p.state("low").as_deref(), Some("2"));
        shell(&p, "input keyevent 4").await;
        assert_eq!(
            p.screen(),
            "launcher",
            "back goes back when no keyboard is in the way"
        );
    }
}

#[tokio::test]
async fn with_keys_of_metal_nothing_comes_up() {
    let p = rig("model: Pixel 7").await;
    tap(&p, "name").await;
    shell(&p, "input text Ada").await;
    assert_eq!(p.state("name").as_deref(), Some("Ada"));
    assert!(ime(&p).await.1.contains("visible=false"));
    tap(&p, "Low").await;
    assert_eq!(p.state("low").as_deref(), Some("1"));
}

#[tokio::test]
async fn bars_take_their_strips_and_the_taps_on_them() {
    let p = rig("bars: true").await;
    let window = exec(&p, "dumpsys window displays").await;
    for (kind, frame) in [
        ("statusBars", "[0,0][1080,63]"),
        ("navigationBars", "[0,2274][1080,2400]"),
    ] {
        assert!(
            window.contains(&format!(" type={kind} frame={frame} visible=true")),
            "{window}"
        );
    }
    let xml = dump(&p).await;
    let bounds: Vec<&str> = xml
        .split("<node ")
        .skip(1)
        .map(|n| attribute(n, "bounds"))
        .collect();
    assert_eq!(bounds[..2], ["[0,0][1080,2400]", "[0,63][1080,210]"]);
    shell(&p, "input tap 500 30").await;
    assert!(!dump(&p).await.contains("focused=\"true\""));
    shell(&p, "input tap 500 100").await;
    assert!(dump(&p).await.contains("focused=\"true\""));
    assert!(
        !exec(&rig("bars: false").await, "dumpsys window")
            .await
            .contains("statusBars")
    );
}
