//! The program as a user sees it: what it prints, what it writes, how it ends.

#![allow(clippy::unwrap_used, reason = "a test")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples");

/// A project folder with the example in it and nothing of the surroundings.
struct Home {
    dir: tempfile::TempDir,
}

impl Home {
    fn new() -> Home {
        let dir = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(dir.path().join("examples/phones")).unwrap();
        std::fs::write(dir.path().join("retap.yaml"), "").unwrap();
        for file in [
            "checkout.yaml",
            "phones/checkout.yaml",
            "phones/checkout.goals.yaml",
        ] {
            std::fs::copy(
                Path::new(EXAMPLES).join(file),
                dir.path().join("examples").join(file),
            )
            .unwrap();
        }
        Home { dir }
    }

    fn path(&self) -> &Path {
        self.dir.path()
    }

    fn write(&self, file: &str, text: &str) {
        std::fs::write(self.path().join(file), text).unwrap();
    }

    /// The example's script with a part exchanged.
    fn script(&self, from: &str, to: &str) {
        let text = std::fs::read_to_string(self.path().join("examples/checkout.yaml")).unwrap();
        assert!(text.contains(from));
        self.write("examples/checkout.yaml", &text.replace(from, to));
    }

    fn retap(&self, args: &[&str]) -> Command {
        let mut c = Command::new(env!("CARGO_BIN_EXE_retap"));
        c.args(args)
            .current_dir(self.path())
            .env_remove("CI")
            .env_remove("ANDROID_SERIAL");
        for name in ["RETAP_MODEL_NAME", "RETAP_MODEL_BASE_URL", "RETAP_MODEL_API_KEY"] {
            c.env_remove(name);
        }
        c
    }

    fn run(&self, args: &[&str]) -> Told {
        told(self.retap(args).output().unwrap())
    }

    fn reports(&self) -> Vec<serde_json::Value> {
        let Ok(list) = std::fs::read_dir(self.path().join(".retap/runs")) else {
            return Vec::new();
        };
        let mut folders: Vec<_> = list.flatten().map(|f| f.path()).collect();
        folders.sort();
        folders
            .iter()
            .map(|f| serde_json::from_str(&std::fs::read_to_string(f.join("report.json")).unwrap()).unwrap())
            .collect()
    }
}

#[derive(Debug)]
struct Told {
    code: Option<i32>,
    out: String,
    err: String,
}

fn told(o: Output) -> Told {
    let text = |b: Vec<u8>| String::from_utf8(b).unwrap();
    Told {
        code: o.status.code(),
        out: text(o.stdout),
        err: text(o.stderr),
    }
}

const RUN: [&str; 2] = ["run", "examples/checkout.yaml"];

#[test]
fn the_example_needs_nothing_and_its_second_run_asks_no_model() {
    let home = Home::new();
    let run = || {
        let mut c = home.retap(&RUN);
        // Neither a plugged-in phone nor a key in the environment changes it; nor does CI.
        c.env("ANDROID_SERIAL", "nope")
            .env("ANDROID_ADB_SERVER_PORT", "1")
            .env("CI", "true");
        c.env("RETAP_MODEL_NAME", "dear")
            .env("RETAP_MODEL_BASE_URL", "http://127.0.0.1:1/v1");
        told(c.output().unwrap())
    };
    let first = run();
    assert_eq!(first.code, Some(0), "{first:?}");
    assert!(
        first.out.contains("cache read-write") && first.out.contains("8 model calls"),
        "{}",
        first.out
    );
    assert!(
        first.out.contains("tokens (estimated)") && first.out.contains("3 recorded"),
        "{}",
        first.out
    );
    assert!(!first.out.contains('\u{1b}'), "no escape codes in a pipe");

    let second = run();
    assert_eq!(second.code, Some(0), "{second:?}");
    for line in [
        "model: 0 model calls, 0 tokens\n",
        "learning what was replayed had cost 8 model calls",
        "Cache 3 replayed · saved 2.",
    ] {
        assert!(second.out.contains(line), "{line}: {}", second.out);
    }

    let reports = home.reports();
    assert_eq!(reports.len(), 2);
    let (a, b) = (&reports[0]["summary"], &reports[1]["summary"]);
    assert_eq!((a["calls"].as_u64(), b["calls"].as_u64()), (Some(8), Some(0)));
    assert_eq!(b["saved"]["calls"], a["calls"]);
    assert_eq!(b["steps"][0]["located"][0]["how"], "plan");
    assert_eq!(
        std::fs::read_to_string(home.path().join(".retap/.gitignore")).unwrap(),
        "runs/\n"
    );
}

