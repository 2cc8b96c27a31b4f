//! The elements of a dump: which tags are nodes, what is open, when the root is closed.

use retap_cache::screen::{TreeBuilder, UiTree};

use super::tag::{self, Tag, clip};
use super::{DumpError, Limits};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Element {
    Displays,
    /// Anything in a `--windows` dump that is no node: displays, windows.
    Frame,
    Hierarchy,
    Node,
    /// An element among the nodes that is none; what it holds belongs to the node around it.
    Wrapper,
}

/// What is wrong with a tag: its own markup, or what it does to the dump.
pub(crate) enum Fault {
    Markup(String),
    Whole(DumpError),
}

impl From<String> for Fault {
    fn from(what: String) -> Self {
        Fault::Markup(what)
    }
}

/// The tree so far and what is open in it.
#[derive(Debug)]
pub(crate) struct Body {
    limits: Limits,
    builder: TreeBuilder,
    /// The open elements, with where their names begin in `names`. No recursion: a dump may be very deep.
    open: Vec<(Element, usize)>,
    names: String,
    rooted: bool,
}

impl Body {
    pub(crate) fn new(limits: Limits) -> Self {
        Self {
            limits,
            builder: TreeBuilder::new(),
            open: Vec::new(),
            names: String::new(),
            rooted: false,
        }
    }

    /// True once the root element came.
    pub(crate) fn rooted(&self) -> bool {
        self.rooted
    }

    /// True once the root element is closed.
    pub(crate) fn done(&self) -> bool {
        self.rooted && self.open.is_empty()
    }

    pub(crate) fn finish(self) -> UiTree {
        self.builder.finish()
    }

    /// Takes one whole tag, brackets included, that begins at byte `offset` of the dump.
    pub(crate) fn tag(&mut self, text: &str, offset: usize) -> Result<(), Fault> {
        match tag::split(text)? {
            Tag::Open { start, closed } => {
                let name = start.name().0;
                let Some(mut element) = self.element(name) else {
                    return Err(not_a_dump(text));
                };
                if self.open.len() >= self.limits.depth {
                    return Err(Fault::Whole(DumpError::TooDeep {
                        limit: self.limits.depth,
                        offset,
                    }));
                }
                match element {
                    Element::Hierarchy => {
                        let turns = tag::rotation(&start)?;
                        if self.builder.is_empty() {
                            self.builder.rotation(turns);
                        }
                    }
                    Element::Node if self.builder.len() >= self.limits.nodes => {
                        return Err(Fault::Whole(DumpError::TooManyNodes {
                            limit: self.limits.nodes,
                            offset,
                        }));
                    }
                    Element::Node => {
                        if tag::node(&start, |attrs| self.builder.open(attrs))?.is_none() {
                            element = Element::Wrapper;
                        }
                    }
                    Element::Displays | Element::Frame | Element::Wrapper => tag::check(&start)?,
                }
                self.rooted = true;
                self.open.push((element, self.names.len()));
                self.names.push_str(name);
                if closed {
                    self.close();
                }
            }
            Tag::Close { name } => {
                let Some((_, at)) = self.open.last() else {
                    return Err(not_a_dump(text));
                };
                let opened = self.names.get(*at..).unwrap_or_default();
                if opened != name {
                    let what = format!("`</{}>` where `</{}>` is due", clip(name), clip(opened));
                    return Err(Fault::Markup(what));
                }
                self.close();
            }
        }
        Ok(())
    }

    /// What an element of that name is in this place; `None` if it can't be the root of a dump.
    fn element(&self, name: &str) -> Option<Element> {
        match (self.open.last(), name) {
            (None, "hierarchy") => Some(Element::Hierarchy),
            (None, "displays") => Some(Element::Displays),
            (None, _) => None,
            (Some((Element::Displays | Element::Frame, _)), "hierarchy") => Some(Element::Hierarchy),
            (Some((Element::Displays | Element::Frame, _)), _) => Some(Element::Frame),
            (Some((Element::Hierarchy | Element::Node | Element::Wrapper, _)), _) => Some(Element::Node),
        }
    }

    fn close(&mut self) {
        if let Some((element, at)) = self.open.pop() {
            self.names.truncate(at);
            if element == Element::Node {
                self.builder.close();
            }
        }
    }
}

fn not_a_dump(text: &str) -> Fault {
    Fault::Whole(DumpError::NotADump {
        quoted: super::noise::quote(text),
    })
}
