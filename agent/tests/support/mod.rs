//! A whole flow on a simulated phone with a scripted model, inside the test's process.

#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    reason = "each test file uses its part"
)]

pub mod shop;
mod watched;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use retap::model::scripted::{Goals, ScriptedModel};
use retap::model::{Endpoint, Model};
use retap::run::{Asking, CacheEvent, Event, Setup, Sink, Summary, Timing};
use retap::script::{Heal, read};
use retap_android::AndroidDevice;
use retap_android::adb::Server;
use retap_android::read::Budgets;
use retap_cache::device::{Deadline, Device};
use retap_cache::store::{Mode, Store};
use retap_sim::{PhoneFile, SimPhone};

/// A folder with a memory that outlives single runs.
pub struct Project {
    dir: tempfile::TempDir,
}

/// What a run gave.
pub struct Ran {
    pub summary: Summary,
    /// Input commands that reached the phone, in order.
    pub inputs: Vec<String>,
    /// Pictures that were asked of the phone.
    pub pictures: usize,
    /// Questions that reached the model.
    pub asked: usize,
    /// Their bodies, if somebody listened.
    pub questions: Vec<String>,
    pub screen: String,
    /// True if a touch fell on the keyboard.
    pub keys: bool,
    /// The phone as the run has left it.
    pub phone: Arc<SimPhone>,
}

/// Is told each event and may change the phone.
pub type Meddler<'a> = Box<dyn FnMut(&Event<'_>, &SimPhone) + Send + 'a>;

/// Is told the number of a question, from 1, and may change the phone.
pub type Questioner = Box<dyn FnMut(usize, &SimPhone) + Send>;

/// Is told the number of a read, from 1, before it is made, and may change the phone.
pub type OnRead = Box<dyn FnMut(usize, &SimPhone) + Send>;

/// One run, ready to be changed before it starts.
pub struct Flow<'a> {
    pub phone: &'a str,
    pub goals: &'a str,
    pub script: &'a str,
    pub test: &'a str,
    pub mode: Mode,
    pub vars: Vec<(String, String)>,
    /// Variables of the phone set before the run.
    pub state: Vec<(&'a str, &'a str)>,
    /// What the model may be asked for.
    pub asking: Asking,
    /// What becomes of drift.
    pub heal: Heal,
    /// Whether what can't be stored is kept beside the cache.
    pub aside: bool,
    pub app_version: &'a str,
    /// The time of day.
    pub now: &'a str,
    /// The model's name, if it isn't its own.
    pub model: Option<&'a str>,
    pub timing: Timing,
    /// Whether pictures of controls are kept and compared.
    pub picture: bool,
    /// Budgets of the device's reads.
    pub budgets: Budgets,
    /// Asked instead of the scripted model.
    pub endpoint: Option<Endpoint>,
    /// Called with each event; may change the phone in the middle of a run.
    pub on_event: Option<Meddler<'a>>,
    /// Called with each question before it is answered; may change the phone meanwhile.
    pub on_question: Option<Questioner>,
    /// Called before each read; may change the phone.
    pub on_read: Option<OnRead>,
}

pub fn quick() -> Timing {
    let ms = Duration::from_millis;
    Timing {
        read: ms(5_000),
        act: ms(5_000),
        launch: ms(5_000),
        step: ms(20_000),
        change: ms(150),
        quiet: ms(50),
        start: ms(400),
        still: ms(100),
        target: ms(400),
        result: ms(400),
        expect: ms(400),
        fresh: ms(500),
        pause: ms(5),
    }
}

impl Project {
    pub fn new() -> Project {
        Project {
            dir: tempfile::tempdir().unwrap(),
        }
    }

    pub fn path(&self) -> &Path {
        self.dir.path()
    }

    pub fn cache(&self) -> PathBuf {
        self.dir.path().join("cache")
    }

    /// The folder for what can't be stored.
    pub fn aside(&self) -> PathBuf {
        self.dir.path().join("healed")
    }

    /// Every file of the memory with its bytes, by path.
    pub fn files(&self) -> Vec<(PathBuf, String)> {
        fn walk(dir: &Path, into: &mut Vec<(PathBuf, String)>) {
            let Ok(list) = std::fs::read_dir(dir) else { return };
            for f in list.flatten() {
                let path = f.path();
                if path.is_dir() {
                    walk(&path, into);
                } else {
                    into.push((path.clone(), std::fs::read_to_string(&path).unwrap()));
                }
            }
        }
        let mut all = Vec::new();
        walk(&self.cache(), &mut all);
        all.sort();
        all
    }