#[test]
fn verbose_says_the_reason_of_every_decision() {
    let home = Home::new();
    let t = home.run(&["run", "examples/checkout.yaml", "-v"]);
    assert!(
        t.out
            .contains("cache: plan missed (no-entry): nothing is recorded"),
        "{}",
        t.out
    );
    assert!(
        t.out.contains("cache: plan staged") && t.out.contains("cache: locate recorded"),
        "{}",
        t.out
    );
    let t = home.run(&["run", "examples/checkout.yaml", "-v"]);
    assert!(
        t.out
            .contains("cache: locate hit: found by id, confirmed by label"),
        "{}",
        t.out
    );
}

#[test]
fn a_run_that_may_ask_nobody_ends_with_its_own_code() {
    let home = Home::new();
    for option in ["--strict-cache", "--no-model"] {
        let t = home.run(&["run", "examples/checkout.yaml", option]);
        assert_eq!(t.code, Some(6), "{t:?}");
        let words = "(its plan entry: no-entry, nothing is recorded";
        assert!(t.out.contains(words) && t.out.contains(option), "{}", t.out);
    }
    assert_eq!(home.run(&RUN).code, Some(0));
    for option in ["--strict-cache", "--no-model"] {
        let t = home.run(&["run", "examples/checkout.yaml", option]);
        assert_eq!(t.code, Some(0), "{t:?}");
        let mode = ["cache read-write, strict", "model none"];
        assert!(mode.iter().any(|m| t.out.contains(m)), "{}", t.out);
    }
    let t = home.run(&[
        "run",
        "examples/checkout.yaml",
        "--strict-cache",
        "--cache",
        "off",
    ]);
    assert!(t.code == Some(2) && t.err.contains("the cache is off"), "{t:?}");
}

#[test]
fn what_ci_would_have_stored_is_taken_in_by_hand() {
    let home = Home::new();
    home.script("agent: { cache: { strategy: read-write } }\n", "");
    assert_eq!(home.run(&RUN).code, Some(0));
    let phone = std::fs::read_to_string(home.path().join("examples/phones/checkout.yaml")).unwrap();
    assert!(phone.contains("#size_42"));
    home.write(
        "examples/phones/checkout.yaml",
        &phone.replace("#size_42", "#size_of_42"),
    );
    let ci = [
        "run",
        "examples/checkout.yaml",
        "--cache",
        "read-only",
        "--heal-to",
        "healed",
    ];
    let t = home.run(&ci);
    assert!(t.code == Some(0) && t.out.contains("kept for review"), "{t:?}");

    let t = home.run(&["cache", "apply", "healed", "--dry-run"]);
    assert!(t.code == Some(0) && t.out.contains("would record"), "{t:?}");
    let t = home.run(&["cache", "apply", "healed"]);
    assert!(t.code == Some(0) && t.out.contains("recorded plan"), "{t:?}");
    let t = home.run(&ci);
    assert!(t.code == Some(0) && !t.out.contains("kept for review"), "{t:?}");

    let t = home.run(&["cache", "apply", "nowhere"]);
    assert!(
        t.code == Some(2) && t.err.contains("nothing was taken in"),
        "{t:?}"
    );
    let t = home.run(&["run", "examples/checkout.yaml", "--heal-to", "healed"]);
    assert!(
        t.code == Some(2) && t.err.contains("the cache is read-write"),
        "{t:?}"
    );
    let t = home.run(&["run", "examples/checkout.yaml", "--heal", "maybe"]);
    assert!(t.code == Some(2) && t.err.contains("allow, warn, fail"), "{t:?}");
}

#[test]
fn a_guard_and_no_model_contradict_each_other_before_any_device_is_touched() {
    let home = Home::new();
    home.script(
        "- aiTap: the Pay button\n",
        "- aiTap: the Pay button\n        guard: true\n",
    );
    let t = home.run(&["run", "examples/checkout.yaml", "--no-model"]);
    assert!(t.code == Some(2) && t.out.is_empty(), "{t:?}");
    assert!(
        t.err.contains("guarded step in line") && t.err.contains("--strict-cache"),
        "{}",
        t.err
    );
    assert!(!home.path().join(".retap").exists());
}

