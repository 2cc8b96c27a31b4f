//! The kinds of change, hard on purpose, each with its truth.

use retap_cache::screen::{Family, Flags, NodeId, Rect, UiTree, label};
use retap_cache::text::is_volatile;

use super::draft::{Draft, Piece};

/// A way in which a screen changes between recording and replay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Change {
    /// Not at all.
    Unchanged,
    /// A sibling of the target's class and size, with a fresh label and no id, comes before it.
    SiblingInserted,
    /// The same, with the target's id.
    SameIdInserted,
    /// What stands before it goes.
    SiblingRemoved,
    /// The children of the nearest scroller, else the largest run of same-class siblings, are permuted.
    Reordered,
    /// One more wrapper around it.
    Wrapped,
    /// No node has an id any more.
    IdsStripped,
    /// Every id is another one.
    IdsRenamed,
    /// Every text is in another language, and that is known.
    Translated,
    /// What it says means something else, in the same language.
    MeaningChanged,
    /// It goes; a control of its class and size stands in its place.
    LookAlikeLeft,
    /// It goes, and nothing comes; what reads the same elsewhere stays.
    Removed,
    /// The item of the list that it stands in goes, or else the part of the screen right around it.
    RowRemoved,
    /// It stands in another row of its list now, and its own row is still there.
    OtherRow,
    /// It stands in another thing with an id of its own now, and its own is still there.
    OtherSection,
    /// An exact copy comes before it.
    TwinInserted,
    /// The display is turned and of another size.
    Resized,
    /// Numbers and other rows show other data.
    Refreshed,
}

impl Change {
    /// All of them, in the order of the table.
    pub const ALL: [Change; 18] = [
        Change::Unchanged,
        Change::SiblingInserted,
        Change::SameIdInserted,
        Change::SiblingRemoved,
        Change::Reordered,
        Change::Wrapped,
        Change::IdsStripped,
        Change::IdsRenamed,
        Change::Translated,
        Change::MeaningChanged,
        Change::LookAlikeLeft,
        Change::Removed,
        Change::RowRemoved,
        Change::OtherRow,
        Change::OtherSection,
        Change::TwinInserted,
        Change::Resized,
        Change::Refreshed,
    ];

    /// Its words in the table.
    pub const fn word(self) -> &'static str {
        match self {
            Change::Unchanged => "unchanged",
            Change::SiblingInserted => "sibling inserted",
            Change::SameIdInserted => "same-id sibling inserted",
            Change::SiblingRemoved => "sibling removed",
            Change::Reordered => "rows reordered",
            Change::Wrapped => "one more wrapper",
            Change::IdsStripped => "ids stripped",
            Change::IdsRenamed => "ids renamed",
            Change::Translated => "translated",
            Change::MeaningChanged => "other meaning",
            Change::LookAlikeLeft => "removed, look-alike left",
            Change::Removed => "removed",
            Change::RowRemoved => "removed with its row",
            Change::OtherRow => "moved to another row",
            Change::OtherSection => "moved to another section",
            Change::TwinInserted => "twin inserted",
            Change::Resized => "turned, other size",
            Change::Refreshed => "data refreshed",
        }
    }
}

/// What is right after a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Truth {
    /// This node.
    At(NodeId),
    /// No node at all.
    Nothing,
}

/// A changed screen.
#[derive(Debug, Clone)]
pub struct Case {
    /// The screen now.
    pub tree: UiTree,
    /// What is right.
    pub truth: Truth,
    /// Whether the language is that of the recording.
    pub same_locale: bool,
}

/// Words that no dump holds.
const FRESH: &str = "Quokka lounge";

