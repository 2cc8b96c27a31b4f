//! `retap screen`: the screen as retap sees it, and what that read is worth.

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use retap_cache::device::{Deadline, Device, Want};
use retap_cache::screen::{App, Flags, Node, Quality, Rect, Rung, Screen, Source, Window};
use serde_json::{Value, json};

use super::Exit;
use super::args::ScreenArgs;
use super::connect::{device, given_device};
use super::failure::Failure;
use super::interrupt::interrupt;
use super::saved;
use crate::ground::Outline;
use crate::script::DeviceChoice;

/// How long one read may take.
const READ: Duration = Duration::from_secs(15);
/// Pause between two reads of `--watch`.
const PAUSE: Duration = Duration::from_millis(200);

pub(super) async fn screen(args: ScreenArgs) -> Result<Exit, Failure> {
    if let Some(file) = &args.dump {
        show(&from_file(file)?, &args);
        return Ok(Exit::Passed);
    }
    let choice = args.device.as_deref().map_or(DeviceChoice::Any, given_device);
    let mut connected = device(&choice).await?;
    let device: &mut dyn Device = &mut connected.device;
    let mut last = None;
    // One listener for the whole watch: an interrupt between two reads counts too.
    let mut stop = interrupt().await;
    loop {
        let read = tokio::select! {
            biased;
            // Between two reads nothing is left to be tidied up.
            _ = &mut stop, if args.watch => return Ok(Exit::Passed),
            read = device.observe(Want::TreeOrPicture, Deadline::after(READ)) => read,
        };
        match read {
            Ok(screen) => {
                let digest = screen.tree.lasting_fingerprint();
                if last.replace(digest) != Some(digest) {
                    show(&screen, &args);
                }
            }
            Err(e) if args.watch => {
                let _ = writeln!(anstream::stderr(), "{}: {e}", e.kind);
            }
            Err(e) => {
                let failure = Failure::environment(format!("{}: {e}", e.kind));
                return Err(failure.hint(e.hint));
            }
        }
        if !args.watch {
            return Ok(Exit::Passed);
        }
        tokio::select! {
            _ = &mut stop => return Ok(Exit::Passed),
            () = tokio::time::sleep(PAUSE) => {}
        }
    }
}

fn from_file(path: &Path) -> Result<Screen, Failure> {
    let began = Instant::now();
    let (tree, bytes) = saved::read(path)?;
    let took = began.elapsed();
    let package = tree
        .roots()
        .next()
        .map(|n| n.package().to_owned())
        .unwrap_or_default();
    Ok(Screen {
        geometry: saved::extent(&tree),
        app: App::default(),
        window: Window {
            package,
            title: String::new(),
        },
        // Nothing is known of what lay around it.
        quality: Quality::OtherWindow,
        covers: Vec::new(),
        picture: None,
        source: Source {
            rung: Rung::File,
            settled: false,
            changing: false,
            attempts: Vec::new(),
            took,
            bytes,
        },
        tree,
    })
}

fn show(screen: &Screen, args: &ScreenArgs) {
    let text = if args.json {
        format!("{}\n", as_json(screen))
    } else if args.outline {
        Outline::of(screen).text().to_owned()
    } else {
        format!("{}{}", head(screen), Outline::of(screen).text())
    };
    let mut out = anstream::stdout();
    let _ = out.write_all(text.as_bytes());
    let _ = out.flush();
}

