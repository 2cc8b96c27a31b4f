//! `retap locate` as a user sees it: what it finds, what it says, how it ends.

#![allow(clippy::unwrap_used, reason = "a test")]

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

/// A folder with the dumps of a test.
struct Home {
    dir: tempfile::TempDir,
}

#[derive(Debug)]
struct Told {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Told {
    fn json(&self) -> Value {
        assert_eq!(self.out.lines().count(), 1, "{self:?}");
        serde_json::from_str(&self.out).unwrap()
    }
}

fn told(o: Output) -> Told {
    let text = |b: Vec<u8>| String::from_utf8(b).unwrap();
    Told {
        code: o.status.code(),
        out: text(o.stdout),
        err: text(o.stderr),
    }
}

impl Home {
    fn new() -> Home {
        Home {
            dir: tempfile::tempdir().unwrap(),
        }
    }

    fn path(&self) -> &Path {
        self.dir.path()
    }

    /// Writes a dump: each node a line of `class bounds key=value…`, two spaces a level; `_` in a value is a space.
    fn dump(&self, file: &str, nodes: &str) {
        let mut xml = String::from("<hierarchy rotation=\"0\">");
        let mut open = 0;
        for line in nodes.lines().filter(|l| !l.trim().is_empty()) {
            let level = (line.len() - line.trim_start().len()) / 2;
            while open > level {
                xml.push_str("</node>");
                open -= 1;
            }
            let mut words = line.split_whitespace();
            let (class, bounds) = (words.next().unwrap(), words.next().unwrap());
            xml.push_str(&format!(
                "<node class=\"android.widget.{class}\" bounds=\"{bounds}\""
            ));
            let mut enabled = true;
            for word in words {
                let (key, value) = word.split_once('=').unwrap_or((word, "true"));
                let value = value.replace('_', " ");
                match key {
                    "id" => xml.push_str(&format!(" resource-id=\"app:id/{}\"", value.replace(' ', "_"))),
                    "desc" => xml.push_str(&format!(" content-desc=\"{value}\"")),
                    "tap" => xml.push_str(" clickable=\"true\""),
                    "disabled" => enabled = false,
                    key => xml.push_str(&format!(" {key}=\"{value}\"")),
                }
            }
            xml.push_str(&format!(" enabled=\"{enabled}\">"));
            open += 1;
        }
        xml.push_str(&"</node>".repeat(open));
        xml.push_str("</hierarchy>");
        self.write(file, &xml);
    }

    fn write(&self, file: &str, text: &str) {
        std::fs::write(self.path().join(file), text).unwrap();
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut c = Command::new(env!("CARGO_BIN_EXE_retap"));
        c.arg("locate").args(args).current_dir(self.path());
        // Neither an adb server nor a model can be reached by accident.
        c.env("ANDROID_ADB_SERVER_PORT", "1").env_remove("ANDROID_SERIAL");
        c
    }

    fn locate(&self, args: &[&str]) -> Told {
        told(self.command(args).output().unwrap())
    }

    /// Looks for words in a dump.
    fn words(&self, words: &str, file: &str) -> Told {
        self.locate(&[words, "--dump", file])
    }

