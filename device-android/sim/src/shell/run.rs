//! Runs a command line: lists, pipelines, redirections, and the table of commands.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use super::io::{Io, Sink};
use super::parse::parse;
use super::script::{Join, Piece, Redirect, Simple, Target, Word};
use super::{am, dumpsys, facts, files, grep, input, ps, screencap, uiautomator};
use crate::device::Device;

/// What the shell calls itself in its errors.
const SHELL: &str = "/system/bin/sh";
/// Permissions of a file that a redirection makes.
const PERMISSIONS: u32 = 0o660;

/// A command as it is called.
pub(crate) struct Call<'c> {
    pub(crate) device: &'c Device,
    /// The words behind the name.
    pub(crate) args: &'c [&'c str],
    pub(crate) io: &'c Io,
}

/// How a command ended.
pub(crate) enum Ended {
    Code(u8),
    /// `exit N`: nothing of the line runs any more.
    Exit(u8),
}

/// Runs a command line to its end. Output goes to `io` while it runs; dropping the future cancels it.
pub(crate) async fn run(device: Arc<Device>, line: String, io: Io) -> u8 {
    let script = match parse(&line) {
        Ok(script) => script,
        Err(message) => {
            io.err.line(&format!("{SHELL}: {message}"));
            return 1;
        }
    };
    let mut status = 0;
    for (join, commands) in &script.0 {
        if matches!((join, status), (Join::And, 1..) | (Join::Or, 0)) {
            continue;
        }
        match pipeline(&device, commands, &io, status).await {
            Ended::Code(code) => status = code,
            Ended::Exit(code) => return code,
        }
    }
    status
}

/// Each command reads what the one before has written; the code is that of the last.
async fn pipeline(device: &Device, commands: &[Simple], io: &Io, status: u8) -> Ended {
    let mut input = Vec::new();
    let mut ended = Ended::Code(0);
    for (i, command) in commands.iter().enumerate() {
        let mut io = Io {
            input: std::mem::take(&mut input),
            ..io.clone()
        };
        let mut next = None;
        if i + 1 < commands.len() {
            let (sink, buffer) = Sink::pipe();
            io.out = sink;
            next = Some(buffer);
        }
        ended = simple(device, command, io, status).await;
        if let Some(buffer) = next {
            input = std::mem::take(&mut *buffer.lock().unwrap_or_else(PoisonError::into_inner));
            // In a pipeline `exit` ends only its own part.
            ended = Ended::Code(0);
        }
    }
    ended
}

async fn simple(device: &Device, command: &Simple, mut io: Io, status: u8) -> Ended {
    for redirect in &command.redirects {
        if let Err(message) = apply(redirect, device, &mut io, status) {
            io.err.line(&format!("{SHELL}: {message}"));
            return Ended::Code(1);
        }
    }
    let words: Vec<String> = command
        .words
        .iter()
        .filter(|w| !w.0.is_empty())
        .map(|w| fill(w, status))
        .collect();
    let words: Vec<&str> = words
        .iter()
        .map(String::as_str)
        .skip_while(|w| is_assignment(w))
        .collect();
    match words.split_first() {
        None => Ended::Code(0),
        Some((name, args)) => {
            command_named(
                name,
                &Call {
                    device,
                    args,
                    io: &io,
                },
                status,
            )
            .await
        }
    }
}

/// The table of commands.
async fn command_named(name: &str, call: &Call<'_>, status: u8) -> Ended {
    Ended::Code(match name {
        "uiautomator" => return uiautomator::run(call).await,
        "input" => input::run(call).await,
        "am" => am::am(call).await,
        "monkey" => am::monkey(call).await,
        "sleep" => sleep(call).await,
        "cmd" => facts::cmd(call),
        "wm" => facts::wm(call),
        "getprop" => facts::getprop(call),
        "settings" => facts::settings(call),
        "pidof" => ps::pidof(call),
        "dumpsys" => dumpsys::run(call),
        "screencap" => screencap::run(call).await,
        "ps" => ps::ps(call),
        "cat" => files::cat(call),
        "ls" => files::ls(call),
        "mkdir" => files::mkdir(call),
        "rm" => files::rm(call),
        "stat" => files::stat(call),
        "grep" => grep::run(call),
        "echo" => {
            call.io.out.line(&call.args.join(" "));
            0
        }
        "true" | ":" => 0,
        "false" => 1,
        "exit" => return Ended::Exit(call.args.first().and_then(|n| n.parse().ok()).unwrap_or(status)),
        _ => {
            call.io
                .err
                .line(&format!("{SHELL}: {name}: inaccessible or not found"));
            127
        }
    })
}

async fn sleep(call: &Call<'_>) -> u8 {
    match call
        .args
        .first()
        .and_then(|s| s.parse::<f64>().ok())
        .filter(|s| (0.0..=86_400.0).contains(s))
    {
        Some(seconds) => {
            tokio::time::sleep(Duration::from_secs_f64(seconds)).await;
            0
        }
        None => {
            call.io.err.line("sleep: bad number");
            1
        }
    }
}

fn apply(redirect: &Redirect, device: &Device, io: &mut Io, status: u8) -> Result<(), String> {
    let sink = match &redirect.to {
        Target::Fd(1) => io.out.clone(),
        Target::Fd(_) => io.err.clone(),
        Target::File(file) => match (fill(file, status).as_str(), redirect.fd) {
            ("/dev/null", 0) => {
                io.input.clear();
                return Ok(());
            }
            (path, 0) => {
                let content = device.files.read(path);
                io.input = content
                    .map_err(|why| format!("can't open {path}: {}", why.text()))?
                    .to_vec();
                return Ok(());
            }
            ("/dev/null", _) => Sink::Null,
            ("/dev/tty", _) => io
                .tty
                .clone()
                .ok_or("can't open /dev/tty: No such device or address")?,
            (path, _) => file_sink(device, path, redirect.append)?,
        },
    };
    match redirect.fd {
        0 => io.input.clear(),
        1 => io.out = sink,
        _ => io.err = sink,
    }
    Ok(())
}

/// A file that is emptied first, or kept if `append`.
fn file_sink(device: &Device, path: &str, append: bool) -> Result<Sink, String> {
    let (files, now) = (&device.files, device.seconds());
    if !append || files.read(path).is_err() {
        let emptied = files.write(path, Vec::new(), PERMISSIONS, now);
        emptied.map_err(|why| format!("can't create {path}: {}", why.text()))?;
    }
    Ok(Sink::File(files.clone(), path.to_owned(), now))
}

fn fill(word: &Word, status: u8) -> String {
    let piece = |p: &Piece| match p {
        Piece::Text(text) => text.clone(),
        Piece::Status => status.to_string(),
    };
    word.0.iter().map(piece).collect()
}

/// `NAME=value` before a command: taken, and of no effect on any command here.
fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    })
}
