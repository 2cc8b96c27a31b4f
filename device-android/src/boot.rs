//! What a device is, asked once it has finished starting.

use std::time::{Duration, Instant};

use retap_cache::device::Deadline;
use tokio::time::sleep;

use crate::Error;
use crate::adb::{Adb, ShellOutput};
use crate::props::Props;

/// Between two looks at a device that starts.
const POLL: Duration = Duration::from_millis(500);

/// The device's facts and what it said. A device that is still starting is waited for, until it says that it is
/// done and its package manager answers: before that no app can be started.
pub(crate) async fn facts(adb: &Adb, deadline: Deadline) -> Result<(Props, ShellOutput), Error> {
    const FACTS: &str = "getprop; wm size; wm density";
    let began = Instant::now();
    let mut stage = None;
    loop {
        match adb.run(FACTS, deadline).await {
            Ok(output) => {
                let props = Props::parse(&output.text());
                if props.booted && (stage.is_none() || packages(adb, deadline).await) {
                    return Ok((props, output));
                }
                stage = Some(if props.booted {
                    "it has started, but its package manager does not answer"
                } else {
                    "it is attached, but sys.boot_completed is not set"
                });
            }
            // Until it has started a device may go away for a moment.
            Err(Error::Offline { .. } | Error::DeviceNotFound { .. } | Error::Closed { .. })
                if stage.is_some() =>
            {
                stage = Some("it went offline while starting");
            }
            Err(error) if stage.is_none() || !is_late(&error) => return Err(error),
            Err(_) => {}
        }
        if deadline.left() <= POLL {
            return Err(Error::NotBooted {
                serial: adb.serial().to_owned(),
                stage: stage.unwrap_or_default().to_owned(),
                spent: began.elapsed(),
            });
        }
        sleep(POLL).await;
    }
}

async fn packages(adb: &Adb, deadline: Deadline) -> bool {
    let listed = adb.run("cmd package list packages", deadline).await;
    listed.is_ok_and(|output| output.text().lines().any(|l| l.starts_with("package:")))
}

fn is_late(error: &Error) -> bool {
    matches!(
        error,
        Error::CommandTimeout { .. } | Error::OutOfTime { .. } | Error::ServiceTimeout { .. }
    )
}
