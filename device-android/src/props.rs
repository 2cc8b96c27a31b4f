//! Device facts from one `getprop`.

/// What is asked of a device once.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Props {
    pub(crate) model: String,
    pub(crate) release: String,
    pub(crate) locale: String,
    /// API level, if the device says so.
    pub(crate) sdk: Option<u32>,
    /// True once the device has finished starting.
    pub(crate) booted: bool,
}

impl Props {
    /// Reads the lines `[key]: [value]`; any other line is passed over.
    pub(crate) fn parse(text: &str) -> Props {
        let value = |key: &str| {
            text.lines()
                .filter_map(|line| {
                    line.trim()
                        .strip_prefix('[')?
                        .strip_suffix(']')?
                        .split_once("]: [")
                })
                .find(|(k, v)| *k == key && !v.is_empty())
                .map(|(_, v)| v.to_owned())
        };
        // The user's choice, else what the device was built with.
        let locale = value("persist.sys.locale")
            .or_else(|| value("ro.product.locale"))
            .unwrap_or_default();
        Props {
            model: value("ro.product.model").unwrap_or_default(),
            release: value("ro.build.version.release").unwrap_or_default(),
            locale: locale.split(',').next().unwrap_or_default().to_owned(),
            sdk: value("ro.build.version.sdk").and_then(|v| v.parse().ok()),
            booted: ["sys.boot_completed", "dev.bootcomplete"]
                .iter()
                .any(|key| value(key).as_deref() == Some("1")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Props;

    #[test]
    fn one_getprop_says_what_is_needed() {
        let text = "[ro.build.version.release]: [14]\r\n[ro.build.version.sdk]: [34]\r\n[persist.sys.locale]: [de-DE,en-US]\n\
                    [ro.product.locale]: [en-US]\n[ro.product.model]: [Pixel 7 [test]]\nPhysical size: 1x1\n[broken\n";
        let p = Props::parse(text);
        assert_eq!(
            (p.model.as_str(), p.release.as_str(), p.locale.as_str(), p.sdk),
            ("Pixel 7 [test]", "14", "de-DE", Some(34))
        );
        assert_eq!(
            Props::parse("[persist.sys.locale]: []\n[ro.product.locale]: [en-US]").locale,
            "en-US"
        );
        assert_eq!(Props::parse(""), Props::default());
        let booted = |text| Props::parse(text).booted;
        assert!(booted("[sys.boot_completed]: [1]\n") && booted("[dev.bootcomplete]: [1]\n"));
        assert!(!booted("[sys.boot_completed]: []\n") && !booted("[sys.boot_completed]: [0]\n"));
    }
}
