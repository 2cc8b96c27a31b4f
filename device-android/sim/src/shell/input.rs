//! `input`: touches, text and keys.

use std::time::Duration;

use retap_cache::screen::Point;

use super::run::Call;
use super::uiautomator::wait;
use crate::log::CommandEnd;
use crate::phone::{Landed, code_of};

/// Input sources that may stand before the command; they change nothing here.
const SOURCES: [&str; 7] = [
    "touchscreen",
    "keyboard",
    "mouse",
    "touchpad",
    "stylus",
    "dpad",
    "trackball",
];
/// A touch that moves less than this hasn't moved (touch slop).
const SLOP: i32 = 8;
/// Android's default long-press time-out.
const LONG_PRESS: u64 = 500;
/// The API level from which text that can't be typed is an exception with a text, and `keycombination` exists.
const SDK_12: u32 = 31;

/// `input [SOURCE] [-d ID] tap|swipe|text|keyevent|keycombination …`
pub(crate) async fn run(call: &Call<'_>) -> u8 {
    let mut args = call.args;
    loop {
        match args {
            [source, rest @ ..] if SOURCES.contains(source) => args = rest,
            ["-d", _, rest @ ..] => args = rest,
            _ => break,
        }
    }
    let Some((name, rest)) = args.split_first() else {
        call.io
            .out
            .line("Usage: input [<source>] [-d DISPLAY_ID] <command> [<arg>...]");
        return 255;
    };
    let old = call.device.spec.hardware.sdk < SDK_12;
    match *name {
        "tap" => tap(call, rest).await,
        "swipe" => swipe(call, rest).await,
        "text" => text(call, rest).await,
        "keyevent" => keyevent(call, rest).await,
        "keycombination" if !old => keycombination(call, rest).await,
        _ => {
            call.io.out.line(&format!("Unknown command: {name}"));
            255
        }
    }
}

async fn tap(call: &Call<'_>, args: &[&str]) -> u8 {
    let [Some(x), Some(y)] = numbers(args) else {
        return invalid(call, "tap");
    };
    wait(call.device.spec.timing.input).await;
    let at = Point { x, y };
    let landed = call.device.change(|p| p.tap(at));
    note(call, at, landed);
    0
}

/// A touch that the keyboard swallowed is told by the log: it is a mistake of whoever sent it.
fn note(call: &Call<'_>, at: Point, landed: Landed) {
    if landed == Landed::Keyboard {
        let what = format!("{},{}", at.x, at.y);
        call.device.journal.note("key", &what, CommandEnd::Done(0));
    }
}

/// A swipe on one point is a tap or a long press; any other moves what scrolls under it.
async fn swipe(call: &Call<'_>, args: &[&str]) -> u8 {
    let [Some(x), Some(y), Some(to_x), Some(to_y)] = numbers(args) else {
        return invalid(call, "swipe");
    };
    let millis = args
        .get(4)
        .and_then(|ms| ms.parse::<u64>().ok())
        .unwrap_or(300)
        .min(60_000);
    wait(call.device.spec.timing.input + Duration::from_millis(millis)).await;
    let still = (to_x - x).abs() <= SLOP && (to_y - y).abs() <= SLOP;
    let (at, to) = (Point { x, y }, Point { x: to_x, y: to_y });
    let landed = call.device.change(|p| match (still, millis) {
        (true, ..LONG_PRESS) => p.tap(at),
        (true, _) => p.long_press(at),
        (false, _) => p.swipe(at, to),
    });
    note(call, at, landed);
    0
}

async fn text(call: &Call<'_>, args: &[&str]) -> u8 {
    let Some(text) = args.first() else {
        return invalid(call, "text");
    };
    wait(call.device.spec.timing.input).await;
    let typed = call.device.change(|p| p.type_text(&text.replace("%s", " ")));
    if typed.is_ok() {
        return 0;
    }
    if call.device.spec.hardware.sdk < SDK_12 {
        call.io.out.write("Killed \n");
        return 137;
    }
    call.io.err.write(
        "\nException occurred while executing 'text':\n\
         java.lang.NullPointerException: Attempt to get length of null array\n\
         \tat com.android.server.input.InputShellCommand.sendText(InputShellCommand.java:316)\n\
         \tat com.android.server.input.InputShellCommand.runText(InputShellCommand.java:292)\n",
    );
    255
}

async fn keyevent(call: &Call<'_>, args: &[&str]) -> u8 {
    let keys: Vec<&str> = args.iter().copied().filter(|a| !a.starts_with("--")).collect();
    if keys.is_empty() {
        return invalid(call, "keyevent");
    }
    wait(call.device.spec.timing.input).await;
    // A name that Android doesn't know is the unknown key, which does nothing.
    call.device.change(|p| {
        keys.iter()
            .filter_map(|k| code_of(k))
            .for_each(|code| p.key(code))
    });
    0
}

async fn keycombination(call: &Call<'_>, args: &[&str]) -> u8 {
    let keys: Vec<u32> = args
        .iter()
        .filter(|a| !a.starts_with('-'))
        .filter_map(|k| code_of(k))
        .collect();
    if keys.len() < 2 {
        return invalid(call, "keycombination");
    }
    wait(call.device.spec.timing.input).await;
    call.device.change(|p| p.combination(&keys));
    0
}

/// Coordinates may have a fraction.
fn numbers<const N: usize>(args: &[&str]) -> [Option<i32>; N] {
    std::array::from_fn(|i| args.get(i)?.parse::<f32>().ok().map(|n| n as i32))
}

fn invalid(call: &Call<'_>, name: &str) -> u8 {
    call.io
        .err
        .line(&format!("Error: Invalid arguments for command: {name}"));
    255
}
