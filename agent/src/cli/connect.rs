//! The device and the model that a run uses: the command line wins, then the script, then the environment.

use std::path::Path;
use std::time::Duration;

use retap_android::adb::Server;
use retap_android::read::Budgets;
use retap_android::{AndroidDevice, pick};
use retap_cache::device::Deadline;
use retap_sim::{LoadError, PhoneFile, SimPhone};

use super::Exit;
use super::failure::Failure;
use crate::model::scripted::{Goals, ScriptedModel};
use crate::model::{Endpoint, Model};
use crate::run::with_cause;
use crate::script::{DeviceChoice, ModelChoice, Script};

/// How long finding and connecting a device may take.
const CONNECT: Duration = Duration::from_secs(15);

/// A device, with the simulated phone behind it if it is one.
pub(super) struct Connected {
    pub(super) device: AndroidDevice,
    _phone: Option<SimPhone>,
}

/// A model, with the local server behind it if it is a scripted one.
pub(super) struct Asked {
    pub(super) model: Option<Model>,
    /// Why there is none.
    pub(super) none: &'static str,
    _scripted: Option<ScriptedModel>,
}

pub(super) fn device_choice(given: Option<&str>, script: &Script) -> DeviceChoice {
    match given {
        None => script.device.clone(),
        Some(text) => given_device(text),
    }
}

/// What was typed for a device.
pub(super) fn given_device(text: &str) -> DeviceChoice {
    match text.strip_prefix("sim:") {
        Some(path) => DeviceChoice::Sim(path.into()),
        None => DeviceChoice::Serial(text.to_owned()),
    }
}

pub(super) async fn device(choice: &DeviceChoice) -> Result<Connected, Failure> {
    let deadline = Deadline::after(CONNECT);
    let (server, serial, phone) = match choice {
        DeviceChoice::Sim(path) => {
            let phone = phone(path).await?;
            (
                Server::new(phone.server()),
                phone.serial().to_owned(),
                Some(phone),
            )
        }
        DeviceChoice::Serial(wanted) => {
            let server = Server::from_env().map_err(misconfigured)?;
            let serial = pick(server, Some(wanted), deadline).await?;
            (server, serial, None)
        }
        DeviceChoice::Any => {
            let server = Server::from_env().map_err(misconfigured)?;
            // A serial in the environment is the user's choice for all Android tools.
            let wanted = std::env::var("ANDROID_SERIAL").ok().filter(|s| !s.is_empty());
            let serial = pick(server, wanted.as_deref(), deadline).await?;
            (server, serial, None)
        }
    };
    let device = AndroidDevice::connect(server, &serial, Budgets::default(), deadline).await?;
    Ok(Connected {
        device,
        _phone: phone,
    })
}

fn misconfigured(e: retap_android::Error) -> Failure {
    Failure::usage(e.to_string())
}

pub(super) async fn phone(path: &Path) -> Result<SimPhone, Failure> {
    let file = PhoneFile::load(path).map_err(|e| match e {
        LoadError::Problem(p) => Failure::from(p),
        other => Failure::usage(with_cause(&other))
            .hint("paths in a script are relative to the script, on the command line to the working folder"),
    })?;
    SimPhone::start(file)
        .await
        .map_err(|e| Failure::environment(format!("can't start the simulated phone {}: {e}", path.display())))
}

pub(super) fn model_choice(given: Option<&str>, script: &Script) -> Result<Choice, Failure> {
    let from_env = || Endpoint::from_env(|name| std::env::var(name).ok()).map_err(Failure::from);
    Ok(match given {
        Some(text) => match text.strip_prefix("scripted:") {
            Some(path) => Choice::Scripted(path.into()),
            None => {
                let base = std::env::var("RETAP_MODEL_BASE_URL").ok();
                let lookup = |name: &str| match name {
                    "RETAP_MODEL_NAME" => Some(text.to_owned()),
                    "RETAP_MODEL_BASE_URL" => base.clone(),
                    other => std::env::var(other).ok(),
                };
                Endpoint::from_env(lookup)?.map_or(Choice::None, Choice::Endpoint)
            }
        },
        None => match &script.model {
            Some(ModelChoice::Scripted(path)) => Choice::Scripted(path.clone()),
            None => from_env()?.map_or(Choice::None, Choice::Endpoint),
        },
    })
}

/// Which model is asked.
pub(super) enum Choice {
    Scripted(std::path::PathBuf),
    Endpoint(Endpoint),
    None,
}

pub(super) fn model(choice: Choice) -> Result<Asked, Failure> {
    // The provider is installed once for the whole program; a second call has nothing to do.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Ok(match choice {
        Choice::Scripted(path) => {
            let goals = Goals::load(&path)?;
            let scripted = ScriptedModel::start(goals)
                .map_err(|e| Failure::new(Exit::Model, format!("can't start the scripted model: {e}")))?;
            let model = Some(Model::new(scripted.endpoint())?);
            Asked {
                model,
                none: "",
                _scripted: Some(scripted),
            }
        }
        Choice::Endpoint(endpoint) => Asked {
            model: Some(Model::new(endpoint)?),
            none: "",
            _scripted: None,
        },
        Choice::None => Asked {
            model: None,
            none: "none is configured",
            _scripted: None,
        },
    })
}
