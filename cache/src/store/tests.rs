use std::fs;

use super::*;
use crate::feature::{Feature, LabelMark};
use crate::plan::{Evidence, Target};
use crate::screen::{Landmark, LandmarkKind, SizeClass};

fn key(prompt: &str) -> Key {
    Key::new(
        Kind::Locate,
        "com.example.shop",
        prompt,
        vec!["b".into(), "a".into()],
        Some("com.example.Main"),
    )
    .unwrap()
}

fn variant(title: &str) -> Variant {
    let label = Some(LabelMark {
        text: "Pay".into(),
        unique: true,
        borrowed: false,
    });
    let class = "android.widget.Button".to_owned();
    let feature = Feature {
        class,
        id: None,
        label,
        checked: None,
        container: None,
        branch: None,
        near: None,
        section: None,
        place: None,
        by_value: false,
        picture: None,
        path: Vec::new(),
    };
    Variant {
        landmarks: vec![Landmark {
            kind: LandmarkKind::Title,
            text: title.into(),
            distinguishing: true,
        }],
        locale: "en-US".into(),
        size: SizeClass::Phone,
        bound: Default::default(),
        only: None,
        weak: None,
        content: Content::Locate(Target {
            words: "the Pay button".into(),
            feature,
        }),
        evidence: Evidence::default(),
        invalid: None,
        notes: Notes {
            recorded: "2026-01-01T00:00:00Z".into(),
            ..Notes::default()
        },
    }
}

#[test]
fn what_is_written_is_read_and_an_equal_recording_changes_no_byte() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::new(dir.path(), Mode::ReadWrite);
    let (k, v) = (key("the Pay button"), variant("Order summary"));
    assert_eq!(store.write(&k, &v).unwrap(), Written::New);
    let path = store.folder(&k).join(format!("{}.yaml", v.name()));
    let before = fs::read(&path).unwrap();

    let later = Variant {
        notes: Notes {
            recorded: "2027-02-02T00:00:00Z".into(),
            ..Notes::default()
        },
        ..v.clone()
    };
    assert_eq!(store.write(&k, &later).unwrap(), Written::Same);
    assert_eq!(fs::read(&path).unwrap(), before);
    assert_eq!(
        store.read(&k).variants,
        vec![Stored {
            name: v.name(),
            variant: v.clone()
        }]
    );

    assert_eq!(store.write(&k, &variant("Cart")).unwrap(), Written::New);
    assert_eq!(store.read(&k).variants.len(), 2);
    assert!(store.read(&key("another prompt")).variants.is_empty());
}

#[test]
fn an_unreadable_file_is_a_miss_and_is_set_aside_with_its_bytes() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::new(dir.path(), Mode::ReadWrite);
    let (k, v) = (key("x"), variant("A"));
    store.write(&k, &v).unwrap();
    let path = store.folder(&k).join(format!("{}.yaml", v.name()));
    let whole = fs::read_to_string(&path).unwrap();
    let broken = [
        whole[..whole.len() / 2].to_owned(),
        "format: 3\n".into(),
        whole
            .replace("kind: locate\n  target", "kind: shell\n  target")
            .replace("words:", "command:"),
        String::new(),
        whole.replace("format: 3", "format: 9"),
        whole
            .replace("kind: locate", "kind: plan\n    actions: []")
            .split("    words:")
            .next()
            .unwrap()
            .to_owned()
            + "  notes: {}\n",
    ];
    for text in broken {
        fs::write(&path, &text).unwrap();
        // Read-only never touches it.
        let read = Store::new(dir.path(), Mode::ReadOnly).read(&k);
        assert!(read.variants.is_empty() && read.problems.len() == 1, "{text}");
        assert!(path.exists());
        let read = store.read(&k);
        assert!(
            read.variants.is_empty() && read.problems[0].contains("set aside"),
            "{:?}",
            read.problems
        );
        assert_eq!(fs::read_to_string(path.with_extension("yaml.bad")).unwrap(), text);
        assert!(!path.exists());
    }
}

