//! Generated screens: layouts, lists with rows, buttons, toggles and fields, with few words and ids, so that
//! twins happen.

use proptest::prelude::*;
use proptest::sample::select;
use retap_cache::screen::{Flags, NodeAttrs, Rect, TreeBuilder, UiTree};

/// A node to be and all below it.
#[derive(Clone, Default)]
pub(crate) struct Sketch {
    class: &'static str,
    id: String,
    text: String,
    desc: String,
    hint: String,
    flags: Flags,
    below: Vec<Sketch>,
}

/// An outline, a line a node: a counter-example must be readable.
impl std::fmt::Debug for Sketch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut todo = vec![(self, 0)];
        while let Some((s, depth)) = todo.pop() {
            let indent = "  ".repeat(depth);
            let (class, id) = (s.class.rsplit('.').next().unwrap_or_default(), &s.id);
            write!(
                f,
                "\n{indent}{class} #{id} {:?} {:?} {:?}",
                s.text, s.desc, s.hint
            )?;
            if s.flags.has(Flags::CLICKABLE) {
                f.write_str(" clickable")?;
            }
            todo.extend(s.below.iter().rev().map(|b| (b, depth + 1)));
        }
        Ok(())
    }
}

/// How a screen is built with one node treated otherwise.
#[derive(Clone, Copy)]
enum Change<'a> {
    None,
    Without(usize),
    Reading(usize, &'a str),
}

impl Sketch {
    /// The whole screen.
    pub(crate) fn build(&self) -> UiTree {
        self.built(Change::None)
    }

    /// The screen without the node at a position in document order and all below it.
    pub(crate) fn without(&self, at: usize) -> UiTree {
        self.built(Change::Without(at))
    }

    /// The screen with another text on one node.
    pub(crate) fn reading(&self, at: usize, text: &str) -> UiTree {
        self.built(Change::Reading(at, text))
    }

    fn built(&self, change: Change<'_>) -> UiTree {
        let mut b = TreeBuilder::new();
        self.open(&mut b, &mut 0, change);
        b.finish()
    }

    fn open(&self, b: &mut TreeBuilder, next: &mut usize, change: Change<'_>) {
        let here = *next;
        if matches!(change, Change::Without(at) if at == here) {
            *next += self.len();
            return;
        }
        *next += 1;
        let top = here as i32 * 10;
        b.open(&NodeAttrs {
            class: self.class,
            id: &self.id,
            text: match change {
                Change::Reading(at, text) if at == here => text,
                _ => &self.text,
            },
            desc: &self.desc,
            hint: &self.hint,
            bounds: Rect::new(0, top, 1000, top + 10),
            flags: self.flags,
            ..NodeAttrs::default()
        });
        for child in &self.below {
            child.open(b, next, change);
        }
        b.close();
    }

    fn len(&self) -> usize {
        1 + self.below.iter().map(Sketch::len).sum::<usize>()
    }
}

/// A screen: a frame around a few parts.
pub(crate) fn screen() -> impl Strategy<Value = Sketch> {
    prop::collection::vec(part(), 1..5).prop_map(|below| layout("android.widget.FrameLayout", "", below))
}

/// A control or text, a list, or a layout around more of them.
fn part() -> impl Strategy<Value = Sketch> {
    prop_oneof![4 => leaf(), 1 => list()].prop_recursive(3, 24, 4, |inner| {
        let classes = select(vec![
            "android.widget.LinearLayout",
            "android.widget.FrameLayout",
            "android.view.View",
            "android.widget.ScrollView",
        ]);
        let below = prop::collection::vec(inner, 1..4);
        (classes, id(), below, prop::bool::weighted(0.2)).prop_map(|(class, id, below, clickable)| Sketch {
            flags: Flags::ENABLED.set(Flags::CLICKABLE, clickable),
            ..layout(class, &id, below)
        })
    })
}