#[test]
fn mistakes_in_files_stop_before_any_device_with_place_and_help() {
    let wrong = |file: &str, from: &str, to: &str| {
        let home = Home::new();
        let text = std::fs::read_to_string(home.path().join(file)).unwrap();
        assert!(text.contains(from), "{from}");
        home.write(file, &text.replacen(from, to, 1));
        let t = home.run(&RUN);
        assert_eq!((t.code, t.out.as_str()), (Some(2), ""), "{t:?}");
        assert!(!home.path().join(".retap").exists(), "nothing was begun");
        t.err
    };
    let e = wrong("examples/checkout.yaml", "- aiTap:", "- aiTab:");
    assert!(
        e.contains("examples/checkout.yaml:15:9: unknown key `aiTab`") && e.contains("did you mean `aiTap`?"),
        "{e}"
    );
    let e = wrong("examples/checkout.yaml", "tasks:", "tag: smoke\ntasks:");
    assert!(
        e.contains("unknown key `tag`") && e.contains("examples/checkout.yaml:8:1"),
        "{e}"
    );
    let e = wrong("examples/phones/checkout.yaml", "goto: placed", "goto: palced");
    assert!(
        e.contains("examples/phones/checkout.yaml:") && e.contains("palced") && e.contains("placed"),
        "{e}"
    );
    let e = wrong(
        "examples/phones/checkout.goals.yaml",
        "find: { role: button",
        "find: { roll: button",
    );
    assert!(
        e.contains("examples/phones/checkout.goals.yaml:") && e.contains("unknown key `roll`"),
        "{e}"
    );
    let e = wrong(
        "examples/checkout.yaml",
        "sim:phones/checkout.yaml",
        "sim:phones/none.yaml",
    );
    assert!(
        e.contains("examples/phones/none.yaml") && e.contains("relative to the script"),
        "{e}"
    );
}

#[test]
fn wrong_words_on_the_command_line_are_usage_errors() {
    let home = Home::new();
    for args in [
        &["run"][..],
        &["run", "nowhere.yaml"],
        &["run", "examples/checkout.yaml", "--cache", "readonly"],
        &["run", "examples/checkout.yaml", "--var", "x"],
        &["run", "examples/checkout.yaml", "--var", "x=1"],
        &["rum"],
    ] {
        let t = home.run(args);
        assert_eq!(t.code, Some(2), "{args:?}: {t:?}");
        assert!(!t.err.is_empty() && t.out.is_empty(), "{args:?}");
    }
    assert_eq!(home.run(&["--help"]).code, Some(0));
    assert!(home.run(&["--version"]).out.starts_with("retap "));
}

