//! The XML of `uiautomator dump`, in the dialect of the stock dumper.
//!
//! Header, attribute order and escapes are those of Android's own dumper (AOSP `AccessibilityNodeInfoDumper`):
//! one line, a header in single quotes, `NAF` first, leaves closed by ` />`.

use std::fmt::Write;

use retap_cache::screen::{Family, Flags};

use super::view::{View, ViewNode};

/// Classes that the stock dumper never marks as `NAF`.
const NEVER_NAF: [&str; 4] = ["GridView", "GridLayout", "ListView", "TableLayout"];

/// How a view is written.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Style {
    /// Leaves out views that aren't important for accessibility, as `--compressed` does; their children move up.
    pub(crate) compressed: bool,
    /// The least number of bytes: views off the screen make it up.
    pub(crate) at_least: usize,
}

/// The dump of a view.
pub(crate) fn dump(view: &View<'_>, style: Style) -> String {
    let rotation = view.rotation;
    let mut out = format!(
        "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"{rotation}\">"
    );
    if let Some(root) = view.nodes.first() {
        node(&mut out, view, root, root.index, style.compressed);
    }
    pad(&mut out, view, style.at_least);
    out.push_str("</hierarchy>");
    out
}

/// Puts further children at the end of the root until the dump is that large.
fn pad(out: &mut String, view: &View<'_>, at_least: usize) {
    const END: &str = "</node>";
    let Some(root) = view.nodes.first().filter(|_| out.len() < at_least) else {
        return;
    };
    if out.ends_with(END) {
        out.truncate(out.len() - END.len());
    } else {
        out.truncate(out.len() - " />".len());
        out.push('>');
    }
    let top = root.bounds.bottom;
    for number in root.children.len().. {
        if out.len() >= at_least {
            break;
        }
        let y = top + (number as i32 % 100_000) * 10;
        let _ = write!(
            out,
            "<node index=\"{number}\" text=\"Row {number}\" resource-id=\"{package}:id/row\" \
             class=\"android.widget.TextView\" package=\"{package}\" content-desc=\"\" checkable=\"false\" \
             checked=\"false\" clickable=\"false\" enabled=\"true\" focusable=\"false\" focused=\"false\" \
             scrollable=\"false\" long-clickable=\"false\" password=\"false\" selected=\"false\" \
             bounds=\"[0,{y}][100,{bottom}]\" />",
            package = view.package,
            bottom = y + 10,
        );
    }
    out.push_str(END);
}

fn node(out: &mut String, view: &View<'_>, n: &ViewNode<'_>, index: usize, compressed: bool) {
    out.push_str("<node");
    if is_naf(view, n) {
        out.push_str(" NAF=\"true\"");
    }
    attribute(out, "index", &index.to_string());
    for (name, value) in [
        ("text", n.text.as_str()),
        ("resource-id", &n.spec.id),
        ("class", &n.spec.class),
        ("package", view.package),
        ("content-desc", &n.desc),
    ] {
        attribute(out, name, value);
    }
    for (name, flag) in [
        ("checkable", Flags::CHECKABLE),
        ("checked", Flags::CHECKED),
        ("clickable", Flags::CLICKABLE),
        ("enabled", Flags::ENABLED),
        ("focusable", Flags::FOCUSABLE),
        ("focused", Flags::FOCUSED),
        ("scrollable", Flags::SCROLLABLE),
        ("long-clickable", Flags::LONG_CLICKABLE),
        ("password", Flags::PASSWORD),
        ("selected", Flags::SELECTED),
    ] {
        attribute(out, name, if n.flags.has(flag) { "true" } else { "false" });
    }
    attribute(out, "bounds", &n.bounds.to_string());
    let mut children = Vec::new();
    collect(&mut children, view, n, compressed);
    if children.is_empty() {
        out.push_str(" />");
        return;
    }
    out.push('>');
    for (number, child) in children.into_iter().enumerate() {
        // Plain dumps keep the number in the original child list, so invisible siblings leave gaps.
        node(
            out,
            view,
            child,
            if compressed { number } else { child.index },
            compressed,
        );
    }
    out.push_str("</node>");
}

/// The children that are written: not the invisible ones, and for a compressed dump not-important ones are
/// replaced by what they hold.
fn collect<'v, 's>(
    into: &mut Vec<&'v ViewNode<'s>>,
    view: &'v View<'s>,
    n: &'v ViewNode<'s>,
    compressed: bool,
) {
    for child in n
        .children
        .iter()
        .map(|c| &view.nodes[*c])
        .filter(|c| !c.flags.has(Flags::INVISIBLE))
    {
        if compressed && !is_important(child) {
            collect(into, view, child, true);
        } else {
            into.push(child);
        }
    }
}

fn is_important(n: &ViewNode<'_>) -> bool {
    n.spec.is_actionable()
        || !n.text.is_empty()
        || !n.desc.is_empty()
        || n.flags.has(Flags::SCROLLABLE)
        || n.flags.has(Flags::FOCUSABLE)
        || !matches!(n.spec.family(), Family::View | Family::Image)
}

/// "Not accessibility friendly": clickable, and no label on it or below it.
fn is_naf(view: &View<'_>, n: &ViewNode<'_>) -> bool {
    fn is_silent(view: &View<'_>, n: &ViewNode<'_>) -> bool {
        n.text.is_empty() && n.desc.is_empty() && n.children.iter().all(|c| is_silent(view, &view.nodes[*c]))
    }
    n.flags.has(Flags::CLICKABLE)
        && n.flags.has(Flags::ENABLED)
        && !NEVER_NAF.iter().any(|c| n.spec.class.ends_with(c))
        && is_silent(view, n)
}

fn attribute(out: &mut String, name: &str, value: &str) {
    out.push(' ');
    out.push_str(name);
    out.push_str("=\"");
    for c in value.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // Line ends stay what they are; characters above the basic plane go by number.
            '\n' | '\r' | '\t' | '\u{10000}'.. => {
                let _ = write!(out, "&#{};", c as u32);
            }
            '\0'..'\u{20}' | '\u{7f}'..='\u{84}' | '\u{86}'..='\u{9f}' | '\u{fdd0}'..='\u{fddf}' => {
                out.push('.')
            }
            c => out.push(c),
        }
    }
    out.push('"');
}
