//! The look of a screen: what exists, where it lies, what is written of it.

use retap_cache::screen::{Flags, Point, Rect};

use super::{Style, View, dump};
use crate::file::PhoneFile;
use crate::spec::Spec;

const PLAIN: Style = Style {
    compressed: false,
    at_least: 0,
};
const COMPRESSED: Style = Style {
    compressed: true,
    at_least: 0,
};

/// A phone with one screen of that tree.
fn phone(tree: &str, more: &str) -> PhoneFile {
    let tree: String = tree.lines().map(|l| format!("      {l}\n")).collect();
    let text = format!(
        "apps:\n  com.ex: {{ start: s }}\nstate: {{ n: 0, who: \"\", on: \"true\" }}\nscreens:\n  s:\n{more}    tree: |\n{tree}"
    );
    PhoneFile::parse("p.yaml", &text).unwrap_or_else(|p| panic!("{p} {}", p.hint))
}

fn view(spec: &Spec) -> View<'_> {
    View::new(&spec.screens[0], &spec.state, None, &spec.hardware.display(0))
}

/// Bounds by short id.
fn bounds(v: &View<'_>, id: &str) -> Rect {
    v.nodes
        .iter()
        .find(|n| n.spec.short_id == id)
        .unwrap_or_else(|| panic!("no #{id}"))
        .bounds
}

#[test]
fn the_dump_is_that_of_the_stock_dumper() {
    let tree = "FrameLayout\n  Button @\"Cart & <more>\" #cart\n  TextView \"a\\n\\\"b\\\" 😀 it's\"\n  View clickable [0,0][10,10]\n  EditText hint=\"Name\" bind=who password";
    let file = phone(tree, "");
    let node = |extra: &str,
                index,
                text: &str,
                id: &str,
                class: &str,
                desc: &str,
                flags: [bool; 4],
                bounds: &str| {
        let [clickable, focusable, _, password] = flags;
        format!(
            "<node{extra} index=\"{index}\" text=\"{text}\" resource-id=\"{id}\" class=\"{class}\" package=\"com.ex\" content-desc=\"{desc}\" checkable=\"false\" checked=\"false\" clickable=\"{clickable}\" enabled=\"true\" focusable=\"{focusable}\" focused=\"false\" scrollable=\"false\" long-clickable=\"false\" password=\"{password}\" selected=\"false\" bounds=\"{bounds}\""
        )
    };
    let (no, tap) = ([false; 4], [true, true, false, false]);
    let want = [
        "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\">".to_owned(),
        node(
            "",
            0,
            "",
            "",
            "android.widget.FrameLayout",
            "",
            no,
            "[0,0][1080,2400]",
        ),
        ">".to_owned(),
        node(
            "",
            0,
            "",
            "com.ex:id/cart",
            "android.widget.Button",
            "Cart &amp; &lt;more&gt;",
            tap,
            "[0,0][1080,126]",
        ),
        " />".to_owned(),
        node(
            "",
            1,
            "a&#10;&quot;b&quot; &#128512; it's",
            "",
            "android.widget.TextView",
            "",
            no,
            "[0,126][1080,210]",
        ),
        " />".to_owned(),
        node(
            " NAF=\"true\"",
            2,
            "",
            "",
            "android.view.View",
            "",
            tap,
            "[0,0][10,10]",
        ),
        " />".to_owned(),
        node(
            "",
            3,
            "Name",
            "",
            "android.widget.EditText",
            "",
            [true, true, false, true],
            "[0,210][1080,357]",
        ),
        " />".to_owned(),
        "</node></hierarchy>".to_owned(),
    ];
    assert_eq!(dump(&view(&file.spec), PLAIN), want.concat());
}

