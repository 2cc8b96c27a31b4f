//! The lines of a tree, put together by their indentation.

use retap_cache::screen::Flags;
use retap_cache::yaml::{Mark, Problem, Yaml};

use super::block::Block;
use super::cursor::LineError;
use super::line::{Line, Token, line};
use super::names::Names;
use crate::screen::{Node, Template, Tree};
use crate::spec::Vars;

/// Spaces a level.
const STEP: usize = 2;
/// Twice the depth of the deepest tree found in public dumps (42), and still easy on the stack.
const MAX_DEPTH: usize = 100;

/// Reads the tree of a screen. `package` is what short ids belong to.
pub(crate) struct TreeReader<'r> {
    pub(crate) names: &'r Names<'r>,
    pub(crate) source: &'r [&'r str],
    pub(crate) package: &'r str,
    /// Names the screen in the variables of fields and toggles that are bound to none.
    pub(crate) screen: &'r str,
}

/// A line with its place.
struct Here<'r> {
    block: &'r Block<'r>,
    number: usize,
    text: &'r str,
    indent: usize,
}

impl TreeReader<'_> {
    /// The tree, and the variables that hold what is typed and ticked where nothing is bound.
    pub(crate) fn read(&self, of: &Yaml) -> Result<(Tree, Vars), Problem> {
        let written = of.text("a tree")?;
        let block = Block::new(of, written, self.source);
        let (mut tree, mut vars) = (Tree::default(), Vars::new());
        // The nodes that are still open, outermost first.
        let mut open: Vec<usize> = Vec::new();
        for (number, text) in written.lines().enumerate() {
            if text.trim().is_empty() {
                continue;
            }
            let indent = text.len() - text.trim_start_matches(' ').len();
            let here = Here {
                block: &block,
                number,
                text,
                indent,
            };
            let level = here.level(open.len())?;
            open.truncate(level);
            let parts = line(text[indent..].trim_end()).map_err(|e| here.line_error(e))?;
            let node = self.node(parts, open.last().copied(), &here, &mut vars)?;
            open.push(tree.nodes.len());
            tree.nodes.push(node);
        }
        if tree.nodes.is_empty() {
            return Err(of
                .problem("this tree has no node")
                .hint("a screen has at least a root: FrameLayout"));
        }
        Ok((tree, vars))
    }

    fn node(
        &self,
        l: Line,
        parent: Option<usize>,
        here: &Here<'_>,
        vars: &mut Vars,
    ) -> Result<Node, Problem> {
        let template = |token: &Option<Token>| self.template(token, here);
        let short_id = l.id.as_ref().map_or("", |t| t.text.as_str());
        let mut node = Node {
            parent,
            id: self.full_id(short_id),
            short_id: short_id.trim_start_matches('=').to_owned(),
            text: template(&l.text)?,
            desc: template(&l.desc)?,
            hint: template(&l.hint)?,
            bind: None,
            conditions: Vec::new(),
            bounds: l.bounds,
            icon: l.icon,
            flags: l.flags,
            horizontal: l.class.horizontal,
            class: l.class.full.clone(),
            at: here.mark(),
        };
        for (column, condition) in &l.conditions {
            if parent.is_none() {
                return Err(here.problem(*column, "the root of a screen always exists; drop the condition"));
            }
            self.known(&condition.var, *column, here)?;
            node.conditions.push(condition.clone());
        }
        self.bind(&mut node, &l, here, vars)?;
        Ok(node)
    }

    /// Gives a field or toggle the variable that it shows.
    fn bind(&self, node: &mut Node, l: &Line, here: &Here<'_>, vars: &mut Vars) -> Result<(), Problem> {
        let (field, toggle) = (node.is_field(), node.flags.has(Flags::CHECKABLE));
        if let Some(hint) = l.hint.as_ref().filter(|_| !field) {
            return Err(here.problem(hint.column, "only an EditText has a hint"));
        }
        if let Some(bind) = &l.bind {
            if !field && !toggle {
                return Err(here.problem(
                    bind.column,
                    "only an EditText, a CheckBox or a Switch can be bound",
                ));
            }
            if let Some(text) = l.text.as_ref().filter(|_| field) {
                return Err(here.problem(
                    text.column,
                    "a bound field shows its variable, not a text of its own",
                ));
            }
            if toggle && node.flags.has(Flags::CHECKED) {
                return Err(here.problem(bind.column, "a bound toggle shows its variable; drop `checked`"));
            }
            self.known(&bind.text, bind.column, here)?;
            node.bind = Some(bind.text.clone());
        } else if field || toggle {
            if let Some(var) = node.text.vars().next().filter(|_| field) {
                let column = l.text.as_ref().map_or(0, |t| t.column);
                return Err(here
                    .problem(
                        column,
                        "the text of a field is what was typed; it can't hold a variable",
                    )
                    .hint(format!("write bind={var}")));
            }
            // No name of a variable has a blank, so this one is nobody else's.
            let hidden = format!("{} {}", self.screen, here.number);
            let checked = if node.flags.has(Flags::CHECKED) {
                "true"
            } else {
                "false"
            };
            let first = if field {
                node.text.source()
            } else {
                checked.to_owned()
            };
            vars.insert(hidden.clone(), first);
            node.bind = Some(hidden);
        }
        Ok(())
    }

    fn template(&self, token: &Option<Token>, here: &Here<'_>) -> Result<Template, Problem> {
        let Some(token) = token else {
            return Ok(Template::default());
        };
        let template = Template::parse(&token.text).map_err(|message| {
            here.problem(token.column, &message)
                .hint("write {{ and }} for the braces themselves")
        })?;
        for var in template.vars() {
            self.known(var, token.column, here)?;
        }
        Ok(template)
    }

    fn known(&self, var: &str, column: usize, here: &Here<'_>) -> Result<(), Problem> {
        match self.names.unknown_var(var) {
            Some((message, hint)) => Err(here.problem(column, &message).hint(hint)),
            None => Ok(()),
        }
    }

    /// `title` → `com.example:id/title`, `=tag` → `tag`, `a:id/b` as it is.
    fn full_id(&self, written: &str) -> String {
        match written.strip_prefix('=') {
            Some(tag) => tag.to_owned(),
            None if written.is_empty() || written.contains(':') => written.to_owned(),
            None => format!("{}:id/{written}", self.package),
        }
    }
}