#[test]
fn a_failed_check_is_exit_1_and_the_rest_is_not_run() {
    let home = Home::new();
    home.script(
        "- expect: { visible: \"Order summary\" }",
        "- expect: { visible: \"Bill\" }\n        timeout: 100ms",
    );
    let t = home.run(&RUN);
    assert_eq!(t.code, Some(1), "{t:?}");
    assert!(
        t.out
            .contains("\"Bill\" is not visible; waited 100ms on com.example.shop"),
        "{}",
        t.out
    );
    assert!(
        t.out.contains("- not run") && t.out.contains("failed: 1 of 5 steps"),
        "{}",
        t.out
    );
    assert!(
        !home.path().join(".retap/cache").exists(),
        "nothing was confirmed"
    );
    let steps: Vec<String> = home.reports()[0]["summary"]["steps"]
        .as_array()
        .unwrap()
        .iter()
        .map(|s| s["outcome"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(steps, ["passed", "failed", "skipped", "skipped", "skipped"]);
}

#[test]
fn without_a_device_or_a_model_the_error_says_what_to_do() {
    let home = Home::new();
    home.script(
        "  deviceId: sim:phones/checkout.yaml      # relative to this file\n",
        "",
    );
    let mut c = home.retap(&RUN);
    let t = told(c.env("ANDROID_ADB_SERVER_PORT", "1").output().unwrap());
    assert_eq!(t.code, Some(3), "{t:?}");
    assert!(
        t.err.contains("127.0.0.1:1") && t.err.contains("adb start-server"),
        "{}",
        t.err
    );

    let home = Home::new();
    home.script("model: { scripted: phones/checkout.goals.yaml }\n", "");
    let t = home.run(&RUN);
    assert_eq!(t.code, Some(2), "{t:?}");
    assert!(
        t.out.contains("this step needs a model, and none is configured"),
        "{}",
        t.out
    );
    assert!(t.out.contains("RETAP_MODEL_BASE_URL"), "{}", t.out);
    let t = told(home.retap(&RUN).env("RETAP_MODEL_NAME", "x").output().unwrap());
    assert_eq!(t.code, Some(2), "a name without an address: {t:?}");
    // What the script doesn't name the command line may.
    let t = home.run(&[
        "run",
        "examples/checkout.yaml",
        "--model",
        "scripted:examples/phones/checkout.goals.yaml",
    ]);
    assert_eq!(t.code, Some(0), "{t:?}");
    let mut c = home.retap(&RUN);
    c.env("RETAP_MODEL_NAME", "x")
        .env("RETAP_MODEL_BASE_URL", "http://127.0.0.1:1/v1");
    assert_eq!(
        told(c.output().unwrap()).code,
        Some(0),
        "it replays, so a dead model is not missed"
    );
}

/// A server that answers every chat completion with the same text.
fn babbling(text: &'static str) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = BufReader::new(stream.unwrap());
            let (mut line, mut length) = (String::new(), 0);
            while stream.read_line(&mut line).unwrap_or(0) > 2 {
                if let Some(n) = line.to_lowercase().strip_prefix("content-length:") {
                    length = n.trim().parse().unwrap();
                }
                line.clear();
            }
            std::io::copy(&mut stream.by_ref().take(length), &mut std::io::sink()).unwrap();
            let content = serde_json::json!({
                "choices": [{ "message": { "role": "assistant", "content": text }, "finish_reason": "stop" }],
                "usage": { "prompt_tokens": 10, "completion_tokens": 2 }
            })
            .to_string();
            let head = format!(
                "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
                content.len()
            );
            let _ = stream.get_mut().write_all((head + &content).as_bytes());
        }
    });
    port
}

#[test]
fn a_model_that_answers_garbage_is_exit_4_and_nothing_is_tapped() {
    for text in [
        "Sure! I'd be happy to help.",
        r#"{"action":"tap","id":4711}"#,
        r#"{"action":"shell"}"#,
    ] {
        let home = Home::new();
        home.script("model: { scripted: phones/checkout.goals.yaml }\n", "");
        let base = format!("http://127.0.0.1:{}/v1", babbling(text));
        let mut c = home.retap(&RUN);
        let t = told(
            c.env("RETAP_MODEL_NAME", "x")
                .env("RETAP_MODEL_BASE_URL", base)
                .output()
                .unwrap(),
        );
        assert_eq!(t.code, Some(4), "{text}: {t:?}");
        let report = &home.reports()[0]["summary"];
        assert_eq!(report["steps"][0]["actions"], 0, "{text}");
        assert!(
            report["calls"].as_u64() >= Some(2),
            "failed calls are counted: {text}"
        );
        assert_eq!(report["trouble"]["class"], "model");
    }
}

#[test]
fn ci_reads_only_unless_the_script_or_the_command_line_says_otherwise() {
    let home = Home::new();
    home.script("agent: { cache: { strategy: read-write } }\n", "");
    let run = |args: &[&str]| told(home.retap(args).env("CI", "true").output().unwrap());
    let t = run(&RUN);
    assert!(t.code == Some(0) && t.out.contains("cache read-only"), "{t:?}");
    assert!(!home.path().join(".retap/cache").exists());
    let t = run(&["run", "examples/checkout.yaml", "--cache", "read-write"]);
    assert!(t.code == Some(0) && t.out.contains("cache read-write"), "{t:?}");
    let t = run(&RUN);
    assert!(
        t.out.contains("Cache 3 replayed") && t.out.contains("model: 0 model calls"),
        "{t:?}"
    );
    let t = home.run(&RUN);
    assert!(t.out.contains("cache read-write"), "outside CI: {t:?}");
}