#[test]
fn values_conditions_and_check_marks_follow_the_variables() {
    let file = phone(
        "FrameLayout\n  TextView \"{n} items\"\n  LinearLayout ?n!=0\n    TextView \"more\"\n  EditText bind=who password\n  CheckBox \"On\" bind=on\n  Switch \"Off\"\n  EditText \"typed\"",
        "",
    );
    let texts = |vars: &[(&str, &str)]| {
        let mut state = file.spec.state.clone();
        state.extend(vars.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())));
        let v = View::new(
            &file.spec.screens[0],
            &state,
            None,
            &file.spec.hardware.display(0),
        );
        v.nodes
            .iter()
            .skip(1)
            .map(|n| format!("{}{}", n.text, if n.flags.has(Flags::CHECKED) { "+" } else { "" }))
            .collect::<Vec<_>>()
    };
    assert_eq!(texts(&[]), ["0 items", "", "On+", "Off", "typed"]);
    let more = texts(&[("n", "2"), ("who", "me"), ("on", "no")]);
    assert_eq!(more, ["2 items", "", "more", "••", "On", "Off", "typed"]);
}

#[test]
fn invisible_nodes_leave_a_gap_in_the_numbers_and_absent_ones_do_not() {
    let file = phone(
        "FrameLayout\n  TextView \"a\" ?n=9\n  TextView \"b\" invisible\n  TextView \"c\"",
        "",
    );
    let xml = dump(&view(&file.spec), PLAIN);
    assert!(!xml.contains("\"a\"") && !xml.contains("\"b\""), "{xml}");
    assert!(xml.contains("index=\"1\" text=\"c\""), "{xml}");
}

#[test]
fn a_compressed_dump_leaves_out_plain_layouts() {
    let file = phone(
        "FrameLayout\n  LinearLayout #plain\n    TextView \"a\"\n    LinearLayout #row clickable\n      TextView \"b\"",
        "",
    );
    let xml = dump(&view(&file.spec), COMPRESSED);
    assert!(!xml.contains("id/plain") && xml.contains("id/row"), "{xml}");
    assert!(
        xml.contains("index=\"1\" text=\"\" resource-id=\"com.ex:id/row\""),
        "{xml}"
    );
    assert!(dump(&view(&file.spec), PLAIN).contains("id/plain"));
}

#[test]
fn only_a_silent_control_is_not_accessibility_friendly() {
    for (tree, want) in [
        ("FrameLayout\n  Button", true),
        ("FrameLayout\n  Button \"x\"", false),
        ("FrameLayout\n  Button disabled", false),
        ("FrameLayout\n  LinearLayout clickable\n    TextView \"x\"", false),
        ("FrameLayout\n  LinearLayout clickable\n    ImageView", true),
        ("FrameLayout\n  ListView clickable", false),
    ] {
        assert_eq!(
            dump(&view(&phone(tree, "").spec), PLAIN).contains("NAF"),
            want,
            "{tree}"
        );
    }
}

#[test]
fn children_stack_rows_share_and_dialogs_stand_in_the_middle() {
    let file = phone(
        "FrameLayout #root\n  Row #row\n    Button #a\n    Button #b\n    Button #c\n  TextView \"t\" #t",
        "",
    );
    let v = view(&file.spec);
    assert_eq!(bounds(&v, "root"), Rect::new(0, 0, 1080, 2400));
    assert_eq!(["a", "b", "c"].map(|id| bounds(&v, id).left), [0, 360, 720]);
    assert_eq!(bounds(&v, "t").top, bounds(&v, "row").bottom);
    let file = phone("FrameLayout #root\n  Button #ok", "    dialog: true\n");
    let v = view(&file.spec);
    let root = bounds(&v, "root");
    assert_eq!((root.width(), root.left), (945, 67));
    assert_eq!(bounds(&v, "ok").height(), root.height());
    assert!(
        root.height() < 2400 && (root.top - (2400 - root.bottom)).abs() <= 1,
        "{root}"
    );
}

#[test]
fn bounds_given_by_the_author_are_kept_and_take_no_room() {
    let file = phone(
        "FrameLayout\n  Button #far [900,2000][1080,2100]\n    TextView \"in\" #in\n  Button #first",
        "",
    );
    let v = view(&file.spec);
    assert_eq!(bounds(&v, "far"), Rect::new(900, 2000, 1080, 2100));
    assert_eq!(bounds(&v, "in"), Rect::new(900, 2000, 1080, 2084));
    assert_eq!(bounds(&v, "first").top, 0);
}