impl Change {
    /// Changes the screen around a node. `None` if this kind of change doesn't apply to it.
    pub fn apply(self, tree: &UiTree, target: NodeId) -> Option<Case> {
        let at = target.position();
        let node = tree.get(target)?;
        let mut d = Draft::of(tree);
        let mut gone = false;
        match self {
            Change::Unchanged => {}
            Change::SiblingInserted | Change::SameIdInserted => {
                let mut new = Piece {
                    text: FRESH.to_owned(),
                    ..bare(d.piece(at))
                };
                if self == Change::SameIdInserted {
                    new.id.clone_from(&d.piece(at).id);
                    if new.id.is_empty() {
                        return None;
                    }
                }
                d.pieces[at].parent?;
                d.insert_before(at, new);
            }
            Change::SiblingRemoved => {
                let before = std::iter::once(at).chain(d.ancestors(at)).find_map(|i| {
                    let all = d.siblings(i);
                    let place = all.iter().position(|s| *s == i)?;
                    all.get(place.checked_sub(1)?).copied()
                })?;
                d.remove(before);
            }
            Change::Reordered => reorder(&mut d, at)?,
            Change::Wrapped => d.wrap(at, "android.widget.FrameLayout"),
            Change::IdsStripped => d.pieces.iter_mut().for_each(|p| p.id.clear()),
            Change::IdsRenamed => d
                .pieces
                .iter_mut()
                .filter(|p| !p.id.is_empty())
                .for_each(|p| p.id = renamed(&p.id)),
            Change::Translated => {
                for p in &mut d.pieces {
                    [&mut p.text, &mut p.desc, &mut p.hint]
                        .into_iter()
                        .for_each(|t| *t = translated(t));
                }
            }
            Change::MeaningChanged => {
                let said = label(node).filter(|l| !is_volatile(&l.text))?;
                // Its own words, else the first words below it that make it read otherwise.
                let tried = d.subtree(at).into_iter().find_map(|i| {
                    let mut changed = d.clone();
                    let p = &mut changed.pieces[i];
                    for t in [&mut p.desc, &mut p.text, &mut p.hint] {
                        if !t.is_empty() {
                            FRESH.clone_into(t);
                        }
                    }
                    let (tree, id) = changed.build(target);
                    let reads = label(tree.get(id?)?).map(|l| l.text);
                    (reads.as_ref() != Some(&said.text)).then_some(changed)
                });
                d = tried?;
                gone = true;
            }
            Change::LookAlikeLeft => {
                let old = d.piece(at).clone();
                old.parent?;
                let copy = bare(&old);
                // What has neither name nor id is told from its exact copy by nobody: there the copy has a name.
                let copy = match (label(node).is_some(), old.id.is_empty()) {
                    (true, _) if node.family() != Family::Field => Piece {
                        text: FRESH.to_owned(),
                        ..copy
                    },
                    (true, _) | (false, true) => Piece {
                        desc: FRESH.to_owned(),
                        ..copy
                    },
                    (false, false) => copy,
                };
                d.insert_before(at, copy);
                d.remove(at);
                gone = true;
            }
            Change::Removed => {
                d.pieces[at].parent?;
                d.remove(at);
                gone = true;
            }
            Change::RowRemoved => {
                let row = row_of(&d, at)?;
                d.pieces[row].parent?;
                d.remove(row);
                gone = true;
            }
            Change::OtherRow => {
                let list = |i: &usize| Family::of(&d.pieces[*i].class) == Family::List;
                let above: Vec<usize> = std::iter::once(at).chain(d.ancestors(at)).collect();
                // A row itself is the thing, wherever it stands.
                let row = above.windows(2).find(|w| list(&w[1])).filter(|w| w[0] != at)?[0];
                let other = d.siblings(row).iter().copied().find(|s| *s != row)?;
                // What alone names its row takes the name along.
                let own = d.subtree(at);
                let says = |i: &usize| {
                    let p = &d.pieces[*i];
                    Family::of(&p.class) != Family::Toggle && !(p.text.is_empty() && p.desc.is_empty())
                };
                d.subtree(row).into_iter().find(|i| !own.contains(i) && says(i))?;
                move_into(&mut d, at, other);
                gone = true;
            }
            Change::OtherSection => {
                let count = |id: &str| d.pieces.iter().filter(|p| p.id == id).count();
                let section = |i: &usize| {
                    let p = &d.pieces[*i];
                    !p.id.is_empty() && !p.id.starts_with("android:id/") && count(&p.id) == 1
                };
                let own = d.ancestors(at).find(section)?;
                let inside = d.subtree(own);
                // The frame of a screen is no section of it.
                tree.nodes()
                    .find(|n| n.is_actionable() && !inside.contains(&n.id().position()))?;
                let other = (0..d.pieces.len()).find(|i| {
                    section(i)
                        && !inside.contains(i)
                        && !d.subtree(*i).contains(&own)
                        && !d.pieces[*i].children.is_empty()
                })?;
                move_into(&mut d, at, other);
                gone = true;
            }
            Change::TwinInserted => {
                d.pieces[at].parent?;
                d.duplicate(at);
                gone = true;
            }
            Change::Resized => {
                for p in &mut d.pieces {
                    let r = p.bounds;
                    p.bounds = Rect::new(r.top * 2 / 3, r.left * 2 / 3, r.bottom * 2 / 3, r.right * 2 / 3);
                }
            }
            Change::Refreshed => refresh(&mut d, at, tree)?,
        }
        let (tree, id) = d.build(target);
        let truth = match id {
            Some(id) if !gone => Truth::At(id),
            _ => Truth::Nothing,
        };
        Some(Case {
            tree,
            truth,
            same_locale: self != Change::Translated,
        })
    }
}

