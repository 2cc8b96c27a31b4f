//! From a script's YAML to a [`Script`]. Every mistake names its place before any device is touched.

use std::path::{Path, PathBuf};

use retap_cache::device::TypeMode;
use retap_cache::store::Mode;
use retap_cache::yaml::{Fields, Problem, Yaml};

use super::policy::age;
use super::{
    CacheChoice, Check, Component, DeviceChoice, Heal, ModelChoice, OnChange, Pattern, Policies, Script,
    Selector, Step, Task, Vars, What,
};

/// Keys of the steps that memory serves.
const MEMORY: [&str; 2] = ["cacheable", "guard"];
const TOP: [&str; 5] = ["android", "model", "agent", "vars", "tasks"];
/// The keys that say what a step does.
const DOES: [&str; 8] = [
    "aiAct", "aiTap", "aiInput", "sleep", "launch", "tap", "type", "expect",
];

/// The keys of a selector.
const SELECTS: [&str; 7] = ["id", "text", "desc", "label", "pattern", "in", "index"];

/// Reads a script. `file` is what errors call it, and what its relative paths start from; `overrides` are
/// parameters from the command line.
pub fn read(file: &Path, text: &str, overrides: &[(String, String)]) -> Result<Script, Problem> {
    let yaml = Yaml::parse(&file.display().to_string(), text)?;
    let top = yaml.fields("a script", &TOP)?;
    let mut vars = Vars::default();
    if let Some(v) = top.get("vars") {
        for (key, value) in v.entries("`vars`")? {
            vars.set(&key.text, value.text(&format!("`{}`", key.text))?);
        }
    }
    for (name, value) in overrides {
        if !vars.names().contains(name) {
            return Err(yaml
                .problem(format!("the script declares no parameter `{name}`"))
                .hint("declare it with a default under `vars:`"));
        }
        vars.set(name, value);
    }
    let android = top.need("android", "a script")?;
    let target = android.fields("`android`", &["deviceId", "launch", "app"])?;
    let tasks = top.need("tasks", "a script")?.list("`tasks`")?;
    let reader = Reader { vars: &vars };
    let tasks = tasks
        .iter()
        .map(|t| reader.task(t))
        .collect::<Result<Vec<_>, _>>()?;
    if tasks.iter().all(|t| t.flow.is_empty()) {
        return Err(yaml.problem("the script has no step; a test that checks nothing can't pass"));
    }
    Ok(Script {
        device: device(&target, file)?,
        launch: target
            .get("launch")
            .map(|l| component(l, "`launch`"))
            .transpose()?,
        app: target
            .get("app")
            .map(|a| a.text("`app`").map(str::to_owned))
            .transpose()?,
        model: top.get("model").map(|m| model(m, file)).transpose()?,
        cache: top.get("agent").map(cache).transpose()?.unwrap_or_default(),
        file: file.to_owned(),
        tasks,
        vars,
    })
}

fn device(target: &Fields<'_>, file: &Path) -> Result<DeviceChoice, Problem> {
    let Some(id) = target.get("deviceId") else {
        return Ok(DeviceChoice::Any);
    };
    let text = id.text("`deviceId`")?;
    if text.trim().is_empty() {
        return Err(id
            .problem("`deviceId` is empty")
            .hint("leave the key out for the only usable device"));
    }
    Ok(match text.strip_prefix("sim:") {
        Some(path) => DeviceChoice::Sim(beside(file, path)),
        None => DeviceChoice::Serial(text.to_owned()),
    })
}

fn model(yaml: &Yaml, file: &Path) -> Result<ModelChoice, Problem> {
    let fields = yaml.fields("`model`", &["scripted"])?;
    let path = fields.need("scripted", "`model`")?.text("`scripted`")?;
    Ok(ModelChoice::Scripted(beside(file, path)))
}

fn cache(yaml: &Yaml) -> Result<CacheChoice, Problem> {
    let Some(cache) = yaml.fields("`agent`", &["cache"])?.get("cache") else {
        return Ok(CacheChoice::default());
    };
    let fields = cache.fields(
        "`cache`",
        &[
            "strategy",
            "picture",
            "heal",
            "max-age",
            "on-app-update",
            "on-model-change",
            "verify",
            "confirm",
        ],
    )?;
    Ok(CacheChoice {
        strategy: fields
            .get("strategy")
            .map(|s| s.choice("cache strategy", &Mode::ALL))
            .transpose()?,
        picture: fields
            .get("picture")
            .map(|p| p.boolean("`picture`"))
            .transpose()?,
        heal: fields
            .get("heal")
            .map(|h| h.choice("`heal`", &Heal::ALL))
            .transpose()?,
        verify_by_model: fields.get("verify").map_or(Ok(false), |v| {
            v.choice("`verify`", &[("none", false), ("model", true)])
        })?,
        confirm_by_run: fields.get("confirm").map_or(Ok(false), |c| {
            c.choice("`confirm`", &[("check", false), ("run", true)])
        })?,
        policies: Policies {
            max_age: fields.get("max-age").map(age).transpose()?,
            on_app_update: on_change(&fields, "on-app-update")?,
            on_model_change: on_change(&fields, "on-model-change")?,
        },
    })
}