#[test]
fn a_newer_format_names_both_numbers() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::new(dir.path(), Mode::ReadOnly);
    let (k, v) = (key("x"), variant("A"));
    fs::create_dir_all(store.folder(&k)).unwrap();
    let path = store.folder(&k).join(format!("{}.yaml", v.name()));
    fs::write(&path, "format: 9\nanything: else\n").unwrap();
    let problem = &store.read(&k).problems[0];
    assert!(
        problem.contains("format 9") && problem.contains("format 3"),
        "{problem}"
    );
}

#[test]
fn another_key_in_the_folder_is_not_taken() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::new(dir.path(), Mode::ReadWrite);
    let (a, b, v) = (key("a"), key("b"), variant("A"));
    store.write(&a, &v).unwrap();
    fs::create_dir_all(store.folder(&b)).unwrap();
    let name = format!("{}.yaml", v.name());
    fs::copy(store.folder(&a).join(&name), store.folder(&b).join(&name)).unwrap();
    let read = store.read(&b);
    assert!(read.variants.is_empty() && read.problems[0].contains("another key"));
}

#[test]
fn modes_keep_their_word() {
    let dir = tempfile::tempdir().unwrap();
    let (k, v) = (key("x"), variant("A"));
    let with = |mode| Store::new(dir.path(), mode);
    assert_eq!(with(Mode::ReadOnly).write(&k, &v).unwrap(), Written::NotWriting);
    assert_eq!(with(Mode::Off).write(&k, &v).unwrap(), Written::NotWriting);
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
    assert_eq!(with(Mode::WriteOnly).write(&k, &v).unwrap(), Written::New);
    assert!(with(Mode::WriteOnly).read(&k).variants.is_empty());
    assert!(with(Mode::Off).read(&k).variants.is_empty());
    assert_eq!(with(Mode::ReadOnly).read(&k).variants.len(), 1);
}

#[test]
fn a_tombstone_counts_and_a_heal_on_the_same_landmarks_replaces_it() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::new(dir.path(), Mode::ReadWrite);
    let (k, v) = (key("x"), variant("A"));
    store.write(&k, &v).unwrap();
    for times in 1..=2 {
        let stored = store.read(&k).variants.remove(0);
        store
            .invalidate(&k, &stored, "effect-missing", "nothing happened")
            .unwrap();
        assert_eq!(
            store.read(&k).variants[0].variant.invalid.as_ref().unwrap().times,
            times
        );
    }
    assert_eq!(store.write(&k, &v).unwrap(), Written::Replaced);
    let read = store.read(&k);
    assert_eq!(
        (read.variants.len(), read.variants[0].variant.invalid.is_none()),
        (1, true)
    );
}

#[test]
fn writers_side_by_side_lose_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::new(dir.path(), Mode::ReadWrite);
    std::thread::scope(|s| {
        for i in 0..20 {
            let store = &store;
            s.spawn(move || {
                for _ in 0..5 {
                    store
                        .write(&key("shared"), &variant(&format!("screen {i}")))
                        .unwrap();
                    store.write(&key(&format!("own {i}")), &variant("A")).unwrap();
                    assert!(store.read(&key("shared")).problems.is_empty());
                }
            });
        }
    });
    assert_eq!(store.read(&key("shared")).variants.len(), 20);
    let files = fs::read_dir(store.folder(&key("shared"))).unwrap().count();
    assert_eq!(files, 20, "no temporary file is left");
}

#[test]
fn nothing_escapes_the_store() {
    let store = Store::new("/store", Mode::ReadWrite);
    for (app, test) in [
        ("../../etc", None),
        ("a", Some("../../x")),
        ("..", Some("a/../b")),
        ("/abs", Some("/abs")),
    ] {
        let k = Key {
            app: app.into(),
            test: test.map(str::to_owned),
            ..key("x")
        };
        let folder = store.folder(&k);
        assert!(folder.starts_with("/store"), "{folder:?}");
        assert!(folder.components().all(|c| c.as_os_str() != ".."), "{folder:?}");
    }
}

