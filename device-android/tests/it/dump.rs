//! Dialects, entities, noise and chunking: what becomes a tree, and which.

use retap_android::dump::{Dump, DumpParser, Limits, Status, parse_file};
use retap_cache::screen::{Flags, Rect};

const STOCK: &str = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"1\">\
    <node NAF=\"true\" index=\"0\" text=\"\" resource-id=\"\" class=\"android.widget.FrameLayout\" \
    package=\"com.a\" content-desc=\"\" checkable=\"false\" checked=\"false\" clickable=\"true\" enabled=\"true\" \
    focusable=\"false\" focused=\"false\" scrollable=\"false\" long-clickable=\"false\" password=\"false\" \
    selected=\"false\" bounds=\"[0,0][2400,1080]\">\
    <node index=\"3\" text=\"It&apos;s &lt;b&gt; &amp; &quot;c&quot;&#10;&#128512;\" resource-id=\"com.a:id/t\" \
    class=\"android.widget.TextView\" package=\"com.a\" content-desc=\"d > e\" checkable=\"true\" checked=\"true\" \
    clickable=\"false\" enabled=\"true\" focusable=\"true\" focused=\"true\" scrollable=\"true\" \
    long-clickable=\"true\" password=\"true\" selected=\"true\" bounds=\"[-5,-6][7,8]\" /></node>\
    </hierarchy>UI hierchary dumped to: /dev/tty\n";

const WINDOWS: &str = "<?xml version='1.0' ?>\r\n<displays>\r\n<display id='0'><window index='0' title='StatusBar' \
    active='false'><hierarchy rotation='3'><node class='A' package='com.sys'/></hierarchy>\
    <window title='child'><hierarchy rotation='0'><node class='B'><node class='C'/></node></hierarchy></window>\
    </window></display><display id='2'/></displays> tail </displays>";

