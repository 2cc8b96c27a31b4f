//! One screen of a phone file.

use std::collections::BTreeSet;

use retap_cache::yaml::{Key, Mark, Problem, Yaml};

use super::names::Names;
use super::rule::RuleReader;
use super::tree::TreeReader;
use super::{LAUNCHER, LAUNCHER_ACTIVITY, class};
use crate::hardware::{Display, Hardware};
use crate::screen::{Node, Template, Tree, View};
use crate::spec::{App, AppId, Screen, Vars, full_class};

const KNOWN: [&str; 8] = [
    "app", "activity", "tree", "on", "dialog", "package", "title", "secure",
];

/// Reads screens.
pub(crate) struct Reader<'r> {
    pub(crate) names: &'r Names<'r>,
    pub(crate) apps: &'r [App],
    /// Every line of the file.
    pub(crate) source: &'r [&'r str],
}

impl Reader<'_> {
    /// The screen, and the variables of its fields and toggles that are bound to none.
    pub(crate) fn screen(&self, key: &Key, of: &Yaml) -> Result<(Screen, Vars), Problem> {
        let fields = of.fields("a screen", &KNOWN)?;
        let app = match (fields.get("app"), self.names.only_app()) {
            (Some(app), _) => self.names.app(app)?,
            (None, Some(only)) => only,
            (None, None) => return Err(of.problem("with more than one app, a screen needs `app`")),
        };
        let (package, own_activity) = match self.apps.get(app.0) {
            Some(app) => (app.package.as_str(), app.activity.as_str()),
            None => (LAUNCHER, LAUNCHER_ACTIVITY),
        };
        let text = |name| fields.get(name).map(|v| v.text(name)).transpose();
        let activity = text("activity")?.map_or(own_activity.to_owned(), |a| full_class(package, a));
        let package = text("package")?.unwrap_or(package).to_owned();
        let yes = |name| fields.get(name).map_or(Ok(false), |v| v.boolean(name));
        let (dialog, secure) = (yes("dialog")?, yes("secure")?);
        let mut title = text("title")?.map(str::to_owned);
        if dialog && title.is_none() {
            title = Some(key.text.clone());
        }
        let reader = TreeReader {
            names: self.names,
            source: self.source,
            package: &package,
            screen: &key.text,
        };
        let (tree, hidden) = reader.read(fields.need("tree", "a screen")?)?;
        let rules = RuleReader {
            names: self.names,
            tree: &tree,
            screen: &key.text,
        };
        let rules = match fields.get("on") {
            Some(on) => on
                .list("on")?
                .iter()
                .map(|r| rules.rule(r))
                .collect::<Result<Vec<_>, _>>()?,
            None => Vec::new(),
        };
        let screen = Screen {
            name: key.text.clone(),
            app,
            activity,
            title,
            package,
            dialog,
            secure,
            tree,
            rules,
        };
        Ok((screen, hidden))
    }
}

/// Every display that the screens are shown on: upright, or turned by the file or one of its rules.
pub(crate) fn displays(hardware: &Hardware, screens: &[Screen]) -> Vec<Display> {
    let rules = screens.iter().flat_map(|s| &s.rules);
    let turns: BTreeSet<u8> = rules
        .filter_map(|r| r.effect.rotate)
        .chain([hardware.rotation])
        .map(|turns| turns % 2)
        .collect();
    turns.into_iter().map(|t| hardware.display(t)).collect()
}

/// A node for which no room is left, so that it couldn't be touched: where it stands, and what to say.
pub(crate) fn crowded(screen: &Screen, on: &Display) -> Option<(Mark, String)> {
    let laid_out = |n: usize| {
        screen
            .tree
            .ancestors(n)
            .chain([n])
            .all(|i| screen.tree.nodes[i].bounds.is_none())
    };
    let view = View::fullest(screen, on);
    let found = view
        .nodes
        .iter()
        .find(|n| n.bounds.is_empty() && laid_out(n.position))?;
    let message = format!(
        "no room is left for this node on a display of {}x{}",
        on.width, on.height
    );
    Some((found.spec.at, message))
}

/// The home screen of a phone whose file describes none.
pub(crate) fn empty_launcher(app: AppId) -> Screen {
    let node = |parent, name: &str, id: &str| {
        let class = class::class(name).ok();
        Node {
            parent,
            flags: class.as_ref().map_or_else(Default::default, |c| c.flags),
            class: class.map_or_else(|| name.to_owned(), |c| c.full),
            id: format!("{LAUNCHER}:id/{id}"),
            short_id: id.to_owned(),
            text: Template::default(),
            desc: Template::default(),
            hint: Template::default(),
            bind: None,
            conditions: Vec::new(),
            bounds: None,
            icon: None,
            horizontal: false,
            at: Mark::default(),
        }
    };
    Screen {
        name: "launcher".to_owned(),
        app,
        activity: LAUNCHER_ACTIVITY.to_owned(),
        title: None,
        package: LAUNCHER.to_owned(),
        dialog: false,
        secure: false,
        tree: Tree {
            nodes: vec![
                node(None, "FrameLayout", "launcher"),
                node(Some(0), "FrameLayout", "workspace"),
            ],
        },
        rules: Vec::new(),
    }
}
