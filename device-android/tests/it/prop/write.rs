//! Made trees written down, in the ways of each dialect and with every freedom that XML leaves.

use retap_cache::screen::Flags;

use super::model::{FLAGS, Model};

/// Who writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    Stock,
    /// More attributes.
    Androidx,
    /// Elements named by their class.
    ByClass,
    /// Each window in a hierarchy of its own.
    Windows,
}

pub(super) const DIALECTS: [Dialect; 4] = [
    Dialect::Stock,
    Dialect::Androidx,
    Dialect::ByClass,
    Dialect::Windows,
];

impl Dialect {
    /// True if hints and visibility are written.
    pub(super) fn has_more(self) -> bool {
        matches!(self, Dialect::Androidx | Dialect::ByClass)
    }
}

/// Writes with choices taken from a list, over and over.
pub(super) struct Writer<'c> {
    dialect: Dialect,
    choices: &'c [u8],
    at: usize,
    out: String,
}

/// The XML of windows in a dialect.
pub(super) fn write(windows: &[Model], rotation: u8, dialect: Dialect, choices: &[u8]) -> String {
    let mut w = Writer {
        dialect,
        choices,
        at: 0,
        out: String::new(),
    };
    w.prolog();
    let rotation = rotation.to_string();
    match dialect {
        Dialect::Windows => {
            w.open("displays", &[]);
            w.open("display", &[("id", "0")]);
            for window in windows {
                w.open("window", &[("title", "a > b"), ("active", "true")]);
                w.hierarchy(std::slice::from_ref(window), &rotation);
                w.close("window");
            }
            w.close("display");
            w.close("displays");
        }
        _ => w.hierarchy(windows, &rotation),
    }
    w.out
}

impl Writer<'_> {
    /// A number below `n`.
    fn pick(&mut self, n: usize) -> usize {
        let choice = self
            .choices
            .get(self.at % self.choices.len().max(1))
            .copied()
            .unwrap_or(0);
        self.at += 1;
        (choice as usize + self.at / self.choices.len().max(1)) % n
    }

    fn one<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.pick(of.len())]
    }

    fn prolog(&mut self) {
        let begin = self.one(&[
            "",
            "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>",
            "<?xml version=\"1.0\"?>\r\n",
        ]);
        let more = self.one(&[
            "",
            "<!-- > <hierarchy> -->",
            "\n",
            "<!DOCTYPE h [<!ENTITY x '<hierarchy>'>]>",
        ]);
        // What isn't declared can't have a DOCTYPE between two pieces of noise.
        self.out.push_str(begin);
        self.out.push_str(more);
    }

    fn hierarchy(&mut self, windows: &[Model], rotation: &str) {
        self.open("hierarchy", &[("index", "0"), ("rotation", rotation)]);
        for window in windows {
            self.node(window);
        }
        self.close("hierarchy");
    }

    fn node(&mut self, node: &Model) {
        let by_class = self.dialect == Dialect::ByClass;
        let name = if by_class {
            node.class.replace('$', ".")
        } else {
            "node".to_owned()
        };
        let (index, bounds) = (node.index.to_string(), node.bounds.to_string());
        let mut attributes = vec![
            ("index", index.as_str()),
            ("text", &node.text),
            ("resource-id", &node.id),
            ("class", node.class),
            ("package", node.package),
            ("content-desc", &node.desc),
            ("bounds", &bounds),
        ];
        let word = |on| if on { "true" } else { "false" };
        attributes.extend(
            FLAGS
                .iter()
                .map(|(name, flag)| (*name, word(node.flags.has(*flag)))),
        );
        if self.dialect.has_more() {
            let visible = if by_class { "displayed" } else { "visible-to-user" };
            attributes.push((visible, word(!node.flags.has(Flags::INVISIBLE))));
            attributes.extend([
                ("hint", node.hint.as_str()),
                ("drawing-order", "3"),
                ("display-id", "0"),
            ]);
        }
        // Empty ones may be left out, and their order means nothing.
        attributes.retain(|(_, value)| !value.is_empty() || self.pick(2) == 0);
        for i in (1..attributes.len()).rev() {
            let j = self.pick(i + 1);
            attributes.swap(i, j);
        }
        if node.children.is_empty() && self.pick(3) > 0 {
            self.tag(&name, &attributes);
            let end = self.one(&["/>", " />", "\n/>"]);
            self.out.push_str(end);
        } else {
            self.open(&name, &attributes);
            for child in &node.children {
                self.node(child);
            }
            self.close(&name);
        }
        self.between();
    }

    fn open(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.tag(name, attributes);
        let end = self.one(&[">", " >", "\t>"]);
        self.out.push_str(end);
        self.between();
    }

    fn close(&mut self, name: &str) {
        let end = self.one(&[">", " >", "\r\n>"]);
        self.out.push_str(&format!("</{name}{end}"));
        if name != "hierarchy" && name != "displays" {
            self.between();
        }
    }

    fn between(&mut self) {
        let more = self.one(&[
            "",
            "",
            "",
            "\n  ",
            "\r\r\n",
            "<!-- </node> -->",
            "<?pi > ?>",
            "<![CDATA[<node>]]>",
            " words ",
        ]);
        self.out.push_str(more);
    }

    fn tag(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.out.push_str(&format!("<{name}"));
        for (name, value) in attributes {
            let (gap, equals) = (
                self.one(&[" ", "\n", "\t  ", "\r\n"]),
                self.one(&["=", " = ", "=\n"]),
            );
            let quote = if self.pick(2) == 0 { '"' } else { '\'' };
            self.out.push_str(&format!("{gap}{name}{equals}{quote}"));
            for c in value.chars() {
                self.character(c, quote);
            }
            self.out.push(quote);
        }
    }

    fn character(&mut self, c: char, quote: char) {
        let named = match c {
            '&' => Some("&amp;"),
            '<' => Some("&lt;"),
            '>' => Some("&gt;"),
            '"' => Some("&quot;"),
            '\'' => Some("&apos;"),
            _ => None,
        };
        // A line break as such would be read as a blank; `<` may stand in quotes, as some dumpers write it.
        let bare = c != '&' && c != quote && !matches!(c, '\n' | '\r' | '\t');
        match (self.pick(6), named) {
            (0 | 1, Some(named)) => self.out.push_str(named),
            (2, _) => self.out.push_str(&format!("&#{};", c as u32)),
            (3, _) => self.out.push_str(&format!("&#x{:X};", c as u32)),
            (4, _) if c as u32 > 0xFFFF => {
                let mut units = [0; 2];
                let pair = c.encode_utf16(&mut units);
                pair.iter().for_each(|u| self.out.push_str(&format!("&#{u};")));
            }
            _ if bare => self.out.push(c),
            (_, Some(named)) => self.out.push_str(named),
            _ => self.out.push_str(&format!("&#{};", c as u32)),
        }
    }
}
