//! Choosing a device when there may be none or several.

use retap_cache::device::{Deadline, DeviceError};

use crate::Error;
use crate::adb::{Listed, Server, in_words};

/// The serial of the device to use: the one that was named (by serial, else by model), or the only usable one.
///
/// No device, several and no choice, or a named one that is absent or not ready are errors of the
/// environment; they list what is attached, with states.
pub async fn pick(server: Server, wanted: Option<&str>, deadline: Deadline) -> Result<String, DeviceError> {
    let listed = server.devices(deadline).await?;
    Ok(choose(&listed, wanted)?)
}

fn choose(listed: &[Listed], wanted: Option<&str>) -> Result<String, Error> {
    if let Some(wanted) = wanted {
        let by_model: Vec<&Listed> = listed
            .iter()
            .filter(|d| d.usable() && d.model.as_deref() == Some(wanted))
            .collect();
        return match (listed.iter().find(|d| d.serial == wanted), by_model.as_slice()) {
            (Some(d), _) => ready(d),
            (None, [d]) => ready(d),
            (None, []) => Err(Error::DeviceNotFound {
                serial: wanted.to_owned(),
                listed: in_words(listed),
            }),
            (None, _) => Err(Error::MoreThanOneDevice {
                listed: in_words(listed),
            }),
        };
    }
    let usable: Vec<&Listed> = listed.iter().filter(|d| d.usable()).collect();
    match (usable.as_slice(), listed) {
        ([d], _) => Ok(d.serial.clone()),
        ([], []) => Err(Error::NoDevices),
        // The only one is not usable: why not is the better answer.
        ([], [d]) => ready(d),
        ([], _) => Err(Error::Offline {
            serial: in_words(listed),
            state: "none of them can be used".to_owned(),
        }),
        _ => Err(Error::MoreThanOneDevice {
            listed: in_words(listed),
        }),
    }
}

fn ready(device: &Listed) -> Result<String, Error> {
    let serial = device.serial.clone();
    match device.state.as_str() {
        "device" => Ok(serial),
        "unauthorized" => Err(Error::Unauthorized { serial }),
        state => Err(Error::Offline {
            serial,
            state: state.to_owned(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_only_usable_device_or_the_named_one() {
        let all = [
            ("A", "device", "P7"),
            ("B", "device", "P8"),
            ("O", "offline", "P7"),
            ("U", "unauthorized", "P7"),
        ];
        let listed = |serials: &str| -> Vec<Listed> {
            let here = all.iter().filter(|(serial, ..)| serials.contains(serial));
            here.map(|(serial, state, model)| Listed {
                serial: (*serial).into(),
                state: (*state).into(),
                model: Some((*model).into()),
            })
            .collect()
        };
        let table = [
            ("", None, Err("no-devices")),
            ("A", None, Ok("A")),
            ("OA", None, Ok("A")),
            ("AB", None, Err("more-than-one-device")),
            ("AB", Some("B"), Ok("B")),
            ("AB", Some("P8"), Ok("B")),
            ("AO", Some("O"), Err("offline")),
            ("A", Some("X"), Err("device-not-found")),
            ("O", None, Err("offline")),
            ("U", None, Err("unauthorized")),
            ("OU", None, Err("offline")),
        ];
        for (serials, wanted, want) in table {
            let got = choose(&listed(serials), wanted);
            assert_eq!(got.as_deref().map_err(Error::kind), want, "{serials} {wanted:?}");
        }
        let error = choose(&listed("ABO"), None).unwrap_err().to_string();
        assert!(error.contains("A (device), B (device), O (offline)"), "{error}");
    }
}
