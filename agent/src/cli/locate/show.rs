//! Nodes and points in words and as JSON.

use std::io::Write;

use retap_cache::feature::{NoTap, TapPoint};
use retap_cache::screen::{Node, Rect, label};
use serde_json::{Value, json};

use crate::ground::role;

/// `button "Login" #login [40,700][1040,820]`.
pub(super) fn node(n: Node<'_>) -> String {
    let mut out = role(n).to_owned();
    if let Some(l) = label(n) {
        out.push_str(&format!(" {}", quote(&l.text)));
    }
    if !n.resource_id().is_empty() {
        out.push_str(&format!(" #{}", bare_id(n.resource_id())));
    }
    format!("{out} {}", n.bounds())
}

/// The line that answers: the node, its bounds, where to tap.
pub(super) fn line(n: Node<'_>, tap: &Result<TapPoint<'_>, NoTap>) -> String {
    match tap {
        Ok(p) => format!("{} tap {},{}", node(n), p.at.x, p.at.y),
        Err(why) => format!("{} no tap: {why}", node(n)),
    }
}

/// The same as JSON.
pub(super) fn node_json(n: Node<'_>) -> Value {
    let mut out = json!({"role": role(n), "class": n.class(), "bounds": rect(n.bounds())});
    if let Some(l) = label(n) {
        out["label"] = l.text.into();
    }
    if !n.resource_id().is_empty() {
        out["id"] = n.resource_id().into();
    }
    out
}

/// Adds where to tap, or why that can't be.
pub(super) fn tap_json(out: &mut Value, tap: &Result<TapPoint<'_>, NoTap>) {
    match tap {
        Ok(p) => out["tap"] = json!([p.at.x, p.at.y]),
        Err(why) => out["no_tap"] = why.to_string().into(),
    }
}

/// `[l,t,r,b]`.
pub(super) fn rect(r: Rect) -> [i32; 4] {
    [r.left, r.top, r.right, r.bottom]
}

/// A resource-id without its package.
pub(super) fn bare_id(id: &str) -> String {
    id.rsplit('/')
        .next()
        .unwrap_or(id)
        .replace(char::is_whitespace, "_")
}

/// JSON's quoting: whatever a label holds, it ends at its own quote and stays on its line.
pub(super) fn quote(text: &str) -> String {
    Value::from(text).to_string()
}

/// Prints an answer.
pub(super) fn print(text: &str) {
    let mut out = anstream::stdout();
    let _ = writeln!(out, "{text}");
    let _ = out.flush();
}
