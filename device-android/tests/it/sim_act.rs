//! Actions on a simulated phone: what is sent, and what arrives.

use retap_cache::device::{Action, Fault, Key, TypeMode};

use retap_cache::screen::Point;

use crate::phone::{Rig, node, soon};

#[tokio::test]
async fn a_tap_arrives_once() {
    let mut rig = Rig::start().await;
    let pay = rig.spot("pay").await;
    rig.act(Action::Tap { target: pay }).await.unwrap();
    assert_eq!(rig.sim.state("taps").as_deref(), Some("1"));
    assert_eq!(node(&rig.read().await, "paid").text(), "Paid 1 times");
    assert_eq!(rig.input(), [format!("input tap {} {}", pay.at.x, pay.at.y)]);
}

#[tokio::test]
async fn text_arrives_as_written() {
    let mut rig = Rig::start().await;
    let texts = [
        "a b",
        "x$y $HOME ${z} `id` $(id)",
        "A&B;C|D && rm -r x || y > z < w",
        r#""q" it's 'x'"#,
        "(c) #1 ~ * ? [a] {b} !",
        r"a\b \n \\",
        "50% off, 100%",
        "%s %%s %s%s 5%sale",
        "-5",
        "--help",
        " leading and trailing ",
    ];
    for text in texts {
        let field = rig.spot("field").await;
        let typing = Action::Type {
            target: Some(field),
            text: text.to_owned(),
            mode: TypeMode::Replace,
        };
        rig.act(typing).await.unwrap();
        assert_eq!(rig.sim.state("typed").as_deref(), Some(text));
    }
    // Each was one command line, so one round trip.
    assert_eq!(rig.input().len(), texts.len());
}

#[tokio::test]
async fn append_follows_and_replace_clears() {
    let mut rig = Rig::start().await;
    let mut fill = async |text: &str, mode, want: &str| {
        let target = Some(rig.spot("field").await);
        rig.act(Action::Type {
            target,
            text: text.to_owned(),
            mode,
        })
        .await
        .unwrap();
        assert_eq!(rig.sim.state("typed").as_deref(), Some(want));
    };
    fill("old", TypeMode::Append, "old").await;
    fill("new", TypeMode::Append, "oldnew").await;
    fill("fresh", TypeMode::Replace, "fresh").await;
    fill("", TypeMode::Replace, "").await;
    // What has the focus is typed into without a field.
    rig.act(Action::Type {
        target: None,
        text: "on".to_owned(),
        mode: TypeMode::Append,
    })
    .await
    .unwrap();
    assert_eq!(rig.sim.state("typed").as_deref(), Some("on"));
}

#[tokio::test]
async fn a_line_break_is_the_enter_key() {
    let mut rig = Rig::start().await;
    let target = Some(rig.spot("field").await);
    rig.act(Action::Type {
        target,
        text: "a\nb\n".to_owned(),
        mode: TypeMode::Append,
    })
    .await
    .unwrap();
    let state = |name| rig.sim.state(name).unwrap_or_default();
    assert_eq!((state("typed").as_str(), state("enters").as_str()), ("ab", "2"));
}

#[tokio::test]
async fn text_that_can_not_be_typed_sends_nothing() {
    let mut rig = Rig::start().await;
    let field = rig.spot("field").await;
    for (text, named) in [
        ("Zürich", "`ü` (U+00FC)"),
        ("日本", "`日` (U+65E5), `本` (U+672C)"),
        ("ok 😀", "U+1F600"),
    ] {
        let typing = Action::Type {
            target: Some(field),
            text: text.to_owned(),
            mode: TypeMode::Replace,
        };
        let error = rig.act(typing).await.unwrap_err();
        assert_eq!((error.kind, error.fault), ("unsendable-text", Fault::Refused));
        assert!(error.message.contains(named) && !error.hint.is_empty(), "{error}");
    }
    let blind = Action::Type {
        target: None,
        text: "x".to_owned(),
        mode: TypeMode::Replace,
    };
    assert_eq!(rig.act(blind).await.unwrap_err().fault, Fault::Refused);
    assert!(rig.input().is_empty());
}

#[tokio::test]
async fn a_swipe_is_one_command() {
    let mut rig = Rig::start().await;
    let (from, to) = (Point { x: 540, y: 1900 }, Point { x: 540, y: 900 });
    rig.act(Action::Swipe { from, to }).await.unwrap();
    assert_eq!(rig.input(), ["input swipe 540 1900 540 900 500"]);
}

#[tokio::test]
async fn keys_are_pressed_by_code() {
    let mut rig = Rig::start().await;
    let sent = [
        (Key::Enter, 66),
        (Key::Back, 4),
        (Key::Backspace, 67),
        (Key::Tab, 61),
        (Key::Escape, 111),
        (Key::Home, 3),
    ];
    for (key, code) in sent {
        rig.act(Action::Press { key }).await.unwrap();
        assert_eq!(rig.input().last(), Some(&format!("input keyevent {code}")));
    }
    let state = |name| rig.sim.state(name).unwrap_or_default();
    assert_eq!(
        (
            state("enters").as_str(),
            state("backs").as_str(),
            rig.sim.screen().as_str()
        ),
        ("1", "1", "launcher")
    );
}

#[tokio::test]
async fn apps_are_started_and_ended() {
    let mut rig = Rig::start().await;
    assert_eq!(rig.sim.screen(), "main");
    rig.launch("com.example.other").await.unwrap();
    assert_eq!(rig.sim.screen(), "other");
    let activity = Some(".ui.MainActivity".to_owned());
    rig.act(Action::Launch {
        package: "com.example.shop".to_owned(),
        activity,
    })
    .await
    .unwrap();
    assert_eq!(rig.sim.screen(), "main");
    rig.act(Action::Stop {
        package: "com.example.shop".to_owned(),
    })
    .await
    .unwrap();
    assert_eq!(rig.sim.screen(), "launcher");
    let version = |r: Result<Option<String>, _>| r.unwrap();
    assert_eq!(
        version(rig.device.app_version("com.example.shop", soon()).await).as_deref(),
        Some("3.2.0")
    );
    assert_eq!(
        version(rig.device.app_version("com.example.none", soon()).await),
        None
    );
}

#[tokio::test]
async fn a_start_that_the_device_refuses_is_told_in_its_words() {
    let mut rig = Rig::start().await;
    let error = rig.launch("com.example.none").await.unwrap_err();
    assert_eq!((error.kind, error.fault), ("not-launched", Fault::Refused));
    let activity = Some(".Nope".to_owned());
    let error = rig
        .act(Action::Launch {
            package: "com.example.shop".to_owned(),
            activity,
        })
        .await
        .unwrap_err();
    assert_eq!((error.kind, error.fault), ("not-launched", Fault::Refused));
    assert!(error.message.contains("does not exist"), "{error}");
    let error = rig.launch("com.example;reboot").await.unwrap_err();
    assert_eq!((error.kind, error.fault), ("bad-name", Fault::Refused));
    assert_eq!(rig.sim.screen(), "main");
}