    /// Answers jobs from standard input.
    fn batch(&self, jobs: &str) -> (Told, Vec<Value>) {
        let mut child = self
            .command(&["--batch"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(jobs.as_bytes()).unwrap();
        let t = told(child.wait_with_output().unwrap());
        let lines = t.out.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
        (t, lines)
    }
}

const LOGIN: &str = "
FrameLayout [0,0][1080,2400]
  TextView [0,60][1080,200] text=Account id=title
  EditText [40,300][1040,420] text=jane hint=User_name id=user tap
  Switch [40,500][1040,620] text=ON desc=Sync id=sync tap checkable checked
  Button [40,700][1040,820] text=Login id=login tap
  Button [40,900][1040,1020] text=Forgotten? id=forgotten tap disabled
";

const CARDS: &str = "
FrameLayout [0,0][1080,2400]
  LinearLayout [0,300][1080,500] id=card_home
    TextView [0,300][700,500] text=Home
    Button [800,300][1080,500] text=Delete tap
  LinearLayout [0,500][1080,700] id=card_work
    TextView [0,500][700,700] text=Work
    Button [800,500][1080,700] text=Delete tap
";

#[test]
fn words_name_a_control_with_or_without_quotes_articles_and_role() {
    let home = Home::new();
    home.dump("a.xml", LOGIN);
    let login = "button \"Login\" #login [40,700][1040,820] tap 540,760\n";
    for words in [
        "Login",
        "the Login button",
        "the \"Login\" button",
        "“Login”",
        "a login",
        "Button \"Login\"",
    ] {
        let t = home.words(words, "a.xml");
        assert_eq!((t.code, t.out.as_str()), (Some(0), login), "{words}: {t:?}");
        assert!(t.err.is_empty(), "{t:?}");
    }
    for (words, start) in [
        ("the user name field", "field \"User name\" #user"),
        ("the Sync switch", "toggle \"Sync\" #sync"),
        ("Account", "text \"Account\" #title"),
        // A value is what is left if nothing is called so.
        ("jane", "field \"User name\" #user"),
    ] {
        let t = home.words(words, "a.xml");
        assert!(t.code == Some(0) && t.out.starts_with(start), "{words}: {t:?}");
    }
    // A role word that doesn't fit finds nothing else instead.
    let t = home.words("the Login switch", "a.xml");
    assert_eq!((t.code, t.out.as_str()), (Some(1), ""), "{t:?}");
    assert!(t.err.contains("what is called so is no switch"), "{}", t.err);
    // Words beside a quoted name may change what is meant.
    let t = home.words("the second \"Login\" button", "a.xml");
    assert!(t.code == Some(1) && t.err.contains("without a model"), "{t:?}");
}

#[test]
fn names_may_hold_articles_and_role_words() {
    let home = Home::new();
    home.dump(
        "a.xml",
        "
FrameLayout [0,0][1080,2400]
  TextView [0,0][1080,100] text=The_Box
  Button [0,100][1080,200] text=Search_box tap
  TextView [0,200][1080,300] text=Share
  Button [0,300][1080,400] text=Share_link tap
  Button [0,400][1080,500] text=Share tap
",
    );
    for (words, bounds) in [
        ("The Box", "[0,0][1080,100]"),
        ("the search box", "[0,100][1080,200]"),
        ("the Share button", "[0,400][1080,500]"),
    ] {
        let t = home.words(words, "a.xml");
        assert!(t.code == Some(0) && t.out.contains(bounds), "{words}: {t:?}");
    }
    // The button Share is a link to people as well as the one that is called "Share link".
    let t = home.words("Share link", "a.xml");
    assert!(t.code == Some(1) && t.err.contains("ambiguous"), "{t:?}");
    assert!(
        t.err.contains("[0,300][1080,400]") && t.err.contains("[0,400][1080,500]"),
        "{t:?}"
    );
}

#[test]
fn the_closest_text_wins_and_the_container_is_never_chosen() {
    let home = Home::new();
    home.dump(
        "a.xml",
        "
ViewGroup [0,0][1080,700] desc=Account_inactive_Account_active_Edit_Profile_Picture_Profile_+41_Somewhere tap
  TextView [0,0][1080,100] text=Account_inactive
  TextView [0,100][1080,200] text=Account_active
  TextView [0,200][1080,300] text=Edit_Profile_Picture
  TextView [0,300][1080,400] text=Profile
  TextView [0,400][1080,500] text=+41_Somewhere
  TextView [0,500][1080,600] text=Size_(optional)?
",
    );
    for (words, text) in [
        ("active", "Account active"),
        ("Account active", "Account active"),
        ("Profile", "Profile"),
        ("profile", "Profile"),
        ("Picture", "Edit Profile Picture"),
        ("Somewh", "+41 Somewhere"),
        ("+41 Somewhere", "+41 Somewhere"),
        ("Size (optional)?", "Size (optional)?"),
    ] {
        let t = home.words(words, "a.xml");
        assert!(
            t.code == Some(0) && t.out.starts_with(&format!("text \"{text}\"")),
            "{words}: {t:?}"
        );
    }
    let how = |words: &str| home.locate(&[words, "--dump", "a.xml", "--json"]).json()["match"].clone();
    assert_eq!(
        [how("Profile"), how("profile"), how("active"), how("Somewh")],
        ["equal", "equal but for case", "whole words", "part of a word"]
    );
    assert_eq!(home.words("' or '1'='1", "a.xml").code, Some(1));
}

#[test]
fn several_that_are_called_so_are_listed_and_none_is_picked() {
    let home = Home::new();
    home.dump("a.xml", CARDS);
    for words in ["Delete", "the \"Delete\" button", "delete"] {
        let t = home.words(words, "a.xml");
        assert_eq!((t.code, t.out.as_str()), (Some(1), ""), "{words}: {t:?}");
        assert!(
            t.err.contains("ambiguous on a.xml")
                && t.err.contains("button \"Delete\" [800,300][1080,500]")
                && t.err.contains("button \"Delete\" [800,500][1080,700]"),
            "{}",
            t.err
        );
    }
    let t = home.locate(&["Delete", "--dump", "a.xml", "--json"]);
    let answer = t.json();
    assert_eq!((t.code, t.err.as_str()), (Some(1), ""), "{t:?}");
    assert_eq!(answer["verdict"], "missed");
    assert_eq!(answer["candidates"][1]["bounds"], json!([800, 500, 1080, 700]));
}

#[test]
fn words_that_name_nothing_are_a_miss_with_the_nearest_labels() {
    let home = Home::new();
    home.dump(
        "a.xml",
        "
FrameLayout [0,0][1080,2400]
  Button [0,0][90,90] text=Login tap
  Button [0,100][90,190] text=Logon tap
  Button [0,200][90,290] text=Logo tap
  Button [0,300][90,390] text=Long tap
  Button [0,400][90,490] text=Payment tap
  Button [0,2500][90,2600] text=Logn tap
",
    );
    let t = home.locate(&["the Logn button", "--dump", "a.xml", "--json"]);
    let answer = t.json();
    assert_eq!(t.code, Some(1));
    let labels: Vec<&str> = answer["nearest"]
        .as_array()
        .unwrap()
        .iter()
        .map(|n| n["label"].as_str().unwrap())
        .collect();
    assert_eq!(
        labels,
        ["Login", "Logon", "Logo"],
        "three, the nearest first, none off the screen"
    );
    let t = home.words("the Logn button", "a.xml");
    assert!(
        t.out.is_empty() && t.err.contains("names nothing on a.xml"),
        "{t:?}"
    );
    assert!(t.err.contains("button \"Logon\" [0,100][90,190]"), "{t:?}");
    let t = home.words("Zebra", "a.xml");
    assert!(
        t.code == Some(1) && t.err.contains("nothing there is called like it"),
        "{t:?}"
    );
    let t = home.words("Party 🎉 time", "a.xml");
    assert!(t.code == Some(1) && t.err.contains("emoji can be lost"), "{t:?}");
}

#[test]
fn the_tap_goes_to_what_takes_it_or_it_says_why_not() {
    let home = Home::new();
    home.dump(
        "a.xml",
        "
FrameLayout [0,0][1080,2400]
  LinearLayout [0,1854][1080,2002] id=row tap
    ImageView [0,1854][200,2002]
    TextView [200,1854][1080,2002] text=Markup
    TextView [200,1854][1080,2002] text=Draws
    Button [500,1854][1080,2002] text=More tap
  Button [0,100][1080,200] text=Send tap disabled
",
    );
    let t = home.locate(&["Markup", "--dump", "a.xml", "--json"]);
    let answer = t.json();
    // The row is called "Markup Draws": the words name the text in it, and the row takes the tap.
    assert_eq!(
        (&answer["role"], &answer["label"]),
        (&json!("text"), &json!("Markup"))
    );
    let x = answer["tap"][0].as_i64().unwrap();
    assert!((200..500).contains(&x), "outside the button on it: {answer}");
    let t = home.locate(&["Markup", "--dump", "a.xml", "--explain"]);
    assert!(
        t.out
            .contains("taken by button \"Markup Draws\" #row [0,1854][1080,2002]"),
        "{}",
        t.out
    );
    let t = home.words("Send", "a.xml");
    assert!(
        t.code == Some(0) && t.out.ends_with("no tap: it is disabled\n"),
        "{t:?}"
    );
    let t = home.locate(&["Send", "--dump", "a.xml", "--json"]);
    assert_eq!(t.json()["no_tap"], "it is disabled");
}

#[test]
fn it_explains_what_is_kept_what_each_rung_finds_and_what_confirms() {
    let home = Home::new();
    home.dump("a.xml", LOGIN);
    home.dump("cards.xml", CARDS);
    let line = |t: &Told, name: &str| {
        let found = t.out.lines().find(|l| l.trim_start().starts_with(name));
        found.unwrap_or_else(|| panic!("no {name}: {}", t.out)).to_owned()
    };
    let t = home.locate(&["the Login button", "--dump", "a.xml", "--explain"]);
    assert_eq!(t.code, Some(0), "{t:?}");
    for (name, part) in [
        ("button", "[40,700][1040,820] tap 540,760"),
        ("class ", "android.widget.Button, button"),
        ("id ", "app:id/login; identifies"),
        ("label ", "\"Login\", its text; identifies"),
        ("path ", "FrameLayout[0]"),
        ("state ", "none"),
        ("look-up ", "this very node, found by id, confirmed by label"),
        ("tap ", "540,760, taken by itself"),
    ] {
        assert!(line(&t, name).contains(part), "{name}: {}", t.out);
    }
    let rungs: Vec<&str> = t.out.lines().skip_while(|l| *l != "each rung alone").collect();
    assert!(
        rungs[1].contains("1 node has it: this very node, found by id"),
        "{rungs:?}"
    );
    assert!(
        rungs[2].contains("1 node is called so: this very node, found by label"),
        "{rungs:?}"
    );

    let t = home.locate(&["the Sync switch", "--dump", "a.xml", "--explain"]);
    assert!(
        line(&t, "state ").contains("marked") && line(&t, "label ").contains("its description"),
        "{t:?}"
    );
    let t = home.locate(&["the User name field", "--dump", "a.xml", "--explain"]);
    assert!(line(&t, "label ").contains("its hint"), "{t:?}");
    assert!(!t.out.contains("jane"), "a value is not kept: {}", t.out);

    let from = [
        "--from",
        "cards.xml",
        "--at",
        "900,600",
        "--in",
        "cards.xml",
        "--explain",
    ];
    let t = home.locate(&from);
    for (name, part) in [
        ("element ", "button \"Delete\" [800,500][1080,700]"),
        ("id ", "none"),
        ("label ", "\"Delete\", its text; doesn't identify"),
        ("container ", "inside #card_work"),
        ("path ", "LinearLayout[1] #card_work < FrameLayout[0]"),
        ("look-up ", "found by container, confirmed by label"),
    ] {
        assert!(line(&t, name).contains(part), "{name}: {}", t.out);
    }
    let t = home.locate(&["the Login button", "--dump", "a.xml", "--explain", "--json"]);
    assert!(
        t.json()["explanation"]["kept"]["id"]
            .as_str()
            .unwrap()
            .contains("app:id/login"),
        "{t:?}"
    );
}

const TWINS: &str = "
FrameLayout [0,0][1080,2400]
  ImageView [0,0][90,90] tap
  ImageView [100,0][190,90] tap
";

#[test]
fn what_is_not_kept_is_said_with_its_reason() {
    let home = Home::new();
    home.dump("a.xml", TWINS);
    let args = ["--from", "a.xml", "--at", "150,50", "--in", "a.xml"];
    let t = home.locate(&args);
    assert_eq!((t.code, t.out.as_str()), (Some(1), ""), "{t:?}");
    assert!(
        t.err.contains("not kept: ") && t.err.contains("[100,0][190,90]"),
        "{}",
        t.err
    );
    let t = home.locate(&[&args[..], &["--explain"]].concat());
    assert!(t.code == Some(1) && t.out.contains("\nnot kept "), "{t:?}");
    let t = home.locate(&[&args[..], &["--json"]].concat());
    let answer = t.json();
    assert_eq!((t.code, &answer["verdict"]), (Some(1), &json!("not-kept")));
    assert!(
        !answer["reason"].as_str().unwrap().is_empty() && answer.get("bounds").is_none(),
        "{answer}"
    );
}

#[test]
fn an_element_of_one_dump_is_found_in_another_or_missed() {
    let home = Home::new();
    home.dump("a.xml", LOGIN);
    home.dump(
        "b.xml",
        &LOGIN.replace("[40,700][1040,820]", "[40,1700][1040,1820]"),
    );
    home.dump("paid.xml", &LOGIN.replace("text=Login", "text=Pay_now"));
    home.dump("anmelden.xml", &LOGIN.replace("text=Login", "text=Anmelden"));
    let at = |into: &str, more: &[&str]| {
        home.locate(&[&["--from", "a.xml", "--at", "500,750", "--in", into], more].concat())
    };
    let t = at("b.xml", &[]);
    assert_eq!(
        (t.code, t.out.as_str()),
        (
            Some(0),
            "button \"Login\" #login [40,1700][1040,1820] tap 540,1760\n"
        )
    );
    let t = at("b.xml", &["--json"]);
    assert_eq!(
        t.json(),
        json!({"verdict": "found", "rung": "id", "by": "label", "bounds": [40, 1700, 1040, 1820], "tap": [540, 1760]})
    );
    let t = at("paid.xml", &[]);
    assert_eq!((t.code, t.out.as_str()), (Some(1), ""), "{t:?}");
    assert!(t.err.contains("reads \"Pay now\" now"), "{}", t.err);
    let t = at("paid.xml", &["--json"]);
    let answer = t.json();
    assert!(
        t.code == Some(1) && answer["verdict"] == "missed" && answer.get("rung").is_none(),
        "{t:?}"
    );
    // Another language: labels neither confirm nor contradict.
    let t = at("anmelden.xml", &["--locale-changed", "--json"]);
    assert_eq!((t.code, &t.json()["by"]), (Some(0), &json!("path")), "{t:?}");
    let t = at("anmelden.xml", &["--locale-changed", "--explain"]);
    assert!(t.out.contains("not used: the language changed"), "{}", t.out);
    assert_eq!(at("anmelden.xml", &[]).code, Some(1));
}

const NESTED: &str = "
FrameLayout [0,0][1080,2400]
  LinearLayout [0,100][1080,300] id=outer tap
    LinearLayout [0,100][1080,300] id=inner
      TextView [0,100][500,300] text=Title id=title
      Button [900,100][1080,300] text=More id=more tap
  Button [0,500][1080,600] text=Below id=below tap
  View [0,500][1080,600] id=over tap
  Button [0,850][1080,950] id=beside tap
  ScrollView [0,700][1080,800]
    Button [0,700][1080,1000] id=clipped tap
";

#[test]
fn the_innermost_node_at_a_point_takes_input_and_by_bounds_need_not() {
    let home = Home::new();
    home.dump("a.xml", NESTED);
    for (spot, id) in [
        (["--at", "100,200"], "#outer"),
        (["--at", "1000,200"], "#more"),
        // Of two at one place the upper one.
        (["--at", "10,550"], "#over"),
        // What its scroller cuts off isn't there.
        (["--at", "10,900"], "#beside"),
        (["--at", "10,750"], "#clipped"),
        (["--bounds", "0,100,1080,300"], "#inner"),
        (["--bounds", "[0,100][500,300]"], "#title"),
    ] {
        let args = ["--from", "a.xml", spot[0], spot[1], "--in", "a.xml", "--explain"];
        let t = home.locate(&args);
        let element = t.out.lines().find(|l| l.starts_with("element")).unwrap();
        assert!(element.contains(id), "{spot:?}: {}", t.out);
    }
    for (spot, why) in [
        (["--at", "5,5"], "nothing at 5,5 takes input"),
        (
            ["--at", "5,9000"],
            "nothing is at 5,9000: the screen is 1080x2400",
        ),
        (["--at", "-5,9"], "nothing is at -5,9"),
        (
            ["--bounds", "0,100,1080,301"],
            "no node has exactly the bounds [0,100][1080,301]",
        ),
    ] {
        let t = home.locate(&["--from", "a.xml", spot[0], spot[1], "--in", "a.xml"]);
        assert_eq!((t.code, t.out.as_str()), (Some(2), ""), "{t:?}");
        assert!(
            t.err.contains(why) && t.err.contains("a.xml"),
            "{spot:?}: {}",
            t.err
        );
    }
}

#[test]
fn wrong_words_on_the_command_line_and_bad_dumps_are_usage_errors() {
    let home = Home::new();
    home.dump("a.xml", LOGIN);
    home.write("idle.xml", "ERROR: could not get idle state.\n");
    for args in [
        &[][..],
        &["--explain"],
        &["  ", "--dump", "a.xml"],
        &["Login", "--dump", "a.xml", "--device", "x"],
        &["Login", "--from", "a.xml", "--at", "1,1", "--in", "a.xml"],
        &["Login", "--batch"],
        &["--dump", "a.xml"],
        &["--from", "a.xml", "--at", "1,1"],
        &["--from", "a.xml", "--in", "a.xml"],
        &[
            "--from", "a.xml", "--at", "1,1", "--bounds", "0,0,1,1", "--in", "a.xml",
        ],
        &["--from", "a.xml", "--at", "1", "--in", "a.xml"],
        &["--from", "a.xml", "--bounds", "1,2,3", "--in", "a.xml"],
        &[
            "--from", "a.xml", "--at", "500,750", "--in", "a.xml", "--dump", "a.xml",
        ],
        &["--from", "a.xml", "--at", "500,750", "--in", "none.xml"],
        &["--from", "none.xml", "--at", "500,750", "--in", "a.xml"],
        &["--from", "idle.xml", "--at", "500,750", "--in", "a.xml"],
        &["Login", "--dump", "none.xml"],
        &["Login", "--dump", "idle.xml"],
        &["Login", "--dump", "."],
        &["--batch", "none.jsonl"],
        &["--batch", "--explain"],
    ] {
        let t = home.locate(args);
        assert_eq!((t.code, t.out.as_str()), (Some(2), ""), "{args:?}: {t:?}");
        assert!(!t.err.is_empty(), "{args:?}");
    }
    let t = home.words("Login", "idle.xml");
    assert!(t.err.contains("idle.xml: not-idle"), "{}", t.err);
    let t = home.words("Login", "none.xml");
    assert!(
        t.err.contains("none.xml") && t.err.contains("working folder"),
        "{}",
        t.err
    );
}

#[test]
fn a_batch_answers_every_line_in_order() {
    let home = Home::new();
    home.dump("a.xml", LOGIN);
    home.dump(
        "b.xml",
        &LOGIN.replace("Login", "Anmelden").replace("[40,700]", "[60,700]"),
    );
    home.dump("twins.xml", TWINS);
    let (t, answers) = home.batch(
        r#"{"from":"a.xml","at":[500,750],"in":"a.xml"}
{"from":"a.xml","bounds":[40,700,1040,820],"in":"b.xml","locale_changed":true}
{"from":"a.xml","bounds":[40,700,1040,820],"in":"b.xml","locale_changed":false}
{"from":"twins.xml","at":[1,1],"in":"a.xml"}
{"from":"a.xml","bounds":[0,60,1080,200],"at":null,"in":"twins.xml"}"#,
    );
    assert_eq!((t.code, t.err.as_str()), (Some(0), ""), "{t:?}");
    assert_eq!(answers.len(), 5);
    let found = |by: &str, left: i32| json!({"verdict": "found", "rung": "id", "by": by, "bounds": [left, 700, 1040, 820]});
    assert_eq!(answers[0], found("label", 40));
    assert_eq!(answers[1], found("path", 60));
    for (i, verdict) in [(2, "missed"), (3, "not-kept"), (4, "missed")] {
        let keys: Vec<&str> = answers[i]
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect();
        assert_eq!(
            (&answers[i]["verdict"], keys),
            (&json!(verdict), vec!["reason", "verdict"]),
            "{i}"
        );
    }
    assert!(
        answers[2]["reason"].as_str().unwrap().contains("Anmelden"),
        "{}",
        answers[2]
    );

    home.write(
        "jobs.jsonl",
        "{\"from\":\"a.xml\",\"at\":[500,750],\"in\":\"a.xml\"}\r\n",
    );
    let from_file = home.locate(&["--batch", "jobs.jsonl"]);
    assert_eq!((from_file.code, from_file.json()), (Some(0), found("label", 40)));
    let (t, answers) = home.batch("");
    assert!(t.code == Some(0) && answers.is_empty(), "{t:?}");
}

#[test]
fn a_bad_line_costs_its_own_answer_only_and_exit_2() {
    let home = Home::new();
    home.dump("a.xml", LOGIN);
    home.write("idle.xml", "ERROR: could not get idle state.\n");
    let good = r#"{"from":"a.xml","at":[500,750],"in":"a.xml"}"#;
    let long = format!("{{\"from\":\"{}\"}}", "x".repeat(3 << 20));
    let table = [
        ("hello", "not JSON"),
        (r#"{"from":"a.xml","at":[500,750],"in":"a.xml"} {}"#, "not JSON"),
        ("", "empty"),
        ("[1,2]", "invalid type"),
        (
            r#"{"form":"a.xml","at":[500,750],"in":"a.xml"}"#,
            "unknown key `form`; did you mean `from`?",
        ),
        (
            r#"{"from":"a.xml","at":[500,750],"in":"a.xml","zzz":1}"#,
            "unknown key `zzz`; the keys are from, at, bounds, in",
        ),
        (r#"{"from":"a.xml","in":"a.xml"}"#, "neither `at` nor `bounds`"),
        (
            r#"{"from":"a.xml","at":[1,1],"bounds":[0,0,1,1],"in":"a.xml"}"#,
            "both given",
        ),
        (r#"{"from":"a.xml","at":[500],"in":"a.xml"}"#, "invalid length 1"),
        (r#"{"from":"a.xml","at":[500,750]}"#, "missing field `in`"),
        (
            r#"{"from":"a.xml","at":[5,5],"in":"a.xml"}"#,
            "a.xml: nothing at 5,5 takes input",
        ),
        (
            r#"{"from":"a.xml","bounds":[1,2,3,4],"in":"a.xml"}"#,
            "a.xml: no node has exactly the bounds [1,2][3,4]",
        ),
        (
            r#"{"from":"none.xml","at":[500,750],"in":"a.xml"}"#,
            "can't read the dump none.xml",
        ),
        (
            r#"{"from":"a.xml","at":[500,750],"in":"idle.xml"}"#,
            "idle.xml: not-idle",
        ),
        (long.as_str(), "longer than"),
    ];
    let jobs: Vec<String> = table
        .iter()
        .map(|(line, _)| format!("{line}\n{good}\n"))
        .collect();
    let (t, answers) = home.batch(&jobs.concat());
    assert_eq!(t.code, Some(2), "{}", t.err);
    assert!(t.err.contains("15 of 30 lines"), "{}", t.err);
    assert_eq!(answers.len(), 2 * table.len());
    for (i, (line, why)) in table.iter().enumerate() {
        let (bad, after) = (&answers[2 * i], &answers[2 * i + 1]);
        let reason = bad["reason"].as_str().unwrap();
        assert_eq!(bad["verdict"], "error", "{line}");
        assert!(
            reason.starts_with(&format!("line {}: ", 2 * i + 1)) && reason.contains(why),
            "{reason}"
        );
        assert_eq!(after["verdict"], "found", "{line}");
    }
    // Bytes that are no text are a bad line like any other.
    let mut bytes = b"{\"from\":\"\xff\"}\n".to_vec();
    bytes.extend_from_slice(good.as_bytes());
    std::fs::write(home.path().join("jobs"), bytes).unwrap();
    let t = home.locate(&["--batch", "jobs"]);
    assert!(t.code == Some(2) && t.out.lines().count() == 2, "{t:?}");
}

#[test]
fn a_batch_answers_at_once_and_reads_a_dump_again_when_it_changes() {
    let home = Home::new();
    home.dump("a.xml", LOGIN);
    home.dump("b.xml", LOGIN);
    let mut child = home
        .command(&["--batch", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    // Each answer is read before the next job is written: a held-back answer would hang here.
    let mut ask = || {
        writeln!(input, r#"{{"from":"a.xml","at":[500,750],"in":"b.xml"}}"#).unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        serde_json::from_str::<Value>(&line).unwrap()["bounds"].clone()
    };
    assert_eq!(ask(), json!([40, 700, 1040, 820]));
    assert_eq!(ask(), json!([40, 700, 1040, 820]));
    // As long as before and written at once.
    home.dump(
        "b.xml",
        &LOGIN.replace("[40,700][1040,820]", "[40,710][1040,830]"),
    );
    assert_eq!(ask(), json!([40, 710, 1040, 830]));
    std::fs::remove_file(home.path().join("b.xml")).unwrap();
    assert_eq!(ask(), Value::Null, "what is gone is not answered from memory");
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(2));
}

const PHONE: &str = "
phone: { size: 1080x2400 }
timing: { dump: 5ms }
apps:
  com.android.launcher3: { activity: .Launcher, start: login }
home: login
screens:
  login:
    tree: |
      FrameLayout
        Button \"Login\" #login
        Button \"Delete\"
        Button \"Delete\"
";

#[test]
fn a_simulated_phone_can_be_looked_at() {
    let home = Home::new();
    home.write("phone.yaml", PHONE);
    let on =
        |words: &str, more: &[&str]| home.locate(&[&[words, "--device", "sim:phone.yaml"], more].concat());
    let t = on("the Login button", &["--explain"]);
    assert!(
        t.code == Some(0) && t.out.starts_with("button \"Login\" #login ["),
        "{t:?}"
    );
    assert!(t.out.contains("found by id, confirmed by label"), "{}", t.out);
    let t = on("Delete", &[]);
    assert!(
        t.code == Some(1) && t.err.contains("ambiguous on com.android.launcher3 of sim-phone"),
        "{t:?}"
    );
    assert_eq!(on("Zebra", &["--json"]).json()["verdict"], "missed");

    let t = home.locate(&["Login", "--device", "sim:none.yaml"]);
    assert!(t.code == Some(2) && t.err.contains("none.yaml"), "{t:?}");
    // A picture alone holds nothing to be found.
    home.write(
        "phone.yaml",
        &format!("{PHONE}\nfaults: {{ dump: {{ kind: silent }} }}\n"),
    );
    let t = on("Login", &[]);
    assert!(t.code == Some(3) && t.err.contains("silent"), "{t:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_name_the_only_usable_device_is_looked_at() {
    let home = Home::new();
    let file = retap_sim::PhoneFile::parse("phone.yaml", PHONE).unwrap();
    let phone = retap_sim::SimPhone::start(file).await.unwrap();
    let login = |port: String| {
        let mut c = home.command(&["Login"]);
        c.env("ANDROID_ADB_SERVER_PORT", port);
        tokio::task::spawn_blocking(move || told(c.output().unwrap()))
    };
    let port = phone.server().port().to_string();
    let t = login(port.clone()).await.unwrap();
    assert!(
        t.code == Some(0) && t.out.starts_with("button \"Login\" #login ["),
        "{t:?}"
    );
    phone.unplug();
    let t = login(port).await.unwrap();
    assert!(t.code == Some(3) && t.out.is_empty(), "{t:?}");
    let t = login("1".into()).await.unwrap();
    assert!(t.code == Some(3) && t.err.contains("adb start-server"), "{t:?}");
}