    pub fn flow<'a>(&self, phone: &'a str, goals: &'a str, script: &'a str) -> Flow<'a> {
        Flow {
            phone,
            goals,
            script,
            test: "t.yaml",
            mode: Mode::ReadWrite,
            vars: Vec::new(),
            state: Vec::new(),
            asking: Asking::Everything,
            heal: Heal::Warn,
            aside: false,
            app_version: "1.0",
            now: "2026-01-02T03:04:05Z",
            model: None,
            timing: quick(),
            picture: false,
            budgets: Budgets::default(),
            endpoint: None,
            on_event: None,
            on_question: None,
            on_read: None,
        }
    }

    pub async fn run(&self, mut flow: Flow<'_>) -> Ran {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let script = read(Path::new("t.yaml"), flow.script, &flow.vars).unwrap();
        let phone = Arc::new(
            SimPhone::start(PhoneFile::parse("phone.yaml", flow.phone).unwrap())
                .await
                .unwrap(),
        );
        for (name, value) in &flow.state {
            phone.set_state(name, value);
        }
        let scripted = ScriptedModel::start(Goals::parse("goals.yaml", flow.goals).unwrap()).unwrap();
        let mut endpoint = flow.endpoint.take().unwrap_or_else(|| scripted.endpoint());
        let questions = Arc::new(Mutex::new(Vec::new()));
        if let Some(hook) = flow.on_question.take() {
            endpoint.base_url = listen_in(&endpoint.base_url, phone.clone(), questions.clone(), hook);
        }
        if let Some(name) = flow.model {
            endpoint.name = name.to_owned();
        }
        let model = Model::new(endpoint).unwrap();
        let until = Deadline::after(Duration::from_secs(5));
        let server = Server::new(phone.server());
        let device = AndroidDevice::connect(server, phone.serial(), flow.budgets, until)
            .await
            .unwrap();
        let mut device = watched::Watched::new(device, phone.clone(), flow.on_read.take());
        let mut store = Store::new(self.cache(), flow.mode);
        if flow.aside {
            store = store.with_aside(self.aside());
        }
        let (_keep, interrupted) = tokio::sync::watch::channel(false);
        let mut watcher = Watcher {
            phone: &phone,
            on_event: flow.on_event.take(),
        };
        let today = flow.now.to_owned();
        let now = move || today.clone();
        let setup = Setup {
            script: &script,
            test: flow.test,
            device: &mut device as &mut dyn Device,
            model: Some(&model),
            no_model: "",
            asking: flow.asking,
            heal: flow.heal,
            store: &store,
            now: &now,
            app_version: flow.app_version,
            timing: flow.timing,
            picture: flow.picture,
            interrupted,
        };
        let summary = retap::run::run(setup, &mut watcher).await;
        let inputs = phone
            .log()
            .into_iter()
            .map(|l| l.command)
            .filter(|c| c.starts_with("input "))
            .collect();
        Ran {
            summary,
            inputs,
            pictures: phone
                .log()
                .iter()
                .filter(|l| l.command.starts_with("screencap"))
                .count(),
            asked: scripted.requests(),
            questions: questions.lock().unwrap().clone(),
            screen: phone.screen(),
            keys: phone.log().iter().any(|l| l.service == "key"),
            phone,
        }
    }
}

/// A relay in front of the model that notes each question and calls the hook before passing it on. Gives its URL.
fn listen_in(
    base: &str,
    phone: Arc<SimPhone>,
    heard: Arc<Mutex<Vec<String>>>,
    mut hook: Questioner,
) -> String {
    let host = base
        .trim_start_matches("http://")
        .split('/')
        .next()
        .unwrap()
        .to_owned();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let here = listener.local_addr().unwrap().to_string();
    let url = base.replace(&host, &here);
    std::thread::spawn(move || {
        for client in listener.incoming() {
            let mut client = BufReader::new(client.unwrap());
            let (mut head, mut length) = (String::new(), 0);
            loop {
                let mut line = String::new();
                if client.read_line(&mut line).unwrap_or(0) <= 2 {
                    break;
                }
                if let Some(n) = line.to_lowercase().strip_prefix("content-length:") {
                    length = n.trim().parse().unwrap();
                }
                // One question a connection, so that the answer ends with it.
                if !line.to_lowercase().starts_with("connection:") {
                    head.push_str(&line);
                }
            }
            if head.is_empty() {
                continue;
            }
            let mut body = vec![0; length];
            client.read_exact(&mut body).unwrap();
            let number = {
                let mut heard = heard.lock().unwrap();
                heard.push(String::from_utf8(body.clone()).unwrap());
                heard.len()
            };
            hook(number, &phone);
            let mut model = TcpStream::connect(&host).unwrap();
            model
                .write_all(format!("{head}connection: close\r\n\r\n").as_bytes())
                .unwrap();
            model.write_all(&body).unwrap();
            let _ = std::io::copy(&mut model, client.get_mut());
        }
    });
    url
}

struct Watcher<'a, 'b> {
    phone: &'a SimPhone,
    on_event: Option<Meddler<'b>>,
}

impl Sink for Watcher<'_, '_> {
    fn take(&mut self, event: &Event<'_>) {
        if let Some(f) = &mut self.on_event {
            f(event, self.phone);
        }
    }
}

impl Ran {
    pub fn passed(&self) -> bool {
        self.summary.outcome == retap::run::Outcome::Passed
    }

    /// Kind of the first trouble, or empty.
    pub fn trouble(&self) -> &str {
        self.summary.trouble.as_ref().map_or("", |t| &t.kind)
    }

    /// `event reason` of every decision of the cache, steps first.
    pub fn cache(&self) -> Vec<String> {
        let steps = self.summary.steps.iter().flat_map(|s| &s.cache);
        steps
            .chain(&self.summary.cache)
            .map(|c| {
                format!("{} {}", c.event.word(), c.reason.unwrap_or(""))
                    .trim()
                    .to_owned()
            })
            .collect()
    }

    pub fn noted(&self, event: CacheEvent) -> usize {
        let steps = self.summary.steps.iter().flat_map(|s| &s.cache);
        steps
            .chain(&self.summary.cache)
            .filter(|c| c.event == event)
            .count()
    }

    pub fn tell(&self) -> String {
        let s = &self.summary;
        let steps: Vec<String> = s
            .steps
            .iter()
            .map(|x| {
                format!(
                    "{:?} {} {:?}",
                    x.outcome,
                    x.title,
                    x.trouble.as_ref().map(|t| &t.message)
                )
            })
            .collect();
        format!(
            "{:#?}\n{:#?}\n{:#?}\n{:#?}",
            steps,
            s.trouble,
            self.cache(),
            self.inputs
        )
    }
}
