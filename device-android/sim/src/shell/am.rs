//! `am` and `monkey`: apps are started and ended.

use super::run::Call;
use super::uiautomator::wait;
use crate::spec::{App, AppId, ScreenId, full_class, short_component};

/// Options of `am start` that one word follows.
const ONE_WORD: &str = "-a -c -d -t -f -i -n -p -R -P --user --display --windowingMode --activityType --esn";
/// Options that two words follow: the extras with their keys.
const TWO_WORDS: &str = "-e --es --ez --ei --el --ef --eu --ecn --eia --ela --efa --esa";

/// What an `am start` asks for.
#[derive(Debug, Default)]
struct Intent<'a> {
    action: Option<&'a str>,
    categories: Vec<&'a str>,
    data: Option<&'a str>,
    flags: Option<&'a str>,
    package: Option<&'a str>,
    component: Option<&'a str>,
    wait: bool,
    stop_first: bool,
}

/// `am start|start-activity …`, `am force-stop PKG`, `am broadcast …`
pub(crate) async fn am(call: &Call<'_>) -> u8 {
    match call.args {
        ["start" | "start-activity", rest @ ..] => start(call, &intent(rest)).await,
        ["force-stop", rest @ ..] => force_stop(call, rest),
        ["broadcast", ..] => {
            call.io.out.line("Broadcast completed: result=0");
            0
        }
        [] => {
            call.io.out.line("Activity manager (activity) commands:");
            255
        }
        [other, ..] => {
            call.io.out.line(&format!("Unknown command: {other}"));
            255
        }
    }
}

fn intent<'a>(args: &[&'a str]) -> Intent<'a> {
    let mut it = Intent::default();
    let mut words = args.iter().copied();
    while let Some(word) = words.next() {
        let is_in = |options: &str| options.split(' ').any(|o| o == word);
        let value = if is_in(ONE_WORD) { words.next() } else { None };
        if is_in(TWO_WORDS) {
            words.nth(1);
        }
        match word {
            "-a" => it.action = value,
            "-c" => it.categories.extend(value),
            "-d" => it.data = value,
            "-f" => it.flags = value,
            "-n" => it.component = value,
            "-p" => it.package = value,
            "-W" => it.wait = true,
            "-S" => it.stop_first = true,
            w if w.starts_with('-') => {}
            // A bare word is a component, an address or a package.
            w if w.contains("://") => it.data = Some(w),
            w if w.contains('/') => it.component = Some(w),
            w => it.package = Some(w),
        }
    }
    it
}

impl Intent<'_> {
    /// As Android prints it.
    fn text(&self) -> String {
        let mut parts = Vec::new();
        parts.extend(self.action.map(|a| format!("act={a}")));
        if !self.categories.is_empty() {
            parts.push(format!("cat=[{}]", self.categories.join(",")));
        }
        parts.extend(self.data.map(|d| format!("dat={d}")));
        parts.extend(self.flags.map(|f| format!("flg={f}")));
        parts.extend(self.package.map(|p| format!("pkg={p}")));
        parts.extend(self.component.map(|c| {
            let (package, class) = c.split_once('/').unwrap_or((c, ""));
            format!("cmp={}", short_component(package, &full_class(package, class)))
        }));
        format!("Intent {{ {} }}", parts.join(" "))
    }
}

async fn start(call: &Call<'_>, intent: &Intent<'_>) -> u8 {
    call.io.out.line(&format!("Starting: {}", intent.text()));
    let Some((app, screen, activity)) = resolve(call, intent) else {
        return 0;
    };
    let launch = call.device.spec.timing.launch;
    wait(launch).await;
    let cold = call.device.change(|p| {
        if intent.stop_first {
            p.stop(app);
        }
        let cold = p.pid(app).is_none();
        p.launch(screen);
        cold
    });
    if intent.wait {
        let package = &call.device.spec.app(app).package;
        let (state, millis) = (if cold { "COLD" } else { "WARM" }, launch.as_millis());
        call.io.out.write(&format!(
            "Status: ok\nLaunchState: {state}\nActivity: {}\nTotalTime: {millis}\nWaitTime: {millis}\nComplete\n",
            short_component(package, &activity),
        ));
    }
    0
}

/// What the intent leads to: an app's start, or the first screen of the activity it names. `None` after the
/// error has been printed; the exit code is 0 all the same.
fn resolve(call: &Call<'_>, intent: &Intent<'_>) -> Option<(AppId, ScreenId, String)> {
    let spec = &call.device.spec;
    let start = |id: AppId| {
        let app = spec.app(id);
        (id, app.start, app.activity.clone())
    };
    let Some(component) = intent.component else {
        let found = intent
            .package
            .filter(|_| intent.data.is_none())
            .and_then(|p| spec.find_app(p))
            .map(start);
        if found.is_none() {
            call.io.err.line(&format!(
                "Error: Activity not started, unable to resolve {}",
                intent.text()
            ));
        }
        return found;
    };
    let (package, class) = component.split_once('/').unwrap_or((component, ""));
    let class = full_class(package, class);
    let found = spec.find_app(package).and_then(|id| {
        if spec.app(id).activity == class {
            return Some(start(id));
        }
        let screen = spec
            .screens
            .iter()
            .position(|s| s.app == id && s.activity == class)?;
        Some((id, ScreenId(screen), class.clone()))
    });
    if found.is_none() {
        call.io.err.line("Error type 3");
        call.io.err.line(&format!(
            "Error: Activity class {{{package}/{class}}} does not exist."
        ));
    }
    found
}

/// Nothing is said, whether the app ran or not, or exists at all.
fn force_stop(call: &Call<'_>, args: &[&str]) -> u8 {
    let Some(package) = args.iter().rev().find(|a| a.contains('.')) else {
        call.io.err.line("Error: Argument expected after \"force-stop\"");
        return 255;
    };
    if let Some(app) = call.device.spec.find_app(package) {
        call.device.change(|p| p.stop(app));
    }
    0
}

/// `monkey -p PKG … N`: the launcher start of old Androids.
pub(crate) async fn monkey(call: &Call<'_>) -> u8 {
    let package = call
        .args
        .iter()
        .position(|a| *a == "-p")
        .and_then(|i| call.args.get(i + 1));
    let Some(app) = package.and_then(|p| call.device.spec.find_app(p)) else {
        call.io.out.line("** No activities found to run, monkey aborted.");
        return 252;
    };
    wait(call.device.spec.timing.launch).await;
    let App { start, .. } = *call.device.spec.app(app);
    call.device.change(|p| p.launch(start));
    call.io.out.line("Events injected: 1");
    0
}
