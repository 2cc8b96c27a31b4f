//! What is right in a second dump, as far as raw attributes tell. Where they don't, it says so.

use retap_cache::screen::Node;

use super::raw::{Same, Seen, Sight, compare};

/// What is known about the counterpart of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Known<'t> {
    /// It is this one.
    At(Node<'t>),
    /// There is none, and why.
    Nothing(&'static str),
    /// Nothing can be said, and why.
    Open(&'static str),
}

/// What becomes of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The node that is known to be right.
    Right,
    /// None although one is known.
    Missed,
    /// None, and none is right.
    RightlyNothing,
    /// None, and nothing is known.
    Silent,
    /// A node of which nothing is known, and that looks and reads the same.
    Unjudged,
    /// Another node, or one where none is right.
    Wrong,
}

/// What is known about the counterpart in `b` of a node of `a`.
///
/// An id or words that are unique in both dumps name it, and they must not name two. In the same language an id
/// with other words means another thing now. What is unique in neither way is known by the words around it.
pub(super) fn know<'t>(a: &Sight<'_>, node: Node<'_>, b: &Sight<'t>, same_locale: bool) -> Known<'t> {
    let me = a.at(node);
    let has_id = |s: &Seen| !me.id.is_empty() && s.id == me.id;
    let unique = a.only(has_id).is_some();
    let by_id = b.only(has_id).filter(|_| unique);
    if let Some(x) = by_id
        && b.at(x).role != me.role
    {
        return Known::Open("same id on another kind of element");
    }
    if !same_locale {
        return match by_id {
            Some(x) => Known::At(x),
            None if unique && b.all(has_id).is_empty() => Known::Nothing("its id is gone"),
            None => Known::Open("no id of its own in another language"),
        };
    }
    let reads = |s: &Seen| !me.words.is_empty() && s.role == me.role && s.words == me.words;
    let by_words = b.only(reads).filter(|_| a.only(reads).is_some());
    let known = match (by_id, by_words) {
        (Some(x), Some(y)) if x == y => Known::At(x),
        (Some(_), Some(_)) => Known::Open("id and words name two nodes"),
        (Some(x), None) => match compare(&me.words, &b.at(x).words) {
            Same::Yes | Same::Numbers => Known::At(x),
            Same::Unsure => Known::Open("same id, other data"),
            Same::No => Known::Nothing("same id, other words"),
        },
        (None, Some(y)) if other_id(me, b.at(y)) => Known::Open("same words, other id"),
        (None, Some(y)) => Known::At(y),
        (None, None) => by_surroundings(a, me, b),
    };
    match known {
        Known::At(x) => in_the_same_row(me, b.at(x)).map_or(known, |not| not),
        known => known,
    }
}

/// Judges an answer to the question for a node of `a` in `b`.
pub(super) fn judge(
    a: &Sight<'_>,
    node: Node<'_>,
    b: &Sight<'_>,
    same_locale: bool,
    answer: Option<Node<'_>>,
) -> Verdict {
    let known = know(a, node, b, same_locale);
    match (answer, known) {
        (Some(x), Known::At(t)) if x == t => Verdict::Right,
        (Some(_), Known::At(_) | Known::Nothing(_)) => Verdict::Wrong,
        (Some(x), Known::Open(_)) => {
            let (was, now) = (a.at(node), b.at(x));
            let reads_otherwise = same_locale && compare(&was.words, &now.words) == Same::No;
            if was.role != now.role || reads_otherwise {
                Verdict::Wrong
            } else {
                Verdict::Unjudged
            }
        }
        (None, Known::At(_)) => Verdict::Missed,
        (None, Known::Nothing(_)) => Verdict::RightlyNothing,
        (None, Known::Open(_)) => Verdict::Silent,
    }
}

/// One of several alike, known by all the words of what stands around it.
fn by_surroundings<'t>(a: &Sight<'_>, me: &Seen, b: &Sight<'t>) -> Known<'t> {
    let same = |s: &Seen| s.role == me.role && s.id == me.id && s.words == me.words && s.around == me.around;
    if let Some(x) = b.only(same).filter(|_| a.only(same).is_some()) {
        return Known::At(x);
    }
    let maybe = |s: &Seen| s.role == me.role && compare(&s.words, &me.words) != Same::No;
    if !me.words.is_empty() && b.all(maybe).is_empty() {
        return Known::Nothing("its words are gone");
    }
    Known::Open("one of several alike, or nameless")
}

/// The same button in a row that says something else belongs to another thing.
fn in_the_same_row<'t>(me: &Seen, now: &Seen) -> Option<Known<'t>> {
    match (&me.row, &now.row) {
        (Some(was), Some(is)) if compare(was, is) == Same::No => {
            if was.iter().any(|w| is.contains(w)) {
                Some(Known::Open("its row says other things too"))
            } else {
                Some(Known::Nothing("it stands in another row"))
            }
        }
        _ => None,
    }
}

fn other_id(a: &Seen, b: &Seen) -> bool {
    !a.id.is_empty() && !b.id.is_empty() && a.id != b.id
}
