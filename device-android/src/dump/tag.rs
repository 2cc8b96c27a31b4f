//! One whole tag: names and attributes by quick-xml, meaning by name and never by position.

use std::borrow::Cow;

use quick_xml::events::BytesStart;
use retap_cache::screen::{Flags, NodeAttrs, Rect};

use super::entity::resolve;

/// How many attributes a tag may have; dumps have 20. The check for doubled ones looks at each pair.
const MOST_ATTRIBUTES: usize = 256;

/// A tag taken apart.
pub(crate) enum Tag<'t> {
    Open { start: BytesStart<'t>, closed: bool },
    Close { name: &'t str },
}

/// Takes a tag apart. `text` has its brackets.
pub(crate) fn split(text: &str) -> Result<Tag<'_>, String> {
    let inner = text
        .strip_prefix('<')
        .and_then(|t| t.strip_suffix('>'))
        .unwrap_or(text);
    if let Some(name) = inner.strip_prefix('/') {
        return Ok(Tag::Close {
            name: name.trim_end(),
        });
    }
    let (content, closed) = match inner.strip_suffix('/') {
        Some(content) => (content, true),
        None => (inner, false),
    };
    let name_len = content
        .find(|c: char| c.is_ascii_whitespace())
        .unwrap_or(content.len());
    let name = content.get(..name_len).unwrap_or_default();
    if name.is_empty() || name.contains(['=', '"', '\'', '&', '/']) {
        return Err(format!("`{}` is no element name", clip(name)));
    }
    Ok(Tag::Open {
        start: BytesStart::from_content(content, name_len),
        closed,
    })
}

/// Calls `each` with every attribute, references resolved.
fn attributes<'t>(start: &'t BytesStart<'_>, mut each: impl FnMut(&str, Cow<'t, str>)) -> Result<(), String> {
    for (count, attribute) in start.attributes().enumerate() {
        if count >= MOST_ATTRIBUTES {
            return Err(format!("more than {MOST_ATTRIBUTES} attributes in one tag"));
        }
        let attribute = attribute.map_err(|e| e.to_string())?;
        let value = match attribute.value {
            Cow::Borrowed(raw) => resolve(raw),
            Cow::Owned(raw) => Cow::Owned(resolve(&raw).into_owned()),
        };
        each(attribute.key.0, value);
    }
    Ok(())
}

/// `rotation` of a root element: 0 to 3, and 0 for anything else.
pub(crate) fn rotation(start: &BytesStart<'_>) -> Result<u8, String> {
    let mut turns = 0;
    attributes(start, |name, value| {
        if name == "rotation" {
            turns = value.trim().parse().ok().filter(|r| *r <= 3).unwrap_or(0);
        }
    })?;
    Ok(turns)
}

/// Checks the attributes of an element whose values nobody asks for.
pub(crate) fn check(start: &BytesStart<'_>) -> Result<(), String> {
    attributes(start, |_, _| {})
}

#[derive(Default)]
struct Values<'t> {
    class: Cow<'t, str>,
    id: Cow<'t, str>,
    package: Cow<'t, str>,
    text: Cow<'t, str>,
    desc: Cow<'t, str>,
    hint: Cow<'t, str>,
}

/// Calls `take` with the node that a tag describes. `None` if it describes none: an element that is named
/// after its class is told from a wrapper by its bounds.
pub(crate) fn node<T>(
    start: &BytesStart<'_>,
    take: impl FnOnce(&NodeAttrs<'_>) -> T,
) -> Result<Option<T>, String> {
    let by_class = start.name().0 != "node";
    let mut v = Values::default();
    let (mut index, mut bounds, mut flags) = (0, None, Flags::NONE);
    attributes(start, |name, value| match name {
        "class" => v.class = value,
        "resource-id" => v.id = value,
        "package" => v.package = value,
        "text" => v.text = value,
        "content-desc" => v.desc = value,
        // `hintText` is Maestro's name for it.
        "hint" | "hintText" => v.hint = value,
        "index" => index = value.trim().parse().unwrap_or(0),
        // Malformed bounds stand in hand-made files only; such a node is there, but can't be touched.
        "bounds" => bounds = Some(Rect::parse(&value).unwrap_or_default()),
        // `displayed` is Appium's name for it.
        "visible-to-user" | "displayed" if value == "false" => flags = flags.with(Flags::INVISIBLE),
        _ => {
            if let (Some(flag), "true") = (flag(name), value.as_ref()) {
                flags = flags.with(flag);
            }
        }
    })?;
    if by_class && bounds.is_none() {
        return Ok(None);
    }
    if by_class && v.class.is_empty() {
        v.class = Cow::Borrowed(start.name().0);
    }
    Ok(Some(take(&NodeAttrs {
        class: &v.class,
        id: &v.id,
        package: &v.package,
        text: &v.text,
        desc: &v.desc,
        hint: &v.hint,
        index,
        bounds: bounds.unwrap_or_default(),
        flags,
    })))
}

fn flag(name: &str) -> Option<Flags> {
    Some(match name {
        "checkable" => Flags::CHECKABLE,
        "checked" => Flags::CHECKED,
        "clickable" => Flags::CLICKABLE,
        "enabled" => Flags::ENABLED,
        "focusable" => Flags::FOCUSABLE,
        "focused" => Flags::FOCUSED,
        "scrollable" => Flags::SCROLLABLE,
        "long-clickable" => Flags::LONG_CLICKABLE,
        "password" => Flags::PASSWORD,
        "selected" => Flags::SELECTED,
        _ => return None,
    })
}

/// At most 40 characters of a name for a message.
pub(crate) fn clip(text: &str) -> String {
    text.chars().take(40).collect()
}
