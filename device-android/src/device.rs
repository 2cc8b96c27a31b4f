//! An Android device as [`Device`].

use retap_cache::device::{Action, Capabilities, Deadline, Device, DeviceError, Fault, Pending, Want};
use retap_cache::screen::Screen;

use crate::action::{ActError, clip};
use crate::adb::{Adb, Server};
use crate::geometry::Display;
use crate::read::{Budgets, Reader};
use crate::{Error, app, boot, input};

/// Raw terminals for `exec:` exist since Android 7.
const OLDEST_SDK: u32 = 24;

/// A phone or emulator behind an adb server.
#[derive(Debug)]
pub struct AndroidDevice {
    adb: Adb,
    reader: Reader,
    /// As of the last read.
    display: Display,
    sdk: Option<u32>,
    capabilities: Capabilities,
}

impl AndroidDevice {
    /// Asks a device once for what doesn't change: model, version, locale. One that is still starting is waited
    /// for up to the deadline. `budgets` are those of its reads.
    pub async fn connect(
        server: Server,
        serial: &str,
        budgets: Budgets,
        deadline: Deadline,
    ) -> Result<Self, DeviceError> {
        let adb = server.device(serial);
        let (props, facts) = boot::facts(&adb, deadline).await?;
        if let Some(sdk) = props.sdk.filter(|sdk| *sdk < OLDEST_SDK) {
            return Err(Error::OldAndroid {
                serial: serial.to_owned(),
                sdk,
            }
            .into());
        }
        let Some(display) = Display::parse(&facts.text()) else {
            let text = facts.both();
            let got = text
                .lines()
                .filter(|l| !l.trim().is_empty() && !l.starts_with('['))
                .collect::<Vec<_>>();
            let (serial, what, got) = (serial.to_owned(), "wm size".to_owned(), clip(&got.join("\n")));
            return Err(Error::Unreadable { serial, what, got }.into());
        };
        let capabilities = Capabilities {
            platform: "android".to_owned(),
            model: props.model,
            os: props.release,
            locale: props.locale,
            // Stock `input text` maps ASCII only.
            unicode_text: false,
        };
        Ok(Self {
            reader: Reader::new(&adb, budgets),
            adb,
            display,
            sdk: props.sdk,
            capabilities,
        })
    }

    /// The version name of an installed app, for the notes of an entry. `None` if it isn't installed.
    pub async fn app_version(
        &mut self,
        package: &str,
        deadline: Deadline,
    ) -> Result<Option<String>, DeviceError> {
        Ok(app::version(&self.adb, package, deadline).await?)
    }

    async fn perform(&mut self, action: &Action, deadline: Deadline) -> Result<(), ActError> {
        let adb = &self.adb;
        match action {
            Action::Tap { target } => input::tap(adb, target.at, deadline).await,
            Action::Type { target, text, mode } => {
                input::type_text(adb, *target, text, *mode, deadline).await
            }
            Action::Press { key } => input::press(adb, *key, deadline).await,
            Action::Launch { package, activity } => {
                app::launch(adb, self.sdk, package, activity.as_deref(), deadline).await
            }
            Action::Stop { package } => app::stop(adb, package, deadline).await,
            Action::Swipe { from, to } => input::swipe(adb, *from, *to, deadline).await,
        }
    }
}

impl Device for AndroidDevice {
    fn id(&self) -> &str {
        self.adb.serial()
    }

    fn capabilities(&self) -> &Capabilities {
        &self.capabilities
    }

    fn observe(&mut self, want: Want, deadline: Deadline) -> Pending<'_, Screen> {
        Box::pin(async move {
            let read = self
                .reader
                .read(&self.adb, &mut self.display, want, deadline)
                .await;
            read.map_err(|e| e.into_device_error(Fault::Read))
        })
    }

    fn act<'a>(&'a mut self, action: &'a Action, deadline: Deadline) -> Pending<'a, ()> {
        Box::pin(async move { Ok(self.perform(action, deadline).await?) })
    }
}
