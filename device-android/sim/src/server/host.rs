//! Host services: what the adb server answers by itself.

use crate::device::Device;

/// The protocol version of adb 29 to 36.
const VERSION: u16 = 41;
/// What the phone can do, for `features`.
const FEATURES: &str = "shell_v2,cmd";
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
            Some(service) if device.plug().present => of_device(service),
            _ => not_found(rest.rsplit_once(':').map_or(rest, |(serial, _)| serial)),
        };
    }
    let Some(service) = request.strip_prefix("host:") else {
        return Answer::Fail("no device selected".to_owned());
    };
    let present = device.plug().present;
    match service {
        "version" => Answer::Text(format!("{VERSION:04x}")),
        "devices" if present => Answer::Text(format!("{}\tdevice\n", serial(device))),
        "devices-l" if present => Answer::Text(long_line(device)),
        "devices" | "devices-l" => Answer::Text(String::new()),
        "transport-any" => any(present, Answer::Transport(None)),
        "tport:any" => any(present, Answer::Transport(Some(TRANSPORT_ID))),
        "features" | "get-state" => any(present, of_device(service)),
        _ => {
            if let Some(wanted) = service.strip_prefix("transport:") {
                selected(wanted, device, Answer::Transport(None))
            } else if let Some(wanted) = service.strip_prefix("tport:serial:") {
                selected(wanted, device, Answer::Transport(Some(TRANSPORT_ID)))
            } else {
                Answer::Fail("unknown host service".to_owned())
            }
        }
    }
}

fn serial(device: &Device) -> &str {
    &device.spec.hardware.serial
}

fn of_device(service: &str) -> Answer {
    match service {
        "features" => Answer::Text(FEATURES.to_owned()),
        "get-state" => Answer::Text("device".to_owned()),
        _ => Answer::Fail("unknown host service".to_owned()),
    }
}

fn selected(wanted: &str, device: &Device, answer: Answer) -> Answer {
    if wanted == serial(device) && device.plug().present {
        answer
    } else {
        not_found(wanted)
    }
}

fn any(present: bool, answer: Answer) -> Answer {
    if present {
        answer
    } else {
        Answer::Fail("no devices/emulators found".to_owned())
    }
}

fn not_found(serial: &str) -> Answer {
    Answer::Fail(format!("device '{serial}' not found"))
}

fn long_line(device: &Device) -> String {
    let model = device
        .spec
        .hardware
        .model
        .replace(|c: char| !c.is_ascii_alphanumeric(), "_");
    format!(
        "{:<22} device product:sim model:{model} device:sim transport_id:{TRANSPORT_ID}\n",
        serial(device)
    )
}
