//! The lines under `on:`: what happens when.

use std::time::Duration;

use retap_cache::device::Key;
use retap_cache::yaml::{Fields, Problem, Yaml};

use super::names::Names;
use super::selector::{swipe_target, tap_target};
use crate::screen::{Template, Tree};
use crate::spec::{Effect, Move, Rule, Trigger, Way};

const KNOWN: [&str; 13] = [
    "tap", "swipe", "way", "key", "every", "when", "after", "goto", "set", "add", "back", "stop", "rotate",
];
/// Faster changes than this are no use to anybody who reads a screen.
const FASTEST: Duration = Duration::from_millis(10);

/// Reads the rules of a screen.
pub(crate) struct RuleReader<'r> {
    pub(crate) names: &'r Names<'r>,
    pub(crate) tree: &'r Tree,
    pub(crate) screen: &'r str,
}

impl RuleReader<'_> {
    pub(crate) fn rule(&self, of: &Yaml) -> Result<Rule, Problem> {
        let fields = of.fields("a rule", &KNOWN)?;
        let trigger = self.trigger(of, &fields)?;
        let after = match fields.get("after") {
            Some(after) if matches!(trigger, Trigger::Every(_)) => {
                return Err(after.problem("`after` has no use beside `every`; make the period longer"));
            }
            Some(after) => after.duration("after")?,
            None => Duration::ZERO,
        };
        let effect = self.effect(&fields)?;
        let changes = !effect.set.is_empty() || !effect.add.is_empty() || effect.rotate.is_some();
        if !changes && effect.then.is_none() {
            return Err(of
                .problem("this rule does nothing")
                .hint("add goto, set, add, back, stop or rotate"));
        }
        let when = fields
            .get("when")
            .map_or(Ok(Vec::new()), |w| self.values(w, "when"))?;
        Ok(Rule {
            trigger,
            when,
            effect,
            after,
        })
    }

    fn trigger(&self, of: &Yaml, fields: &Fields<'_>) -> Result<Trigger, Problem> {
        let swipe = fields.get("swipe");
        if let (Some(way), None) = (fields.get("way"), swipe) {
            return Err(way.problem("`way` goes with `swipe` only"));
        }
        match (fields.get("tap"), swipe, fields.get("key"), fields.get("every")) {
            (Some(tap), None, None, None) => Ok(Trigger::Tap(tap_target(tap, self.tree, self.screen)?)),
            (None, Some(swipe), None, None) => {
                let way = fields
                    .get("way")
                    .map(|w| w.choice("way", &Way::ALL))
                    .transpose()?;
                let node = swipe_target(swipe, self.tree, self.screen)?;
                Ok(Trigger::Swipe(node, way.unwrap_or(Way::Up)))
            }
            (None, None, Some(key), None) => {
                // An app never gets to see the home key.
                let keys = Key::ALL.map(|(key, word)| (word, key));
                let keys: Vec<(&str, Key)> = keys.into_iter().filter(|(_, k)| *k != Key::Home).collect();
                Ok(Trigger::Key(key.choice("key", &keys)?))
            }
            (None, None, None, Some(every)) => {
                let period = every.duration("every")?;
                if period < FASTEST {
                    return Err(every.problem("`every` must be at least 10ms"));
                }
                Ok(Trigger::Every(period))
            }
            (None, None, None, None) => Err(of.problem("a rule needs one of tap, swipe, key and every")),
            _ => Err(of
                .problem("a rule has only one of tap, swipe, key and every")
                .hint("write a rule for each")),
        }
    }

    fn effect(&self, fields: &Fields<'_>) -> Result<Effect, Problem> {
        let mut effect = Effect::default();
        if let Some(set) = fields.get("set") {
            for (name, value) in self.values(set, "set")? {
                effect.set.push((name, self.template(set, &value)?));
            }
        }
        if let Some(add) = fields.get("add") {
            for (key, value) in add.entries("add")? {
                self.names.var(add, key)?;
                let text = value.text("add")?;
                let n = text
                    .parse()
                    .map_err(|_| value.problem(format!("`{text}` is no whole number to add")))?;
                let first = self.names.first_value(&key.text);
                if first.parse::<i64>().is_err() {
                    return Err(value.problem(format!(
                        "can't add to `{}`: its first value is `{first}`",
                        key.text
                    )));
                }
                effect.add.push((key.text.clone(), n));
            }
        }
        if let Some(rotate) = fields.get("rotate") {
            let turns = rotate.number("rotate")?;
            effect.rotate = Some(u8::try_from(turns).ok().filter(|t| *t < 4).ok_or_else(|| {
                rotate
                    .problem(format!("a display can't turn to {turns}"))
                    .hint("write 0, 1, 2 or 3 quarter turns")
            })?);
        }
        let yes = |name| fields.get(name).map_or(Ok(false), |v| v.boolean(name));
        let mut moves = Vec::new();
        if let Some(goto) = fields.get("goto") {
            moves.push((goto, Move::Goto(self.names.screen(goto)?)));
        }
        for (name, to) in [("back", Move::Back), ("stop", Move::Stop)] {
            if let (true, Some(value)) = (yes(name)?, fields.get(name)) {
                moves.push((value, to));
            }
        }
        if let [_, (second, _), ..] = moves[..] {
            return Err(second.problem("a rule leads to one place: one of goto, back and stop"));
        }
        effect.then = moves.first().map(|(_, to)| *to);
        Ok(effect)
    }

    /// Variables with values.
    fn values(&self, of: &Yaml, what: &str) -> Result<Vec<(String, String)>, Problem> {
        let mut values = Vec::new();
        for (key, value) in of.entries(what)? {
            self.names.var(of, key)?;
            values.push((
                key.text.clone(),
                value.text("the value of a variable")?.to_owned(),
            ));
        }
        Ok(values)
    }

    fn template(&self, of: &Yaml, text: &str) -> Result<Template, Problem> {
        let template =
            Template::parse(text).map_err(|message| of.problem(format!("{message} in `{text}`")))?;
        let unknown = template.vars().find_map(|v| self.names.unknown_var(v));
        match unknown {
            Some((message, hint)) => Err(of.problem(message).hint(hint)),
            None => Ok(template),
        }
    }
}