/// Rows of one make, as an adapter fills them: same ids and buttons, other words.
fn list() -> impl Strategy<Value = Sketch> {
    let class = select(vec![
        "androidx.recyclerview.widget.RecyclerView",
        "android.widget.ListView",
    ]);
    let rows = prop::collection::vec((word(), data(), any::<bool>()), 1..5);
    (class, id(), rows, word(), any::<bool>()).prop_map(|(class, id, rows, action, clickable)| {
        let row = |(name, data, checked): (String, String, bool)| {
            let mut below = vec![text("name", name), text("", data)];
            below.push(Sketch {
                class: "android.widget.Button",
                id: "shop:id/act".to_owned(),
                text: action.clone(),
                flags: Flags::ENABLED.with(Flags::CLICKABLE),
                ..Sketch::default()
            });
            if !clickable {
                below.push(toggle(String::new(), String::new(), checked));
            }
            Sketch {
                flags: Flags::ENABLED.set(Flags::CLICKABLE, clickable),
                ..layout("android.widget.LinearLayout", "shop:id/row", below)
            }
        };
        Sketch {
            flags: Flags::ENABLED.with(Flags::SCROLLABLE),
            ..layout(class, &id, rows.into_iter().map(row).collect())
        }
    })
}

fn leaf() -> impl Strategy<Value = Sketch> {
    let button = (id(), words()).prop_map(|(id, text)| Sketch {
        class: "android.widget.Button",
        id,
        text,
        flags: Flags::ENABLED.with(Flags::CLICKABLE),
        ..Sketch::default()
    });
    let icon = (id(), words()).prop_map(|(id, desc)| Sketch {
        class: "android.widget.ImageButton",
        id,
        desc,
        flags: Flags::ENABLED.with(Flags::CLICKABLE),
        ..Sketch::default()
    });
    let field = (id(), words(), words()).prop_map(|(id, text, hint)| Sketch {
        class: "android.widget.EditText",
        id,
        text,
        hint,
        flags: Flags::ENABLED.with(Flags::CLICKABLE),
        ..Sketch::default()
    });
    let toggle = (id(), words(), any::<bool>()).prop_map(|(id, text, checked)| toggle(id, text, checked));
    let text = (id(), words()).prop_map(|(id, words)| text(&id, words));
    prop_oneof![3 => button, 1 => icon, 1 => field, 1 => toggle, 3 => text]
}

fn layout(class: &'static str, id: &str, below: Vec<Sketch>) -> Sketch {
    Sketch {
        class,
        id: id.to_owned(),
        flags: Flags::ENABLED,
        below,
        ..Sketch::default()
    }
}

fn text(id: &str, text: String) -> Sketch {
    Sketch {
        class: "android.widget.TextView",
        id: id.to_owned(),
        text,
        flags: Flags::ENABLED,
        ..Sketch::default()
    }
}

fn toggle(id: String, text: String, checked: bool) -> Sketch {
    Sketch {
        class: "android.widget.CheckBox",
        id,
        text,
        flags: Flags::ENABLED
            .with(Flags::CHECKABLE)
            .with(Flags::CLICKABLE)
            .set(Flags::CHECKED, checked),
        ..Sketch::default()
    }
}

/// None, one of few, or a bare one.
fn id() -> impl Strategy<Value = String> {
    let few = select(vec![
        "shop:id/a",
        "shop:id/b",
        "shop:id/c",
        "shop:id/d",
        "shop:id/e",
        "a",
        "name",
    ]);
    prop_oneof![3 => Just(String::new()), 2 => few.prop_map(str::to_owned), 2 => (0..40u8).prop_map(|n| format!("shop:id/n{n}"))]
}

fn word() -> impl Strategy<Value = String> {
    select(vec!["Pay", "Milk", "Bread", "Edit", "More"]).prop_map(str::to_owned)
}

/// What says when or how many.
fn data() -> impl Strategy<Value = String> {
    select(vec!["12:30", "5 min ago", "3", "$ 4.00", "3 items"]).prop_map(str::to_owned)
}

/// A name, data, or nothing.
fn words() -> impl Strategy<Value = String> {
    prop_oneof![5 => word(), 1 => data(), 2 => Just(String::new())]
}