fn head(s: &Screen) -> String {
    let mut lines = vec![
        format!(
            "source    {}, {} bytes in {} ms{}{}",
            s.source.rung.word(),
            s.source.bytes,
            s.source.took.as_millis(),
            if s.source.settled {
                ", settled"
            } else {
                ", not settled"
            },
            if s.source.changing {
                ", changes all the time"
            } else {
                ""
            }
        ),
        format!("window    {}{}", s.window.package, bracketed(&s.window.title)),
        format!(
            "app       {}{}",
            s.app.package,
            bracketed(s.app.activity.as_deref().unwrap_or(""))
        ),
        match s.source.rung {
            Rung::File => "quality   unknown: a file doesn't say what was in front".to_owned(),
            _ => format!("quality   {}", s.quality.word()),
        },
        format!(
            "geometry  {}x{}, rotation {}, {} dpi",
            s.geometry.width, s.geometry.height, s.geometry.rotation, s.geometry.density
        ),
        format!("nodes     {}", s.tree.len()),
    ];
    let failed: Vec<String> = s
        .source
        .attempts
        .iter()
        .filter_map(|a| {
            Some(format!(
                "{} {} after {} ms",
                a.rung.word(),
                a.error?,
                a.took.as_millis()
            ))
        })
        .collect();
    if !failed.is_empty() {
        lines.push(format!(
            "attempts  {}, then {}",
            failed.join(", "),
            s.source.rung.word()
        ));
    }
    for c in &s.covers {
        lines.push(format!("covered   by {} at {}", c.what, c.frame));
    }
    if let Some(p) = &s.picture {
        let blank = if p.blank {
            ", blank: the window is protected or the display is off"
        } else {
            ""
        };
        lines.push(format!(
            "picture   {}x{}, {} bytes{blank}",
            p.width,
            p.height,
            p.png.len()
        ));
    }
    lines.join("\n") + "\n\n"
}

fn bracketed(text: &str) -> String {
    if text.is_empty() {
        String::new()
    } else {
        format!(" ({text})")
    }
}

fn as_json(s: &Screen) -> Value {
    let rect = |r: Rect| json!([r.left, r.top, r.right, r.bottom]);
    let attempts: Vec<Value> = s
        .source
        .attempts
        .iter()
        .map(|a| json!({"rung": a.rung.word(), "error": a.error, "ms": a.took.as_millis() as u64}))
        .collect();
    json!({
        "source": {
            "rung": s.source.rung.word(), "settled": s.source.settled, "changing": s.source.changing,
            "ms": s.source.took.as_millis() as u64, "bytes": s.source.bytes, "attempts": attempts,
        },
        "window": {"package": s.window.package, "title": s.window.title},
        "app": {"package": s.app.package, "activity": s.app.activity},
        "quality": s.quality.word(),
        "geometry": {
            "width": s.geometry.width, "height": s.geometry.height,
            "rotation": s.geometry.rotation, "density": s.geometry.density,
        },
        "covers": s.covers.iter().map(|c| json!({"what": c.what, "frame": rect(c.frame)})).collect::<Vec<_>>(),
        "nodes": s.tree.nodes().map(|n| node(n, rect(n.bounds()))).collect::<Vec<_>>(),
    })
}

fn node(n: Node<'_>, bounds: Value) -> Value {
    const FLAGS: [(Flags, &str); 11] = [
        (Flags::CHECKABLE, "checkable"),
        (Flags::CHECKED, "checked"),
        (Flags::CLICKABLE, "clickable"),
        (Flags::ENABLED, "enabled"),
        (Flags::FOCUSABLE, "focusable"),
        (Flags::FOCUSED, "focused"),
        (Flags::SCROLLABLE, "scrollable"),
        (Flags::LONG_CLICKABLE, "long-clickable"),
        (Flags::PASSWORD, "password"),
        (Flags::SELECTED, "selected"),
        (Flags::INVISIBLE, "invisible"),
    ];
    let flags: Vec<&str> = FLAGS.iter().filter(|(f, _)| n.is(*f)).map(|(_, w)| *w).collect();
    let mut out = json!({
        "node": n.id().position(), "depth": n.depth(), "class": n.class(), "bounds": bounds, "flags": flags,
    });
    for (key, text) in [
        ("id", n.resource_id()),
        ("text", n.text()),
        ("desc", n.desc()),
        ("hint", n.hint()),
    ] {
        if !text.is_empty() {
            out[key] = text.into();
        }
    }
    out
}