#[test]
fn pictures_are_turned_on_and_off_by_the_command_line() {
    let home = Home::new();
    for (flag, code) in [
        ("--cache-picture", 0),
        ("--cache-picture=false", 0),
        ("--cache-picture=maybe", 2),
    ] {
        let t = home.run(&["run", "examples/checkout.yaml", flag]);
        assert_eq!(t.code, Some(code), "{flag}: {t:?}");
    }
}

#[test]
fn a_device_from_the_command_line_wins_over_the_scripts() {
    let home = Home::new();
    home.script("sim:phones/checkout.yaml", "no-such-serial");
    let t = home.run(&[
        "run",
        "examples/checkout.yaml",
        "--device",
        "sim:examples/phones/checkout.yaml",
    ]);
    assert_eq!(t.code, Some(0), "{t:?}");
}

#[test]
fn an_interrupt_is_exit_130_and_keeps_the_report() {
    let home = Home::new();
    home.script(
        "- aiTap: the Pay button",
        "- sleep: 60s\n      - aiTap: the Pay button",
    );
    let mut child = home.retap(&RUN).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.any(|l| l.unwrap().contains("sleep 60000 ms")));
    let pid = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &pid])
            .status()
            .unwrap()
            .success()
    );
    let rest: Vec<String> = lines.map(Result::unwrap).collect();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{rest:?}");
    let report = &home.reports()[0]["summary"];
    assert_eq!(report["trouble"]["class"], "interrupted");
    assert_eq!(
        report["committed"]["recorded"], 1,
        "what was confirmed before is kept"
    );
}

#[test]
fn a_report_that_cannot_be_written_is_exit_3() {
    let home = Home::new();
    home.write(".retap", "in the way");
    let t = home.run(&RUN);
    assert_eq!(t.code, Some(3), "{t:?}");
    assert!(t.err.contains(".retap"), "{}", t.err);
}

const PHONE: &str = "sim:examples/phones/checkout.yaml";