const APPIUM: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- by a tool: > <hierarchy> -->\n\
    <!DOCTYPE hierarchy [ <!ENTITY x \"<hierarchy>\"> ]>\n<hierarchy index=\"0\" class=\"hierarchy\" \
    rotation=\"0\" width=\"1080\" height=\"2400\">\n  <android.widget.FrameLayout package=\"com.a\" \
    displayed=\"true\" bounds=\"[0,0][1,1]\">\n    <com.a.Outer.Inner class=\"com.a.Outer$Inner\" \
    displayed=\"false\" text='&x;' bounds='[0,0][1,1]'></com.a.Outer.Inner>\n  </android.widget.FrameLayout>\n</hierarchy>\n";

fn parse(text: &str) -> Dump {
    parse_file(text.as_bytes()).unwrap()
}

fn classes(dump: &Dump) -> String {
    dump.tree
        .nodes()
        .map(|n| format!("{}{}", "-".repeat(n.depth()), n.class()))
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn a_stock_dump_with_everything_in_it() {
    let dump = parse(STOCK);
    assert_eq!((dump.tree.rotation(), dump.tree.len()), (1, 2));
    assert_eq!(dump.trailing, "UI hierchary dumped to: /dev/tty\n");
    let root = dump.tree.roots().next().unwrap();
    assert_eq!(
        (root.class(), root.package(), root.text()),
        ("android.widget.FrameLayout", "com.a", "")
    );
    assert_eq!(
        (root.bounds(), root.is(Flags::CLICKABLE)),
        (Rect::new(0, 0, 2400, 1080), true)
    );
    assert!(root.is(Flags::ENABLED) && !root.is(Flags::CHECKABLE) && !root.is(Flags::INVISIBLE));
    let text = dump.tree.nodes().nth(1).unwrap();
    assert_eq!((text.text(), text.desc()), ("It's <b> & \"c\"\n😀", "d > e"));
    assert_eq!(
        (text.resource_id(), text.index(), text.depth()),
        ("com.a:id/t", 3, 1)
    );
    assert_eq!(text.bounds(), Rect::new(-5, -6, 7, 8));
    let all = [
        Flags::CHECKABLE,
        Flags::CHECKED,
        Flags::FOCUSABLE,
        Flags::FOCUSED,
        Flags::SCROLLABLE,
        Flags::LONG_CLICKABLE,
        Flags::PASSWORD,
        Flags::SELECTED,
    ];
    assert!(all.into_iter().all(|f| text.is(f)) && !text.is(Flags::CLICKABLE));
}

#[test]
fn every_window_of_a_windows_dump_has_its_roots() {
    let dump = parse(WINDOWS);
    assert_eq!(classes(&dump), "A B -C");
    assert_eq!(
        (dump.tree.rotation(), dump.trailing.as_str()),
        (3, " tail </displays>")
    );
}

#[test]
fn elements_named_by_class_are_nodes() {
    let dump = parse(APPIUM);
    assert_eq!(classes(&dump), "android.widget.FrameLayout -com.a.Outer$Inner");
    let inner = dump.tree.nodes().nth(1).unwrap();
    // Entities of a DOCTYPE are never expanded.
    assert_eq!((inner.text(), inner.is(Flags::INVISIBLE)), ("&x;", true));
}

#[test]
fn an_element_that_is_no_node_leaves_what_it_holds_where_it_is() {
    let dump = parse("<hierarchy><a bounds='[0,0][1,1]'><extra><b bounds=''/></extra><c/></a></hierarchy>");
    assert_eq!(classes(&dump), "a -b");
}

#[test]
fn small_differences_between_dialects() {
    let node = |attributes: &str| parse(&format!("<hierarchy><node {attributes}/></hierarchy>"));
    let first = |d: &Dump| format!("{:?}", d.tree.roots().next().unwrap());
    let want = first(&node("class=\"C\" text=\"a\" bounds=\"[1,2][3,4]\""));
    for same in [
        "class='C' text='a' bounds='[1,2][3,4]'",
        "bounds = \"[1,2][3,4]\"\n\ttext = 'a'   class=\"C\" ",
        "class=\"C\" drawing-order=\"1\" display-id=\"0\" text=\"a\" bounds=\"[1,2][3,4]\" extra:x=\"y\"",
    ] {
        assert_eq!(first(&node(same)), want, "{same}");
    }
    assert!(
        node("visible-to-user=\"false\"")
            .tree
            .nodes()
            .all(|n| n.is(Flags::INVISIBLE))
    );
    assert!(
        node("visible-to-user=\"true\"")
            .tree
            .nodes()
            .all(|n| !n.is(Flags::INVISIBLE))
    );
    for hint in ["hint='City'", "hintText='City'"] {
        assert_eq!(node(hint).tree.roots().next().unwrap().hint(), "City");
    }
    for odd in ["bounds='what'", "bounds=''", "index='x'", "bounds='[0,0][1,1'"] {
        let dump = node(odd);
        let n = dump.tree.roots().next().unwrap();
        assert!(n.bounds().is_empty() && n.index() == 0, "{odd}");
    }
    let inverted = node("bounds='[10,10][5,20]'");
    assert_eq!(
        inverted.tree.roots().next().unwrap().bounds(),
        Rect::new(10, 10, 5, 20)
    );
}

#[test]
fn a_bad_character_costs_itself_only() {
    let table: [(&[u8], &str); 4] = [
        (b"text='a&#55357;b'", "a\u{FFFD}b"),
        (b"text='&#xD83D;&#xDE00;'", "😀"),
        (b"text='a\xE0\x0Ab'", "a\u{FFFD} b"),
        (b"text='&#0;&#1114112;&unknown;&'", "\u{FFFD}\u{FFFD}&unknown;&"),
    ];
    for (attribute, want) in table {
        let dump = [b"<hierarchy><node ", attribute, b"/></hierarchy>"].concat();
        assert_eq!(
            parse_file(&dump).unwrap().tree.roots().next().unwrap().text(),
            want
        );
    }
}

#[test]
fn noise_around_a_dump_is_kept_for_diagnosis_and_changes_nothing() {
    let want = parse(STOCK).tree;
    let body = STOCK.strip_suffix("UI hierchary dumped to: /dev/tty\n").unwrap();
    for before in [
        "",
        "\u{FEFF}",
        "UI hierchary dumped to: /dev/tty\n",
        "java.io.IOException: /sys/board_info (Permission denied)\n\tat a.B.<init>(B.java:1)\n",
        "WARNING: linker: <a> ERROR: could not get idle state.\r\r\n",
        "<!-- <hierarchy> -->",
        "< <h <hier <?xm <?",
    ] {
        for after in [
            "",
            "\r\n",
            "ERROR: null root node\n</hierarchy>",
            "<hierarchy>Killed",
        ] {
            let dump = parse(&format!("{before}{body}{after}"));
            assert_eq!(dump.tree, want, "{before:?} {after:?}");
            assert_eq!(dump.trailing, after);
        }
    }
}

#[test]
fn an_error_word_inside_a_tree_is_a_label() {
    let dump =
        parse("<hierarchy><node text='Killed'/><node text='ERROR: could not get idle state.'/></hierarchy>");
    assert_eq!(dump.tree.len(), 2);
}

#[test]
fn saved_files_come_in_several_encodings_and_line_ends() {
    let text = "<?xml version='1.0' encoding='UTF-8'?>\n<hierarchy>\n<node text='Grüße 😀'/>\n</hierarchy>\n";
    let want = parse(text).tree;
    let utf16 = |mark: [u8; 2], unit: fn(u16) -> [u8; 2]| {
        mark.into_iter()
            .chain(text.encode_utf16().flat_map(unit))
            .collect::<Vec<u8>>()
    };
    for file in [
        [b"\xEF\xBB\xBF", text.as_bytes()].concat(),
        utf16([0xFF, 0xFE], u16::to_le_bytes),
        utf16([0xFE, 0xFF], u16::to_be_bytes),
        text.replace('\n', "\r\n").into_bytes(),
        text.replace('\n', "\r\r\n").into_bytes(),
    ] {
        assert_eq!(parse_file(&file).unwrap().tree, want);
    }
}

#[test]
fn any_chunking_gives_the_identical_tree_at_the_last_byte_of_the_root() {
    let noisy = format!("UI noise <init> <hierarch\n{STOCK}  mCurrentFocus=null\n");
    let tiny = "<hierarchy rotation='0' />tail";
    for sample in [STOCK, WINDOWS, APPIUM, noisy.as_str(), tiny] {
        let want = parse(sample);
        let bytes = sample.as_bytes();
        let whole = bytes.len() - want.trailing.len();
        for size in 1..=bytes.len() {
            let mut parser = DumpParser::new(Limits::default());
            let mut fed = 0;
            for chunk in bytes.chunks(size) {
                fed += chunk.len();
                let status = parser.feed(chunk).unwrap();
                let due = if fed >= whole {
                    Status::Complete
                } else {
                    Status::More
                };
                assert_eq!(status, due, "chunks of {size}, {fed} of {whole} bytes");
            }
            assert_eq!(parser.received(), whole);
            let got = parser.finish().unwrap();
            assert_eq!(
                (&got.tree, &got.leading, &got.trailing),
                (&want.tree, &want.leading, &want.trailing)
            );
        }
    }
}

#[test]
fn depth_and_breadth_cost_no_stack() {
    let deep = format!(
        "<hierarchy>{}{}</hierarchy>",
        "<node class='n'>".repeat(6000),
        "</node>".repeat(6000)
    );
    let dump = parse(&deep);
    assert_eq!(dump.tree.len(), 6000);
    assert_eq!(dump.tree.nodes().next_back().unwrap().depth(), 5999);
    let broad = format!(
        "<hierarchy><node>{}</node></hierarchy>",
        "<node class='n' />".repeat(8000)
    );
    let dump = parse(&broad);
    assert_eq!(dump.tree.roots().next().unwrap().children().count(), 8000);
}