fn on_change(fields: &Fields<'_>, key: &str) -> Result<OnChange, Problem> {
    let what = format!("`{key}`");
    fields
        .get(key)
        .map_or(Ok(OnChange::Keep), |c| c.choice(&what, &OnChange::ALL))
}

/// A path of a script is relative to the script.
fn beside(file: &Path, path: &str) -> PathBuf {
    file.parent().unwrap_or(Path::new("")).join(path)
}

fn component(yaml: &Yaml, what: &str) -> Result<Component, Problem> {
    let text = yaml.text(what)?;
    let (package, activity) = match text.split_once('/') {
        Some((p, a)) => (p, Some(a.to_owned())),
        None => (text, None),
    };
    let plain = |s: &str| {
        s.chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '$'))
    };
    if package.is_empty() || !plain(package) || activity.as_deref().is_some_and(|a| a.is_empty() || !plain(a))
    {
        return Err(yaml
            .problem(format!(
                "{what} must be a package or `package/activity`, not `{text}`"
            ))
            .hint("for example com.example.shop or com.example.shop/.MainActivity"));
    }
    Ok(Component {
        package: package.to_owned(),
        activity,
    })
}

struct Reader<'v> {
    vars: &'v Vars,
}

impl Reader<'_> {
    fn task(&self, yaml: &Yaml) -> Result<Task, Problem> {
        let fields = yaml.fields("a task", &["name", "flow"])?;
        let name = fields.need("name", "a task")?.text("`name`")?.to_owned();
        let flow = fields.need("flow", "a task")?.list("`flow`")?;
        Ok(Task {
            name,
            flow: flow.iter().map(|s| self.step(s)).collect::<Result<_, _>>()?,
        })
    }

    fn step(&self, yaml: &Yaml) -> Result<Step, Problem> {
        let entries = yaml.entries("a step")?;
        let does: Vec<_> = entries
            .iter()
            .filter(|(k, _)| DOES.contains(&k.text.as_str()))
            .collect();
        let (key, value) = match does.as_slice() {
            [one] => *one,
            [] => {
                return Err(match entries.first() {
                    Some((key, _)) => yaml.unknown_key(key, "a step", &DOES),
                    None => yaml.problem(format!("a step says what to do: one of {}", DOES.join(", "))),
                });
            }
            [first, second, ..] => {
                let message = format!(
                    "a step does one thing; this one has `{}` and `{}`",
                    first.0.text, second.0.text
                );
                return Err(yaml.problem(message).hint("make two steps of it"));
            }
        };
        let (what, siblings): (What, &[&str]) = match key.text.as_str() {
            "aiAct" => (
                What::AiAct {
                    prompt: self.prompt(value, "`aiAct`")?,
                },
                &MEMORY,
            ),
            "aiTap" => (
                What::AiTap {
                    prompt: self.prompt(value, "`aiTap`")?,
                },
                &MEMORY,
            ),
            "aiInput" => {
                let known = [&["aiInput", "value", "mode", "timeout"][..], &MEMORY].concat();
                let fields = yaml.fields("an aiInput step", &known)?;
                let typed = self.template(fields.need("value", "`aiInput`")?, "`value`")?;
                let what = What::AiInput {
                    prompt: self.prompt(value, "`aiInput`")?,
                    value: typed,
                    mode: mode(&fields)?,
                };
                (what, &["value", "mode", MEMORY[0], MEMORY[1]])
            }
            "sleep" => (What::Sleep(value.duration("`sleep`")?), &[]),
            "launch" => (What::Launch(component(value, "`launch`")?), &[]),
            "tap" => (What::Tap(self.selector(value, "`tap`")?), &[]),
            "type" => {
                let fields = yaml.fields("a type step", &["type", "into", "mode", "timeout"])?;
                let target = fields
                    .get("into")
                    .map(|i| self.selector(i, "`into`"))
                    .transpose()?;
                let what = What::Type {
                    target,
                    text: self.template(value, "`type`")?,
                    mode: mode(&fields)?,
                };
                (what, &["into", "mode"])
            }
            _ => (What::Expect(self.check(value)?), &[]),
        };
        let known: Vec<&str> = [key.text.as_str(), "timeout"]
            .iter()
            .chain(siblings)
            .copied()
            .collect();
        let fields = yaml.fields(&format!("a step `{}`", key.text), &known)?;
        if let (What::Sleep(_), Some(t)) = (&what, fields.get("timeout")) {
            return Err(t.problem("a sleep has no `timeout`"));
        }
        let timeout = fields
            .get("timeout")
            .map(|t| t.duration("`timeout`"))
            .transpose()?;
        Ok(Step {
            at: key.at,
            what,
            timeout,
            cacheable: fields
                .get("cacheable")
                .map_or(Ok(true), |c| c.boolean("`cacheable`"))?,
            guard: fields.get("guard").map_or(Ok(false), |g| g.boolean("`guard`"))?,
        })
    }

    fn check(&self, yaml: &Yaml) -> Result<Check, Problem> {
        const KINDS: [&str; 3] = ["visible", "gone", "text"];
        let entries = yaml.entries("`expect`")?;
        let fields = yaml.fields("`expect`", &["visible", "gone", "text", "of"])?;
        let kinds: Vec<&str> = KINDS.into_iter().filter(|k| fields.get(k).is_some()).collect();
        let &[kind] = kinds.as_slice() else {
            return Err(yaml.problem(format!(
                "`expect` checks one of {}; {} given",
                KINDS.join(", "),
                entries.len()
            )));
        };
        let value = fields.need(kind, "`expect`")?;
        match kind {
            "text" => {
                let of = self.selector(fields.need("of", "`expect: text`")?, "`of`")?;
                Ok(Check::Text {
                    of,
                    is: self.template(value, "`text`")?,
                })
            }
            _ if fields.get("of").is_some() => Err(yaml.problem("`of` goes with `text` only")),
            "visible" => Ok(Check::Visible(self.selector(value, "`visible`")?)),
            _ => Ok(Check::Gone(self.selector(value, "`gone`")?)),
        }
    }

    fn selector(&self, yaml: &Yaml, what: &str) -> Result<Selector, Problem> {
        if !yaml.is_map() {
            let label = Some(self.nonempty(yaml, what)?);
            return Ok(Selector {
                label,
                ..Selector::default()
            });
        }
        let fields = yaml.fields(what, &SELECTS).map_err(|e| abbreviated(yaml, e))?;
        let get = |key: &str| {
            fields
                .get(key)
                .map(|v| self.nonempty(v, &format!("`{key}`")))
                .transpose()
        };
        let s = Selector {
            id: get("id")?,
            text: get("text")?,
            desc: get("desc")?,
            label: get("label")?,
            pattern: fields.get("pattern").map(pattern).transpose()?,
            within: match fields.get("in") {
                Some(within) => Some(Box::new(self.selector(within, "`in`")?)),
                None => None,
            },
            index: fields.get("index").map(index).transpose()?,
        };
        if !s.names_something() {
            return Err(yaml.problem(format!(
                "{what} names nothing; give it `id`, `text`, `desc`, `label` or `pattern`"
            )));
        }
        Ok(s)
    }

    fn prompt(&self, yaml: &Yaml, what: &str) -> Result<String, Problem> {
        self.nonempty(yaml, what)
    }

    fn nonempty(&self, yaml: &Yaml, what: &str) -> Result<String, Problem> {
        let text = self.template(yaml, what)?;
        if text.trim().is_empty() {
            Err(yaml.problem(format!("{what} is empty")))
        } else {
            Ok(text)
        }
    }

    /// A text whose parameters are all declared.
    fn template(&self, yaml: &Yaml, what: &str) -> Result<String, Problem> {
        let text = yaml.text(what)?;
        if let Err(name) = self.vars.used(text) {
            let known = self.vars.names();
            let near = retap_cache::text::nearest(&name, known.iter().map(String::as_str));
            let hint = match near {
                Some(near) => format!("did you mean `{{{{{near}}}}}`?"),
                None => format!("declare it under `vars:`, or pass --var {name}=VALUE"),
            };
            return Err(yaml
                .problem(format!("`{{{{{name}}}}}` is not declared"))
                .hint(hint));
        }
        Ok(text.to_owned())
    }
}