#[test]
fn keys_are_pinned_and_every_part_counts() {
    let k = key("choose the {{plan}} plan");
    assert_eq!(k.digest(), "7b3b66194cab1aee");
    assert_eq!(
        k.digest(),
        key("choose  the\u{a0}{{plan}} plan ").digest(),
        "normal form"
    );
    let others = [
        Key {
            kind: Kind::Plan,
            ..k.clone()
        },
        Key {
            app: "com.other".into(),
            ..k.clone()
        },
        Key {
            prompt: "choose".into(),
            ..k.clone()
        },
        Key {
            place: "Other".into(),
            ..k.clone()
        },
        Key {
            params: vec!["a".into()],
            ..k.clone()
        },
        Key {
            role: Some("guest".into()),
            ..k.clone()
        },
        Key {
            context: Some(String::new()),
            ..k.clone()
        },
        Key {
            images: vec!["a".into()],
            ..k.clone()
        },
        Key {
            test: Some("t".into()),
            ..k.clone()
        },
    ];
    for o in others {
        assert_ne!(o.digest(), k.digest(), "{o:?}");
    }
    assert!(Key::new(Kind::Plan, "app", "p", vec![], None).is_none());
    assert!(Key::new(Kind::Plan, "app", "p", vec![], Some("")).is_none());
}

#[test]
fn a_variant_under_a_wrong_name_is_not_used() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::new(dir.path(), Mode::ReadWrite);
    let (k, v) = (key("x"), variant("A"));
    store.write(&k, &v).unwrap();
    let folder = store.folder(&k);
    fs::rename(
        folder.join(format!("{}.yaml", v.name())),
        folder.join("00000000.yaml"),
    )
    .unwrap();
    let read = store.read(&k);
    assert!(
        read.variants.is_empty() && read.problems[0].contains("does not fit"),
        "{read:?}"
    );
}

#[test]
fn what_cannot_be_read_is_not_overwritten_either() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::new(dir.path(), Mode::WriteOnly);
    let (k, v) = (key("x"), variant("A"));
    fs::create_dir_all(store.folder(&k)).unwrap();
    let path = store.folder(&k).join(format!("{}.yaml", v.name()));
    fs::write(&path, "format: 9\nof: the future\n").unwrap();
    assert_eq!(store.write(&k, &v).unwrap(), Written::New);
    assert_eq!(
        fs::read_to_string(path.with_extension("yaml.bad")).unwrap(),
        "format: 9\nof: the future\n"
    );
}

#[test]
fn a_tombstone_does_not_bury_what_another_process_has_healed() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::new(dir.path(), Mode::ReadWrite);
    let (k, v) = (key("x"), variant("A"));
    store.write(&k, &v).unwrap();
    let stale = store.read(&k).variants.remove(0);
    let mut healed = v.clone();
    if let Content::Locate(t) = &mut healed.content {
        t.feature.class = "android.widget.ImageButton".into();
    }
    store.write(&k, &healed).unwrap();
    store.invalidate(&k, &stale, "not-found", "gone").unwrap();
    assert!(store.read(&k).variants[0].variant.invalid.is_none());
    store.remove(&k, &stale).unwrap();
    assert!(store.read(&k).variants.is_empty());
}

#[test]
fn a_miss_can_tell_where_else_the_prompt_is_recorded() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::new(dir.path(), Mode::ReadWrite);
    let here = key("the Pay button");
    assert!(store.elsewhere(&here).is_empty(), "an empty store tells nothing");
    let put = |k: &Key| {
        store.write(k, &variant("A")).unwrap();
    };
    let other = |change: &dyn Fn(&mut Key)| {
        let mut k = here.clone();
        change(&mut k);
        k
    };
    // Only another prompt is near.
    put(&other(&|k| k.prompt = "the Play button".into()));
    put(&other(&|k| {
        k.prompt = "the Pay buttons".into();
        k.app = "com.example.else".into();
    }));
    assert_eq!(
        store.elsewhere(&here),
        ["prompt \"the Play button\", and here it is another one"]
    );
    put(&other(&|k| k.place = "com.example.Cart".into()));
    put(&other(&|k| {
        k.app = "com.example.else".into();
        k.params = vec!["a".into()];
    }));
    let before = fs::read_dir(dir.path()).unwrap().count();
    assert_eq!(
        store.elsewhere(&here),
        [
            "app com.example.else, and here it is com.example.shop; parameters a, and here it is a, b",
            "place com.example.Cart, and here it is com.example.Main",
        ]
    );
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), before);
    // What can't be read is passed over and left where it is.
    fs::write(store.folder(&here).with_file_name("x").with_extension("y"), "").unwrap();
    let folder = store.folder(&other(&|k| k.place = "com.example.Cart".into()));
    let file = fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path();
    fs::write(&file, "format: 3\nkey:").unwrap();
    assert_eq!(store.elsewhere(&here).len(), 1);
    assert!(file.exists());
}

