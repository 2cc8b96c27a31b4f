//! Host services: what the adb server answers by itself.

use crate::device::{Device, Reach};
use crate::service::FEATURES;

/// The protocol version of adb 29 to 36.
const VERSION: u16 = 41;
/// The only device has the first id.
const TRANSPORT_ID: u64 = 1;

/// The answer to a host service.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// `OKAY`, a text, and the end of the connection.
    Text(String),
    Fail(String),
    /// `OKAY`, with an id if asked for; a device service follows.
    Transport(Option<u64>),
}

pub(crate) fn answer(request: &str, device: &Device) -> Answer {
    if let Some(rest) = request.strip_prefix("host-serial:") {
        return match rest
            .strip_prefix(serial(device))
            .and_then(|r| r.strip_prefix(':'))
        {
            Some(service) => of_device(service, device, || not_found(serial(device))),
            _ => not_found(rest.rsplit_once(':').map_or(rest, |(serial, _)| serial)),
        };
    }
    let Some(service) = request.strip_prefix("host:") else {
        return Answer::Fail("no device selected".to_owned());
    };
    let none = || Answer::Fail("no devices/emulators found".to_owned());
    match service {
        "version" => Answer::Text(format!("{VERSION:04x}")),
        "devices" => Answer::Text(list(device, |state| format!("{}\t{state}\n", serial(device)))),
        "devices-l" => Answer::Text(list(device, |state| long_line(device, state))),
        "transport-any" => reached(device, Answer::Transport(None), none),
        "tport:any" => reached(device, Answer::Transport(Some(TRANSPORT_ID)), none),
        "features" | "get-state" => of_device(service, device, none),
        _ => {
            if let Some(wanted) = service.strip_prefix("transport:") {
                selected(wanted, device, Answer::Transport(None))
            } else if let Some(wanted) = service.strip_prefix("tport:serial:") {
                selected(wanted, device, Answer::Transport(Some(TRANSPORT_ID)))
            } else {
                unknown()
            }
        }
    }
}

fn serial(device: &Device) -> &str {
    &device.spec.hardware.serial
}

/// The word for the state of the device; a missing one has none.
fn state(device: &Device) -> Option<&'static str> {
    match device.cable.plug().reach() {
        Reach::Device => Some("device"),
        Reach::Offline => Some("offline"),
        Reach::Missing => None,
    }
}

fn list(device: &Device, line: impl Fn(&str) -> String) -> String {
    state(device).map(line).unwrap_or_default()
}

/// What is asked about the one device.
fn of_device(service: &str, device: &Device, missing: impl Fn() -> Answer) -> Answer {
    match (service, state(device)) {
        (_, None) => missing(),
        // The state is told in any state.
        ("get-state", Some(state)) => Answer::Text(state.to_owned()),
        ("features", _) => reached(device, Answer::Text(FEATURES.to_owned()), missing),
        _ => unknown(),
    }
}

/// The answer if the device can be reached.
fn reached(device: &Device, answer: Answer, missing: impl Fn() -> Answer) -> Answer {
    match device.cable.plug().reach() {
        Reach::Device => answer,
        Reach::Offline => Answer::Fail("device offline".to_owned()),
        Reach::Missing => missing(),
    }
}

fn selected(wanted: &str, device: &Device, answer: Answer) -> Answer {
    if wanted == serial(device) {
        reached(device, answer, || not_found(wanted))
    } else {
        not_found(wanted)
    }
}

fn not_found(serial: &str) -> Answer {
    Answer::Fail(format!("device '{serial}' not found"))
}

fn unknown() -> Answer {
    Answer::Fail("unknown host service".to_owned())
}

fn long_line(device: &Device, state: &str) -> String {
    let model = device
        .spec
        .hardware
        .model
        .replace(|c: char| !c.is_ascii_alphanumeric(), "_");
    format!(
        "{:<22} {state} product:sim model:{model} device:sim transport_id:{TRANSPORT_ID}\n",
        serial(device)
    )
}
