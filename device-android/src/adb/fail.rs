//! What the server's FAIL texts mean. The texts are equal in adb 29 and 36.

use crate::Error;

/// The error for a FAIL answer. `serial` and `what` say which device was asked for what.
pub(crate) fn error(said: &str, serial: &str, what: &str) -> Error {
    let serial = serial.to_owned();
    let said = said.trim();
    if said.starts_with("device") && said.contains("not found") {
        Error::DeviceNotFound {
            serial,
            listed: String::new(),
        }
    } else if said.starts_with("no devices") {
        Error::NoDevices
    } else if said.starts_with("more than one") {
        Error::MoreThanOneDevice {
            listed: "no serial was given".to_owned(),
        }
    } else if said.contains("unauthorized") {
        Error::Unauthorized { serial }
    } else if said.contains("offline")
        || said.contains("still connecting")
        || said.contains("still authorizing")
    {
        Error::Offline {
            serial,
            state: said.trim_start_matches("device ").to_owned(),
        }
    } else if said == "closed" {
        Error::ServiceRefused {
            serial,
            what: what.to_owned(),
        }
    } else {
        Error::ServerFailed {
            what: format!("`{what}` for {serial}"),
            said: said.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_known_text_has_its_kind() {
        let table = [
            ("device 'nope' not found", "device-not-found"),
            ("no devices/emulators found", "no-devices"),
            ("more than one device/emulator", "more-than-one-device"),
            ("device offline", "offline"),
            ("device offline (no transport)", "offline"),
            ("device still authorizing", "offline"),
            ("closed", "service-refused"),
            (
                "device unauthorized.\nThis adb server's $ADB_VENDOR_KEYS is not set\nTry …",
                "unauthorized",
            ),
            ("protocol fault (couldn't read status): x", "server-failed"),
        ];
        for (said, kind) in table {
            assert_eq!(super::error(said, "S", "x").kind(), kind, "{said}");
        }
    }
}
