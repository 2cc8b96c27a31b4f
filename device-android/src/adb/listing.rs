//! The server's device list.

/// States that adb prints. A line with any other word is noise, such as the header or a server's notice.
const STATES: [&str; 12] = [
    "device",
    "offline",
    "unauthorized",
    "authorizing",
    "connecting",
    "recovery",
    "rescue",
    "sideload",
    "bootloader",
    "host",
    "detached",
    "unknown",
];

/// A device as the server lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Its serial, or `host:port`.
    pub serial: String,
    /// Its state: `device` if it can be used, else `offline`, `unauthorized` and so on.
    pub state: String,
    /// Its model, where the server knows it.
    pub model: Option<String>,
}

impl Listed {
    /// True if commands can be sent to it.
    pub fn usable(&self) -> bool {
        self.state == "device"
    }
}

impl std::fmt::Display for Listed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({})", self.serial, self.state)
    }
}

/// All of them in one line for a message.
pub(crate) fn in_words(listed: &[Listed]) -> String {
    listed
        .iter()
        .map(Listed::to_string)
        .collect::<Vec<_>>()
        .join(", ")
}

/// Reads the answer to `host:devices-l`; lines that are no device are passed over.
pub(crate) fn parse(text: &str) -> Vec<Listed> {
    text.lines().filter_map(line).collect()
}

fn line(line: &str) -> Option<Listed> {
    let (serial, rest) = line.trim().split_once(|c: char| c.is_whitespace())?;
    let rest = rest.trim_start();
    let state = match rest.split_whitespace().next()? {
        word if STATES.contains(&word) => word,
        _ if rest.starts_with("no permissions") => "no permissions",
        _ => return None,
    };
    let model = rest
        .split_whitespace()
        .find_map(|word| word.strip_prefix("model:"));
    Some(Listed {
        serial: serial.to_owned(),
        state: state.to_owned(),
        model: model.map(str::to_owned),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_and_dead_entries_do_not_break_the_list() {
        let text = "List of devices attached\n* daemon started successfully\n\
                    adb server version (39) doesn't match this client (41); killing...\n\n\
                    emulator-5554          device product:p model:Pixel_7 device:d transport_id:3\r\n\
                    R5XX\toffline\n192.168.0.7:5555 unauthorized transport_id:9\n\
                    X1 no permissions (user in plugdev group); see [http://developer.android.com/tools/device.html] usb:1-1\n";
        let got = parse(text);
        assert_eq!(
            in_words(&got),
            "emulator-5554 (device), R5XX (offline), 192.168.0.7:5555 (unauthorized), X1 (no permissions)"
        );
        assert_eq!(got[0].model.as_deref(), Some("Pixel_7"));
        assert!(got[0].usable() && !got[1].usable());
    }
}
