//! Benches of retap's hot paths: run them with `cargo bench -p retap-benches`.
//!
//! Here: screens to measure on. Times depend on the machine; compare within one run only.

pub mod proof;

use std::fmt::Write;

use retap_android::dump::{Dump, DumpError, DumpParser, Limits};

/// A stock dump of a list screen with so many rows, each a clickable container of three texts and a button.
pub fn list_dump(rows: usize) -> String {
    let mut xml =
        String::from("<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\">");
    node(
        &mut xml,
        0,
        "",
        "",
        "android.widget.FrameLayout",
        false,
        (0, 0, 1080, 2400),
        false,
    );
    node(
        &mut xml,
        0,
        "Orders",
        "shop:id/title",
        "android.widget.TextView",
        false,
        (0, 0, 1080, 100),
        true,
    );
    node(
        &mut xml,
        1,
        "",
        "shop:id/list",
        "androidx.recyclerview.widget.RecyclerView",
        false,
        (0, 100, 1080, 2400),
        false,
    );
    for row in 0..rows {
        let top = 100 + row as i32 * 120;
        let bounds = (0, top, 1080, top + 120);
        node(
            &mut xml,
            row,
            "",
            "shop:id/row",
            "android.widget.LinearLayout",
            true,
            bounds,
            false,
        );
        // Rows are called by words, as rows are; their prices are data.
        const NAMES: [&str; 10] = [
            "Milk", "Bread", "Eggs", "Salt", "Rice", "Tea", "Soap", "Oats", "Figs", "Corn",
        ];
        let name = format!(
            "{} {}",
            NAMES[row % 10],
            "&amp; more ".repeat(row / 10).trim_end()
        );
        for (i, text) in [
            name.trim_end().to_owned(),
            "In transit".to_owned(),
            format!("$ {row}.00"),
        ]
        .iter()
        .enumerate()
        {
            let id = ["shop:id/name", "shop:id/state", "shop:id/price"][i];
            node(
                &mut xml,
                i,
                text,
                id,
                "android.widget.TextView",
                false,
                bounds,
                true,
            );
        }
        node(
            &mut xml,
            3,
            "Track",
            "shop:id/track",
            "android.widget.Button",
            true,
            bounds,
            true,
        );
        xml.push_str("</node>");
    }
    xml.push_str("</node></node></hierarchy>");
    xml
}

/// A stock dump of about so many nodes with all kinds of elements: an id of its own, rows told apart by their words, the
/// same button in each row, an icon without any name, a switch.
pub fn mixed_dump(nodes: usize) -> String {
    const FIRST: [&str; 16] = [
        "Amber", "Birch", "Cedar", "Delta", "Ember", "Fjord", "Grove", "Haven", "Inlet", "Jetty", "Knoll",
        "Ledge", "Marsh", "North", "Ocean", "Prairie",
    ];
    let word = |i: usize| FIRST[i % FIRST.len()];
    let frame = (0, 0, 1080, 2400);
    let mut xml =
        String::from("<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\">");
    node(
        &mut xml,
        0,
        "",
        "",
        "android.widget.FrameLayout",
        false,
        frame,
        false,
    );
    node(
        &mut xml,
        0,
        "Depots",
        "shop:id/title",
        "android.widget.TextView",
        false,
        frame,
        true,
    );
    let list = "androidx.recyclerview.widget.RecyclerView";
    node(&mut xml, 1, "", "shop:id/list", list, false, frame, false);
    for row in 0..nodes.div_ceil(6) {
        let top = 100 + row as i32 * 120;
        let bounds = (0, top, 1080, top + 120);
        let own = format!("shop:id/row_{row}");
        let id = if row % 4 == 0 { own.as_str() } else { "shop:id/row" };
        node(
            &mut xml,
            row,
            "",
            id,
            "android.widget.LinearLayout",
            true,
            bounds,
            false,
        );
        let name = format!("{} {} {}", word(row), word(row / 16), word(row / 256));
        node(
            &mut xml,
            0,
            &name,
            "shop:id/name",
            "android.widget.TextView",
            false,
            bounds,
            true,
        );
        let state = if row % 3 == 0 { "Open" } else { "Closed for now" };
        node(
            &mut xml,
            1,
            state,
            "shop:id/state",
            "android.widget.TextView",
            false,
            bounds,
            true,
        );
        node(
            &mut xml,
            2,
            "Track",
            "shop:id/track",
            "android.widget.Button",
            true,
            bounds,
            true,
        );
        node(
            &mut xml,
            3,
            "",
            "",
            "android.widget.ImageView",
            true,
            bounds,
            true,
        );
        node(
            &mut xml,
            4,
            "",
            "shop:id/on",
            "android.widget.Switch",
            true,
            bounds,
            true,
        );
        xml.push_str("</node>");
    }
    xml.push_str("</node></node></hierarchy>");
    xml
}

/// Parses a dump in one piece.
pub fn parse(xml: &str) -> Result<Dump, DumpError> {
    let mut parser = DumpParser::new(Limits::default());
    parser.feed(xml.as_bytes())?;
    parser.finish()
}

#[expect(clippy::too_many_arguments, reason = "one line of a dump, in its order")]
fn node(
    xml: &mut String,
    index: usize,
    text: &str,
    id: &str,
    class: &str,
    clickable: bool,
    (l, t, r, b): (i32, i32, i32, i32),
    leaf: bool,
) {
    let end = if leaf { " />" } else { ">" };
    // Writing to a string can't fail.
    let _ = write!(
        xml,
        "<node index=\"{index}\" text=\"{text}\" resource-id=\"{id}\" class=\"{class}\" package=\"shop\" \
         content-desc=\"\" checkable=\"false\" checked=\"false\" clickable=\"{clickable}\" enabled=\"true\" \
         focusable=\"{clickable}\" focused=\"false\" scrollable=\"false\" long-clickable=\"false\" password=\"false\" \
         selected=\"false\" bounds=\"[{l},{t}][{r},{b}]\"{end}"
    );
}
