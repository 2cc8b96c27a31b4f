//! Questions beside the dump, each within a short time of its own: they make an answer or an error clearer.

use std::time::Duration;

use retap_cache::device::Deadline;
use retap_cache::screen::Rect;
use tokio::time::sleep;

use super::facts::{self, Facts};
use super::focus::focus;
use crate::Error;
use crate::adb::{Adb, in_words};

const ASIDE: Duration = Duration::from_millis(500);
/// Between two looks whether the device is back.
const POLL: Duration = Duration::from_millis(100);

/// The window in front. `None` if the device doesn't say in time.
pub(crate) async fn top_window(adb: &Adb, deadline: Deadline) -> Option<String> {
    if deadline.passed() {
        return None;
    }
    focus(adb, deadline.within(ASIDE)).await.ok()?.window
}

/// Everything that is else asked behind a dump, and how often the display is turned by a quarter.
pub(crate) async fn facts(adb: &Adb, deadline: Deadline) -> (Facts, Option<u8>) {
    let line = format!("{}; dumpsys input | grep SurfaceOrientation", facts::questions());
    let text = match adb.run(&line, deadline.within(2 * ASIDE)).await {
        Ok(output) => output.text(),
        Err(_) => String::new(),
    };
    let turns = text
        .lines()
        .find_map(|l| l.trim().strip_prefix("SurfaceOrientation:")?.trim().parse().ok())
        .filter(|turns| *turns <= 3);
    (Facts::parse(&text), turns)
}

/// Where the keyboard is on devices that print no insets: the part of its window that takes touches.
pub(crate) async fn keyboard_frame(adb: &Adb, deadline: Deadline) -> Option<Rect> {
    let line = "dumpsys window InputMethod | grep 'touchable region'";
    let output = adb.run(line, deadline.within(ASIDE)).await.ok()?;
    output.text().lines().find_map(touchable)
}

/// `touchable region=SkRegion((0,1410,1080,2154))`; of several rectangles (a split keyboard) the one around them
/// all.
fn touchable(line: &str) -> Option<Rect> {
    let inner = line.split_once("SkRegion(")?.1;
    let rects = inner.split('(').skip(1).filter_map(|part| {
        let mut edges = part.split(')').next()?.split(',').map(|e| e.trim().parse().ok());
        let mut edge = || edges.next().flatten();
        Some(Rect::new(edge()?, edge()?, edge()?, edge()?)).filter(|r| !r.is_empty())
    });
    rects.reduce(|a, b| {
        Rect::new(
            a.left.min(b.left),
            a.top.min(b.top),
            a.right.max(b.right),
            a.bottom.max(b.bottom),
        )
    })
}

/// Why the device can't be talked to, if the server says that it can't.
pub(crate) async fn gone(adb: &Adb, deadline: Deadline) -> Option<Error> {
    if deadline.passed() {
        return None;
    }
    let listed = match adb.server().devices(deadline.within(ASIDE)).await {
        Ok(listed) => listed,
        Err(error @ Error::ServerUnreachable { .. }) => return Some(error),
        Err(_) => return None,
    };
    let serial = adb.serial().to_owned();
    match listed.iter().find(|d| d.serial == serial) {
        None => Some(Error::DeviceNotFound {
            serial,
            listed: in_words(&listed),
        }),
        Some(d) if d.state == "unauthorized" => Some(Error::Unauthorized { serial }),
        Some(d) if !d.usable() => Some(Error::Offline {
            serial,
            state: d.state.clone(),
        }),
        Some(_) => None,
    }
}

/// Waits until the device can be used again. False if it can't in time.
pub(crate) async fn back(adb: &Adb, deadline: Deadline) -> bool {
    loop {
        let listed = adb.server().devices(deadline).await;
        let here = |d: &crate::adb::Listed| d.serial == adb.serial() && d.usable();
        if listed.is_ok_and(|all| all.iter().any(here)) {
            return true;
        }
        if deadline.left() <= POLL {
            return false;
        }
        sleep(POLL).await;
    }
}

/// Programs that keep the accessibility connection, by a part of their command line, and what they are.
const READERS: [(&str, &str); 5] = [
    ("com.wetest.uia2.Main", "a uiautomator2 server"),
    ("io.appium.uiautomator2.server", "an Appium server"),
    ("dev.mobile.maestro", "Maestro's driver"),
    (
        "com.callstack.agentdevice.snapshothelper",
        "agent-device's reader",
    ),
    (
        "com.android.commands.uiautomator.Launcher",
        "a uiautomator left running",
    ),
];

/// The program that holds the accessibility connection of a device, if it is one that is known to: another tool's
/// server, or a dump left running. `None` too if the device doesn't say in time.
pub async fn foreign_holder(adb: &Adb, deadline: Deadline) -> Option<String> {
    if deadline.passed() {
        return None;
    }
    let output = adb.run("ps -A -o PID,ARGS", deadline.within(ASIDE)).await.ok()?;
    reader_in(&output.text())
}

fn reader_in(processes: &str) -> Option<String> {
    READERS.iter().find_map(|(part, what)| {
        let line = processes.lines().map(str::trim).find(|l| l.contains(part))?;
        let (pid, _) = line.split_once(' ')?;
        let pid: u32 = pid.parse().ok()?;
        Some(format!("{what} ({part}, process {pid})"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_reader_is_named_with_its_process() {
        let ps = "  PID ARGS\n    1 init second_stage\n 4711 app_process / com.wetest.uia2.Main -p 9008\n  99 sh -c uiautomator\n";
        let want = "a uiautomator2 server (com.wetest.uia2.Main, process 4711)";
        assert_eq!(reader_in(ps).as_deref(), Some(want));
        assert_eq!(reader_in("  PID ARGS\n 1 init\n"), None);
        assert_eq!(reader_in("/system/bin/sh: ps: inaccessible or not found\n"), None);
    }

    #[test]
    fn the_region_that_takes_touches() {
        let line = "    mTouchableInsets=3 touchable region=SkRegion((0,1410,1080,2154))";
        assert_eq!(touchable(line), Some(Rect::new(0, 1410, 1080, 2154)));
        for odd in [
            "",
            "touchable region=SkRegion()",
            "touchable region=SkRegion((0,1410,1080",
            "SkRegion((1,1,1,1))",
        ] {
            assert_eq!(touchable(odd), None, "{odd}");
        }
    }
}
