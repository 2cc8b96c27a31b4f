//! A device that answers each question of a read by the byte, as a test tells it to.

use std::sync::Arc;
use std::time::Duration;

use retap_android::AndroidDevice;
use retap_android::read::Budgets;
use retap_cache::device::{Deadline, Device, DeviceError, Want};
use retap_cache::screen::{Attempt, Screen};

use crate::canned::{Canned, Do, fail, okay, shell, text};

pub(crate) const TREE: &str = "<?xml version='1.0'?><hierarchy rotation=\"1\"><node class=\"F\" package=\"com.a\" \
    bounds=\"[0,0][2400,1080]\"><node class=\"B\" text=\"Pay\" package=\"com.a\"/></node></hierarchy>";
pub(crate) const DONE: &str = "UI hierchary dumped to: /dev/tty\n";
pub(crate) const FOCUS: &str = "retap-facts\n  mCurrentFocus=Window{1a u0 com.a/com.a.Main}\n  \
    mFocusedApp=ActivityRecord{2b u0 com.a/.Main t7}\n";
pub(crate) const NOT_IDLE: &str = "ERROR: could not get idle state.\n";
pub(crate) const DISPLAY: &str = "Physical size: 1080x2400\nPhysical density: 420\n";
const PROPS: &str = "[ro.product.model]: [P]\n[ro.build.version.release]: [14]\n[ro.build.version.sdk]: [34]\n\
    [persist.sys.locale]: [de-DE]\n[sys.boot_completed]: [1]\n";

type Answer = Arc<dyn Fn(usize) -> Vec<Do> + Send + Sync>;

/// What it answers; each gets how many questions of the kind came before.
#[derive(Clone)]
pub(crate) struct Stub {
    list: Answer,
    transport: Answer,
    plain: Answer,
    compressed: Answer,
    by_file: Answer,
    focus: Answer,
    picture: Answer,
    raw: Answer,
    processes: Answer,
    budgets: Budgets,
}

impl Stub {
    /// A good dump, plain and compressed, and no picture.
    pub(crate) fn new() -> Self {
        let tree: Answer = Arc::new(|_| good());
        let refused: Answer = Arc::new(|_| shell("", "screencap: not found\n", 127));
        Self {
            list: Arc::new(|_| text("S1 device\n")),
            transport: Arc::new(|_| okay()),
            plain: Arc::clone(&tree),
            compressed: tree,
            by_file: Arc::new(|_| shell("", "cat: x: No such file or directory\n", 1)),
            focus: Arc::new(|_| shell("  mCurrentFocus=Window{9 u0 Dialog}\n", "", 0)),
            picture: Arc::clone(&refused),
            raw: refused,
            processes: Arc::new(|_| shell("", "ps: not found\n", 127)),
            budgets: Budgets {
                first_byte: Duration::from_millis(400),
                stall: Duration::from_millis(150),
                total: Duration::from_millis(800),
                picture: Duration::from_millis(400),
                connect: Duration::from_millis(300),
                ..Budgets::default()
            },
        }
    }

    pub(crate) fn plain(mut self, answer: impl Fn(usize) -> Vec<Do> + Send + Sync + 'static) -> Self {
        self.plain = Arc::new(answer);
        self
    }

    pub(crate) fn compressed(mut self, answer: impl Fn(usize) -> Vec<Do> + Send + Sync + 'static) -> Self {
        self.compressed = Arc::new(answer);
        self
    }

    /// Every dump, plain or compressed; each kind is counted for itself.
    pub(crate) fn dump(mut self, answer: impl Fn(usize) -> Vec<Do> + Send + Sync + 'static) -> Self {
        self.plain = Arc::new(answer);
        self.compressed = Arc::clone(&self.plain);
        self
    }

    pub(crate) fn by_file(mut self, answer: impl Fn(usize) -> Vec<Do> + Send + Sync + 'static) -> Self {
        self.by_file = Arc::new(answer);
        self
    }

    pub(crate) fn focus(mut self, answer: impl Fn(usize) -> Vec<Do> + Send + Sync + 'static) -> Self {
        self.focus = Arc::new(answer);
        self
    }

