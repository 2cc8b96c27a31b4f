//! `timing:` and `apps:`.

use std::time::Duration;

use retap_cache::yaml::{Problem, Yaml};

use super::names::Names;
use super::{LAUNCHER, LAUNCHER_ACTIVITY};
use crate::spec::{App, ScreenId, Timing, full_class};

pub(crate) fn timing(of: Option<&Yaml>) -> Result<Timing, Problem> {
    let Some(of) = of else {
        return Ok(Timing::default());
    };
    let fields = of.fields("timing", &["dump", "input", "launch", "picture"])?;
    let get = |key| fields.get(key).map_or(Ok(Duration::ZERO), |v| v.duration(key));
    Ok(Timing {
        dump: get("dump")?,
        input: get("input")?,
        launch: get("launch")?,
        picture: get("picture")?,
    })
}

pub(crate) fn apps(of: &Yaml, names: &Names<'_>) -> Result<Vec<App>, Problem> {
    let mut apps = Vec::new();
    for (key, app) in of.entries("apps")? {
        let fields = app.fields("an app", &["version", "activity", "start"])?;
        let text = |name, default: &str| {
            fields
                .get(name)
                .map_or(Ok(default.to_owned()), |v| v.text(name).map(str::to_owned))
        };
        let activity = text("activity", ".MainActivity")?;
        apps.push(App {
            version: text("version", "1.0")?,
            activity: full_class(&key.text, &activity),
            start: names.screen(fields.need("start", "an app")?)?,
            package: key.text.clone(),
        });
    }
    Ok(apps)
}

/// Android's launcher, for phones whose file has no app of that name.
pub(crate) fn launcher(start: ScreenId) -> App {
    App {
        package: LAUNCHER.to_owned(),
        version: "14".to_owned(),
        activity: LAUNCHER_ACTIVITY.to_owned(),
        start,
    }
}
