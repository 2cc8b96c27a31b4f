//! Pictures of small phones, read back by a decoder.

use std::sync::Arc;

use image::RgbaImage;

use super::Scene;
use crate::file::PhoneFile;
use crate::phone::Phone;

const FILE: &str = r##"
phone: { PHONE }
apps:
  com.ex: { start: home }
state: { name: "", on: "false" }
screens:
  home:
    tree: |
      FrameLayout
        TextView "Title" #title
        Button "Pay" #pay
        CheckBox "News" bind=on #news
        Switch "Wi-Fi" bind=on #wifi
        EditText bind=name hint="Name" #name
        ImageView @"Logo"
        RecyclerView
          TextView "Row"
        Button "Off" disabled
        View invisible
  dialog:
    dialog: true
    tree: |
      FrameLayout
        Button "OK"
  secret:
    secure: true
    tree: |
      FrameLayout
        TextView "1234"
"##;

fn phone(hardware: &str) -> Phone {
    let file = PhoneFile::parse("p.yaml", &FILE.replace("PHONE", hardware)).unwrap();
    let mut phone = Phone::new(Arc::clone(&file.spec));
    phone.launch(file.spec.find_screen("home").unwrap());
    phone
}

fn goto(phone: &mut Phone, screen: &str, spec: &str) {
    let file = PhoneFile::parse("p.yaml", &FILE.replace("PHONE", spec)).unwrap();
    phone.goto(file.spec.find_screen(screen).unwrap());
}

fn png(phone: &Phone) -> Vec<u8> {
    Scene::of(phone).png().unwrap()
}

fn picture(phone: &Phone) -> RgbaImage {
    image::load_from_memory(&png(phone)).unwrap().to_rgba8()
}

#[test]
fn a_picture_has_the_size_of_the_display_and_is_large_enough_to_be_believed() {
    for (hardware, size) in [
        ("", (1080, 2400)),
        ("rotation: 1", (2400, 1080)),
        ("override_size: 720x1280, rotation: 3", (1280, 720)),
        ("size: 100x120, density: 60", (100, 120)),
    ] {
        let phone = phone(hardware);
        let bytes = png(&phone);
        assert!(bytes.len() > 10_240, "{hardware}: {}", bytes.len());
        assert_eq!(picture(&phone).dimensions(), size, "{hardware}");
        let raw = Scene::of(&phone).raw();
        let header: Vec<u32> = raw[..16]
            .chunks(4)
            .map(|w| u32::from_le_bytes(w.try_into().unwrap()))
            .collect();
        assert_eq!(header, [size.0, size.1, 1, 0]);
        assert_eq!(
            raw[16..],
            *picture(&phone).as_raw(),
            "{hardware}: one scene, two forms"
        );
    }
}

#[test]
fn equal_states_give_equal_bytes_and_other_states_others() {
    let first = png(&phone(""));
    assert_eq!(first, png(&phone("")));
    let mut seen = vec![first];
    let mut p = phone("keyboard: true");
    for (what, change) in [
        (
            "checked",
            &(|p: &mut Phone| p.set_var("on", "true")) as &dyn Fn(&mut Phone),
        ),
        ("focus", &|p| p.next_focus()),
        ("keyboard", &|p| (0..3).for_each(|_| p.next_focus())),
        ("text", &|p| p.type_text("Ada").unwrap()),
        ("dialog", &|p| goto(p, "dialog", "")),
        ("rotation", &|p| p.rotate(1)),
        ("home", &|p| p.home()),
    ] {
        change(&mut p);
        let bytes = png(&p);
        assert!(!seen.contains(&bytes), "{what} isn't to be seen");
        seen.push(bytes);
    }
}

#[test]
fn a_secure_screen_is_black_and_a_picture_all_the_same() {
    let mut p = phone("");
    goto(&mut p, "secret", "");
    let picture = picture(&p);
    assert_eq!(picture.dimensions(), (1080, 2400));
    assert!(picture.pixels().all(|p| p.0 == [0, 0, 0, 255]));
}

#[test]
fn families_have_fills_of_their_own() {
    let p = phone("");
    let picture = picture(&p);
    let view = p.view();
    let mut fills: Vec<[u8; 4]> = ["title", "pay", "news", "name"]
        .iter()
        .map(|id| {
            let n = view.nodes.iter().find(|n| n.spec.short_id == *id).unwrap();
            // Right of the label, left of the edge.
            let (x, y) = (n.bounds.right - 40, n.bounds.center().y);
            let around = (0..32).map(|i| picture.get_pixel((x - i) as u32, y as u32).0);
            around.max().unwrap()
        })
        .collect();
    fills.sort_unstable();
    fills.dedup();
    assert_eq!(fills.len(), 4, "{fills:?}");
}

#[test]
fn bars_and_keyboard_lie_above_the_window() {
    let mut p = phone("bars: true, keyboard: true");
    let before = picture(&p);
    (0..4).for_each(|_| p.next_focus());
    assert_eq!(p.keyboard_frame().map(|f| f.top), Some(1500));
    let after = picture(&p);
    assert_eq!(before.get_pixel(5, 5), after.get_pixel(5, 5));
    assert_ne!(before.get_pixel(5, 1600), after.get_pixel(5, 1600));
    let root = p.view().nodes[0].bounds;
    let title = p.view().nodes[1].bounds;
    assert_eq!((root.top, title.top), (0, 63));
}

#[test]
fn an_icon_is_drawn_in_place_of_the_label() {
    let drawn = |line: &str| {
        let file = FILE.replace("PHONE", "").replace("Button \"Pay\" #pay", line);
        let file = PhoneFile::parse("p.yaml", &file).unwrap();
        let mut phone = Phone::new(Arc::clone(&file.spec));
        phone.launch(file.spec.find_screen("home").unwrap());
        png(&phone)
    };
    let heart = drawn("Button \"Pay\" #pay icon=heart");
    assert_ne!(heart, drawn("Button \"Pay\" #pay"));
    assert_ne!(heart, drawn("Button \"Pay\" #pay icon=trash"));
    assert_eq!(heart, drawn("Button \"Sell\" #pay icon=heart"));
    let wrong = FILE.replace("PHONE", "").replace("#pay", "#pay icon=hart");
    let e = PhoneFile::parse("p.yaml", &wrong).unwrap_err().to_string();
    assert!(e.contains("unknown icon `hart`"), "{e}");
}