    pub(crate) fn picture(mut self, answer: impl Fn(usize) -> Vec<Do> + Send + Sync + 'static) -> Self {
        self.picture = Arc::new(answer);
        self
    }

    pub(crate) fn raw(mut self, answer: impl Fn(usize) -> Vec<Do> + Send + Sync + 'static) -> Self {
        self.raw = Arc::new(answer);
        self
    }

    pub(crate) fn processes(mut self, text: &'static str) -> Self {
        self.processes = Arc::new(move |_| shell(text, "", 0));
        self
    }

    pub(crate) fn list(mut self, answer: impl Fn(usize) -> &'static str + Send + Sync + 'static) -> Self {
        self.list = Arc::new(move |n| text(answer(n)));
        self
    }

    /// From so many transports on (the first is that of connecting), one fails; `None` for granted.
    pub(crate) fn transport(
        mut self,
        answer: impl Fn(usize) -> Option<&'static str> + Send + Sync + 'static,
    ) -> Self {
        self.transport = Arc::new(move |n| answer(n).map_or_else(okay, fail));
        self
    }

    pub(crate) fn budgets(mut self, change: impl Fn(&mut Budgets)) -> Self {
        change(&mut self.budgets);
        self
    }

    pub(crate) async fn start(self) -> (Canned, AndroidDevice) {
        let budgets = self.budgets;
        let canned = Canned::start(move |request, before| self.answer(request, before)).await;
        let device = AndroidDevice::connect(canned.server(), "S1", budgets, within(5000))
            .await
            .unwrap();
        (canned, device)
    }

    fn answer(&self, request: &str, before: usize) -> Vec<Do> {
        let is = |part: &str| request.contains(part);
        match request {
            "host:transport:S1" => (self.transport)(before),
            "host:devices-l" => (self.list)(before),
            "shell,v2,raw:screencap -p" => (self.picture)(before),
            "shell,v2,raw:screencap" => (self.raw)(before),
            _ if is("getprop") => shell(&format!("{PROPS}{DISPLAY}"), "", 0),
            _ if request.starts_with("exec:uiautomator dump /dev/tty; ") => (self.plain)(before),
            _ if request.starts_with("exec:uiautomator dump --compressed /dev/tty; ") => {
                (self.compressed)(before)
            }
            // Each of these has another file name.
            _ if is("uiautomator dump") => (self.by_file)(before),
            _ if is("raw:echo retap-facts") => shell(&format!("{FOCUS}{DISPLAY}"), "", 0),
            _ if is("raw:dumpsys window displays") => (self.focus)(before),
            _ if is("raw:dumpsys window InputMethod") => {
                shell("  touchable region=SkRegion((0,1500,1080,2400))\n", "", 0)
            }
            _ if is("raw:ps ") => (self.processes)(before),
            other => panic!("unexpected request {other}"),
        }
    }
}

pub(crate) fn within(ms: u64) -> Deadline {
    Deadline::after(Duration::from_millis(ms))
}

/// A command that is accepted and says that.
pub(crate) fn said(text: &str) -> Vec<Do> {
    vec![Do::Send(format!("OKAY{text}").into_bytes())]
}

/// A good dump.
pub(crate) fn good() -> Vec<Do> {
    said(&format!("{TREE}{DONE}{FOCUS}"))
}

/// A command that is accepted and never says anything.
pub(crate) fn hang() -> Vec<Do> {
    vec![Do::Send(b"OKAY".to_vec()), Do::Hang]
}

pub(crate) async fn read(device: &mut AndroidDevice) -> Result<Screen, DeviceError> {
    device.observe(Want::Tree, within(5000)).await
}

/// `plain killed, plain, compressed not-idle`
pub(crate) fn attempts(of: &[Attempt]) -> String {
    let one = |a: &Attempt| match a.error {
        Some(kind) => format!("{} {kind}", a.rung.word()),
        None => a.rung.word().to_owned(),
    };
    of.iter().map(one).collect::<Vec<_>>().join(", ")
}