#[test]
fn the_topmost_of_two_takes_the_touch() {
    let tree = "FrameLayout\n  Button #below [0,0][100,100]\n  Button #above [50,0][150,100]\n  TextView \"x\" [0,0][20,20]\n  Button #gone [0,50][30,100] invisible";
    let file = phone(tree, "");
    let v = view(&file.spec);
    for (x, y, want) in [
        (60, 10, "above"),
        (40, 10, "below"),
        (10, 10, "below"),
        (10, 60, "below"),
        (140, 10, "above"),
    ] {
        let hit = v.hit(Point { x, y }).map(|n| n.spec.short_id.as_str());
        assert_eq!(hit, Some(want), "{x},{y}");
    }
}

/// Random trees: the centre of each control belongs to that control and to no other.
#[test]
fn each_control_has_a_centre_of_its_own() {
    let classes = [
        "LinearLayout",
        "LinearLayout clickable",
        "Row",
        "Row clickable",
        "Toolbar",
        "RecyclerView",
    ];
    let leaves = [
        "Button",
        "TextView \"t\"",
        "EditText",
        "CheckBox \"c\"",
        "ImageView",
        "Switch clickable",
        "View long-clickable",
    ];
    let mut seed = 11_u64;
    let mut random = |n: usize| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % n
    };
    for _ in 0..300 {
        let mut tree = String::from("FrameLayout\n");
        let mut level = 1;
        for _ in 0..random(40) + 1 {
            let container = random(3) == 0 && level < 5;
            let line = if container {
                classes[random(classes.len())]
            } else {
                leaves[random(leaves.len())]
            };
            tree.push_str(&format!("{}{line}\n", "  ".repeat(level)));
            level = if container {
                level + 1
            } else {
                level - random(level)
            };
        }
        let file = phone(&tree, "");
        let v = view(&file.spec);
        for n in v.nodes.iter().filter(|n| n.spec.is_actionable()) {
            assert!(!n.bounds.is_empty(), "{} {}\n{tree}", n.spec.class, n.bounds);
            let hit = v.hit(n.bounds.center()).map(|h| h.position);
            assert_eq!(
                hit,
                Some(n.position),
                "line {} {}\n{tree}",
                n.position + 1,
                n.bounds
            );
        }
        for n in &v.nodes {
            for c in &n.children {
                let inside = v.nodes[*c].bounds;
                assert_eq!(
                    inside.intersect(&n.bounds),
                    inside,
                    "a child leaves its parent\n{tree}"
                );
            }
        }
    }
}

#[test]
fn a_padded_dump_stays_well_formed() {
    for tree in ["FrameLayout", "FrameLayout\n  Button \"x\""] {
        let file = phone(tree, "");
        let v = view(&file.spec);
        let style = Style {
            at_least: 100_000,
            ..PLAIN
        };
        let xml = dump(&v, style);
        assert!((100_000..101_000).contains(&xml.len()), "{}", xml.len());
        assert_eq!(xml.matches("<node").count(), xml.matches("/>").count() + 1);
        assert!(xml.ends_with(" /></node></hierarchy>"), "{tree}");
        let first = if tree.len() > 12 { 1 } else { 0 };
        assert!(
            xml.contains(&format!("<node index=\"{first}\" text=\"Row {first}\"")),
            "{tree}"
        );
    }
}

#[test]
fn a_turned_display_is_laid_out_across() {
    let file = phone("FrameLayout #root\n  Button #a", "");
    let across = file.spec.hardware.display(3);
    let v = View::new(&file.spec.screens[0], &file.spec.state, None, &across);
    assert_eq!(bounds(&v, "root"), Rect::new(0, 0, 2400, 1080));
    assert_eq!(bounds(&v, "a").width(), 2400);
    assert!(dump(&v, PLAIN).contains("<hierarchy rotation=\"3\">"));
}