/// Takes a piece out of where it stands and puts it at the end of another one.
fn move_into(d: &mut Draft, at: usize, into: usize) {
    d.remove(at);
    d.pieces[at].parent = Some(into);
    d.pieces[into].children.push(at);
}

/// A piece of the same class, size and abilities that is called nothing.
fn bare(p: &Piece) -> Piece {
    Piece {
        class: p.class.clone(),
        package: p.package.clone(),
        bounds: p.bounds,
        flags: p
            .flags
            .set(Flags::CHECKED, false)
            .set(Flags::SELECTED, false)
            .set(Flags::FOCUSED, false),
        ..Piece::default()
    }
}

/// The item of a list that a piece stands in, else what is right around it.
fn row_of(d: &Draft, at: usize) -> Option<usize> {
    let in_list = |i: &usize| {
        let up = d.pieces[*i].parent;
        up.is_some_and(|p| Family::of(&d.pieces[p].class) == Family::List)
    };
    let item = d.ancestors(at).find(in_list);
    item.or(d.pieces[at].parent)
}

/// Turns the order of what repeats around the target: no child stays in its place.
fn reorder(d: &mut Draft, at: usize) -> Option<()> {
    let scrolls = |i: &usize| {
        let p = &d.pieces[*i];
        p.flags.has(Flags::SCROLLABLE) || matches!(Family::of(&p.class), Family::List | Family::Scroll)
    };
    let scroller = d
        .ancestors(at)
        .find(|i| scrolls(i) && d.pieces[*i].children.len() > 1);
    if let Some(s) = scroller {
        d.pieces[s].children.rotate_left(1);
        return Some(());
    }
    // The largest run of siblings of one class on the way up.
    let (mut best, mut run): (Option<(Option<usize>, usize)>, usize) = (None, 1);
    for i in std::iter::once(at).chain(d.ancestors(at)) {
        let all = d.siblings(i);
        let mut start = 0;
        for end in 1..=all.len() {
            if end == all.len() || d.pieces[all[end]].class != d.pieces[all[start]].class {
                if end - start > run {
                    (best, run) = (Some((d.pieces[i].parent, start)), end - start);
                }
                start = end;
            }
        }
    }
    let (parent, start) = best?;
    let all = match parent {
        Some(p) => &mut d.pieces[p].children,
        None => &mut d.roots,
    };
    all.get_mut(start..start + run)?.rotate_left(1);
    Some(())
}

/// Other numbers everywhere, and other words in the rows that the target doesn't stand in. A target whose own
/// words are data is left out.
fn refresh(d: &mut Draft, at: usize, tree: &UiTree) -> Option<()> {
    let numbered = |t: &str| t.bytes().any(|b| b.is_ascii_digit());
    if label(tree.get(d.pieces[at].origin?)?).is_some_and(|l| numbered(&l.text)) {
        return None;
    }
    let above: Vec<usize> = std::iter::once(at).chain(d.ancestors(at)).collect();
    for i in 0..d.pieces.len() {
        let p = &mut d.pieces[i];
        if Family::of(&p.class) == Family::Field {
            continue;
        }
        for t in [&mut p.text, &mut p.desc] {
            if numbered(t) {
                *t = t
                    .chars()
                    .map(|c| {
                        c.to_digit(10)
                            .map_or(c, |n| char::from(b'0' + ((n + 3) % 10) as u8))
                    })
                    .collect();
            }
        }
    }
    let list = above
        .iter()
        .copied()
        .find(|i| Family::of(&d.pieces[*i].class) == Family::List);
    for row in list.map(|l| d.pieces[l].children.clone()).unwrap_or_default() {
        if above.contains(&row) {
            continue;
        }
        for i in d.subtree(row) {
            let p = &mut d.pieces[i];
            // A control in a row says the same in each; its other words are the row's data.
            if !p.flags.has(Flags::CLICKABLE) && !p.text.is_empty() {
                p.text = format!("{FRESH} {row}");
            }
        }
    }
    Some(())
}

fn renamed(id: &str) -> String {
    let (package, tail) = id.split_once(":id/").map_or(("", id), |(p, t)| (p, t));
    let tail: String = tail.chars().rev().collect();
    if package.is_empty() {
        format!("q_{tail}")
    } else {
        format!("{package}:id/q_{tail}")
    }
}

/// Other letters for the same words, so that no word of one language stands in the other.
fn translated(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            'a'..='z' | 'A'..='Z' => char::from_u32(u32::from(c) + 0x1_D3).unwrap_or(c),
            c if c.is_alphabetic() => char::from_u32(u32::from(c) ^ 1)
                .filter(|c| c.is_alphabetic())
                .unwrap_or('ж'),
            c => c,
        })
        .collect()
}

#[cfg(test)]
mod tests;