/// A store that reads only, its folder for review, and one recording in it.
fn reviewed(dir: &std::path::Path) -> (Store, Store, Key, Variant) {
    let stored = Store::new(dir.join("cache"), Mode::ReadWrite);
    let (k, v) = (key("the Pay button"), variant("Cart"));
    stored.write(&k, &v).unwrap();
    let ci = Store::new(dir.join("cache"), Mode::ReadOnly).with_aside(dir.join("healed"));
    (stored, ci, k, v)
}

fn healed(v: &Variant, recorded: &str) -> Variant {
    let mut v = v.clone();
    v.notes.recorded = recorded.into();
    if let Content::Locate(target) = &mut v.content {
        target.words = "healed".into();
    }
    v
}

fn stored_as(v: &Variant) -> Stored {
    Stored {
        name: v.name(),
        variant: v.clone(),
    }
}

#[test]
fn what_one_test_of_a_job_has_healed_outlives_the_failure_of_another() {
    let dir = tempfile::tempdir().unwrap();
    let (stored, ci, k, v) = reviewed(dir.path());
    let heal = healed(&v, "2026-02-01T00:00:00Z");
    assert_eq!(ci.write(&k, &heal).unwrap(), Written::Aside);
    let late = ci.invalidate(&k, &stored_as(&v), "not-found", "x").unwrap();
    assert_eq!(late, Written::Same);
    ci.remove(&k, &stored_as(&v)).unwrap();
    let all = changes(&dir.path().join("healed")).unwrap();
    assert_eq!(all.len(), 1);
    assert_eq!(stored.apply(&all[0]).unwrap(), Applied::Recorded);
    assert_eq!(stored.read(&k).variants, [stored_as(&heal)]);
}

#[test]
fn what_is_proved_good_after_all_leaves_no_tombstone_for_review() {
    let dir = tempfile::tempdir().unwrap();
    let (_, ci, k, v) = reviewed(dir.path());
    assert_eq!(
        ci.invalidate(&k, &stored_as(&v), "not-found", "x").unwrap(),
        Written::Aside
    );
    assert_eq!(changes(&dir.path().join("healed")).unwrap().len(), 1);
    assert_eq!(ci.write(&k, &v).unwrap(), Written::Same);
    assert!(changes(&dir.path().join("healed")).unwrap().is_empty());
}

#[test]
fn taking_in_twice_wakes_no_dead_and_nothing_newer_is_overwritten() {
    let dir = tempfile::tempdir().unwrap();
    let (stored, ci, k, v) = reviewed(dir.path());
    let heal = healed(&v, "2026-02-01T00:00:00Z");
    ci.write(&k, &heal).unwrap();
    let change = changes(&dir.path().join("healed")).unwrap().remove(0);
    assert_eq!(stored.apply(&change).unwrap(), Applied::Recorded);
    assert_eq!(stored.apply(&change).unwrap(), Applied::Unchanged);
    stored
        .invalidate(&k, &stored_as(&heal), "effect-missing", "x")
        .unwrap();
    assert_eq!(stored.apply(&change).unwrap(), Applied::Overtaken);
    assert!(stored.read(&k).variants[0].variant.invalid.is_some());
    let mut newer = healed(&v, "2026-03-01T00:00:00Z");
    newer.locale = v.locale.clone();
    if let Content::Locate(target) = &mut newer.content {
        target.words = "newer".into();
    }
    stored.write(&k, &newer).unwrap();
    assert_eq!(stored.apply(&change).unwrap(), Applied::Overtaken);
    assert_eq!(stored.read(&k).variants, [stored_as(&newer)]);
}