#[test]
fn the_screen_is_shown_with_what_the_read_is_worth() {
    let home = Home::new();
    let t = home.run(&["screen", "--device", PHONE]);
    assert_eq!(t.code, Some(0), "{t:?}");
    for part in [
        "source    plain,",
        "quality   complete",
        "geometry  1080x2400, rotation 0, 420 dpi",
        "nodes     ",
    ] {
        assert!(t.out.contains(part), "{part}: {}", t.out);
    }
    let outline = home.run(&["screen", "--device", PHONE, "--outline"]);
    assert!(
        outline.out.lines().all(|l| l.trim_start().starts_with('[')),
        "{}",
        outline.out
    );

    let json = home.run(&["screen", "--device", PHONE, "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(
        (&json["quality"], &json["source"]["rung"]),
        (&"complete".into(), &"plain".into())
    );
    assert!(!json["nodes"].as_array().unwrap().is_empty());
    assert_eq!(home.run(&["screen", "--json", "--outline"]).code, Some(2));
}

#[test]
fn a_saved_dump_is_shown_and_a_broken_one_is_named() {
    let home = Home::new();
    let node = "<node class=\"android.widget.Button\" text=\"Pay\" clickable=\"true\" enabled=\"true\" bounds=\"[0,0][100,50]\" />";
    home.write(
        "good.xml",
        &format!("noise\n<hierarchy rotation=\"0\">{node}</hierarchy>UI hierchary dumped to: /dev/tty\n"),
    );
    let t = home.run(&["screen", "--dump", "good.xml"]);
    assert!(t.code == Some(0) && t.out.contains("[0] button \"Pay\""), "{t:?}");
    for (file, text, kind) in [
        ("idle.xml", "ERROR: could not get idle state.\n", "not-idle"),
        (
            "cut.xml",
            "<hierarchy rotation=\"0\"><node class=\"a\"",
            "truncated",
        ),
        ("other.xml", "hello", "not-a-dump"),
    ] {
        home.write(file, text);
        let t = home.run(&["screen", "--dump", file]);
        assert_eq!(t.code, Some(2), "{t:?}");
        assert!(t.err.contains(kind) && t.err.contains(file), "{kind}: {}", t.err);
    }
    assert_eq!(home.run(&["screen", "--dump", "none.xml"]).code, Some(2));
}

#[test]
fn a_screen_that_cannot_be_read_prints_the_kind_and_the_time() {
    let home = Home::new();
    let phone = std::fs::read_to_string(home.path().join("examples/phones/checkout.yaml")).unwrap();
    let with = |faults: &str| {
        home.write(
            "examples/phones/checkout.yaml",
            &format!("{phone}\nfaults: {faults}\n"),
        );
        home.run(&["screen", "--device", PHONE])
    };
    // Without a tree the picture is still something to look at, and it says so.
    let t = with("{ dump: { kind: silent } }");
    assert_eq!(t.code, Some(0), "{t:?}");
    assert!(
        t.out.contains("quality   picture") && t.out.contains("plain silent after"),
        "{}",
        t.out
    );
    let t = with("{ dump: { kind: null-root } }");
    assert_eq!(t.code, Some(3), "{t:?}");
    assert!(
        t.err.contains("null-root") && t.err.contains("sim-checkout"),
        "{}",
        t.err
    );
}

#[test]
fn a_phone_is_served_until_it_is_interrupted() {
    let home = Home::new();
    let mut child = home
        .retap(&["sim", "examples/phones/checkout.yaml"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let line = lines.next().unwrap().unwrap();
    let address = line.rsplit(' ').next().unwrap();
    assert!(line.contains("adb connect 127.0.0.1:"), "{line}");
    std::net::TcpStream::connect(address).unwrap();
    assert!(
        Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status()
            .unwrap()
            .success()
    );
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert_eq!(home.run(&["sim", "nothing.yaml"]).code, Some(2));
}

#[tokio::test(flavor = "multi_thread")]
async fn devices_are_listed_with_what_keeps_them_from_use() {
    let home = Home::new();
    let file = retap_sim::PhoneFile::load(&home.path().join("examples/phones/checkout.yaml")).unwrap();
    let phone = retap_sim::SimPhone::start(file).await.unwrap();
    let devices = |port: String| {
        let mut c = home.retap(&["devices"]);
        c.env("ANDROID_ADB_SERVER_PORT", port);
        tokio::task::spawn_blocking(move || told(c.output().unwrap()))
    };
    let port = phone.server().port().to_string();
    let t = devices(port.clone()).await.unwrap();
    assert_eq!(t.code, Some(0), "{t:?}");
    let row = t
        .out
        .lines()
        .find(|l| l.contains("sim-checkout"))
        .unwrap()
        .to_owned();
    assert!(
        row.contains("Pixel") && row.contains("14") && row.contains("yes"),
        "{row}"
    );

    phone.set_holder(Some("com.wetest.uia2.Main"));
    let t = devices(port.clone()).await.unwrap();
    assert!(
        t.out.contains("uiautomator2 server") && t.out.contains("once it is free"),
        "{}",
        t.out
    );

    phone.unplug();
    let t = devices(port).await.unwrap();
    assert!(
        t.code == Some(0) && t.out.contains("no device is attached"),
        "{t:?}"
    );
    let t = devices("1".into()).await.unwrap();
    assert!(t.code == Some(3) && t.err.contains("adb start-server"), "{t:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_readers_of_one_device_take_turns() {
    let home = Home::new();
    let text = std::fs::read_to_string(home.path().join("examples/phones/checkout.yaml")).unwrap();
    // Slow enough for both to want the one accessibility connection at once; the phone kills the second dump.
    let slow = text.replace("dump: 40ms", "dump: 400ms");
    let file = retap_sim::PhoneFile::parse("phone.yaml", &slow).unwrap();
    let phone = retap_sim::SimPhone::start(file).await.unwrap();
    let port = phone.server().port().to_string();
    let screens: Vec<_> = (0..2)
        .map(|_| {
            let mut c = home.retap(&["screen", "--json"]);
            c.env("ANDROID_ADB_SERVER_PORT", &port);
            tokio::task::spawn_blocking(move || told(c.output().unwrap()))
        })
        .collect();
    for screen in screens {
        let t = screen.await.unwrap();
        assert_eq!(t.code, Some(0), "{t:?}");
        let json: serde_json::Value = serde_json::from_str(&t.out).unwrap();
        let attempts = json["source"]["attempts"].as_array().unwrap();
        assert!(
            attempts.iter().all(|a| a["error"].is_null()),
            "no dump was killed: {attempts:?}"
        );
    }
}