impl Here<'_> {
    /// The level of the line; `open` levels are possible above it.
    fn level(&self, open: usize) -> Result<usize, Problem> {
        if self.text[self.indent..].starts_with('\t') {
            return Err(self
                .block
                .problem(
                    self.number,
                    self.text,
                    self.indent,
                    "a tab can't indent a line of a tree",
                )
                .hint("two spaces make a level"));
        }
        if !self.indent.is_multiple_of(STEP) {
            return Err(self
                .problem(0, &format!("this line is indented by {} spaces", self.indent))
                .hint("two spaces make a level"));
        }
        let level = self.indent / STEP;
        if level > open {
            return Err(self
                .problem(
                    0,
                    &format!("this line is indented too far: {} spaces", self.indent),
                )
                .hint(format!(
                    "at most {} are possible below the line before",
                    open * STEP
                )));
        }
        if level >= MAX_DEPTH {
            return Err(self.problem(0, &format!("this tree is deeper than {MAX_DEPTH} levels")));
        }
        if level == 0 && open > 0 {
            return Err(self
                .problem(0, "a tree has one root, and this is a second one")
                .hint("indent this line by two spaces, or put a FrameLayout above everything"));
        }
        Ok(level)
    }

    /// A problem at a column that counts from behind the indentation.
    fn problem(&self, column: usize, message: &str) -> Problem {
        self.block
            .problem(self.number, self.text, self.indent + column, message)
    }

    fn line_error(&self, e: LineError) -> Problem {
        self.problem(e.column, &e.message).hint(e.hint)
    }

    fn mark(&self) -> Mark {
        self.problem(0, "").at
    }
}