fn pattern(yaml: &Yaml) -> Result<Pattern, Problem> {
    let text = yaml.text("`pattern`")?;
    if text.is_empty() {
        return Err(yaml.problem("`pattern` is empty"));
    }
    Pattern::new(text).map_err(|e| {
        yaml.problem(format!("`{text}` is no pattern: {e}"))
            .hint("any other text of a script is literal; use `label` for a text as it stands")
    })
}

fn index(yaml: &Yaml) -> Result<usize, Problem> {
    let number = yaml.number("`index`")?;
    usize::try_from(number).map_err(|_| yaml.problem(format!("`index` can't be {number}")))
}

/// People shorten `index` to `idx`, which is nearer to `id` by its letters.
fn abbreviated(yaml: &Yaml, e: Problem) -> Problem {
    let entries = yaml.entries("a selector").unwrap_or_default();
    let unknown = entries
        .iter()
        .map(|(key, _)| key.text.to_lowercase())
        .find(|k| !SELECTS.contains(&k.as_str()));
    match unknown.as_deref() {
        Some("idx" | "nth" | "position" | "number") => e.hint("did you mean `index`?"),
        _ => e,
    }
}

fn mode(fields: &Fields<'_>) -> Result<TypeMode, Problem> {
    let options = [("replace", TypeMode::Replace), ("append", TypeMode::Append)];
    fields
        .get("mode")
        .map_or(Ok(TypeMode::Replace), |m| m.choice("mode", &options))
}
