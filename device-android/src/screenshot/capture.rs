//! Taking a picture from a device.

use std::time::Instant;

use retap_cache::device::Deadline;
use retap_cache::screen::Picture;
use tokio::time::timeout_at;

use super::error::{BadPicture, Flaw};
use super::link::{Form, Link};
use super::{from_png, from_raw};
use crate::Error;
use crate::adb::Adb;

/// The most that a capture may print: a raw frame of 4,000 by 4,000 pixels.
const LIMIT: usize = 64 << 20;

/// Takes a picture in the form that arrives sooner.
pub(crate) async fn capture(adb: &Adb, link: &mut Link, deadline: Deadline) -> Result<Picture, Error> {
    let form = link.form(deadline.left());
    if form != Form::Png {
        let limit = match form {
            Form::RawTrial(limit) => deadline.within(limit),
            _ => deadline,
        };
        match timed(adb, form, link, limit).await {
            Ok(picture) => return Ok(picture),
            Err(error) if deadline.passed() => return Err(error),
            // Some devices have formats that nobody knows; their PNGs are fine.
            Err(_) => link.raw_failed(),
        }
    }
    timed(adb, Form::Png, link, deadline).await
}

async fn timed(adb: &Adb, form: Form, link: &mut Link, deadline: Deadline) -> Result<Picture, Error> {
    let began = Instant::now();
    let picture = take(adb, form, began, deadline).await?;
    link.took(form, began.elapsed());
    Ok(picture)
}

async fn take(adb: &Adb, form: Form, began: Instant, deadline: Deadline) -> Result<Picture, Error> {
    // Standard error apart: there the warnings go that would else lie in the middle of the picture.
    let command = if form == Form::Png {
        "screencap -p"
    } else {
        "screencap"
    };
    let mut stream = adb.stream(command, "screencap", LIMIT, deadline).await?;
    while !stream.advance(deadline).await? {}
    let output = stream.finish();
    let check = move || {
        if output.stdout.is_empty() && !output.stderr.is_empty() {
            return Err(refused(&output.stderr));
        }
        match form {
            Form::Png => from_png(&output.stdout),
            Form::Raw | Form::RawTrial(_) => from_raw(&output.stdout),
        }
    };
    // Decoding takes tens of milliseconds: other devices' reads must not wait for it.
    let late = || Error::CommandTimeout {
        serial: adb.serial().to_owned(),
        what: "screencap".to_owned(),
        spent: began.elapsed(),
    };
    let checked = timeout_at(deadline.instant().into(), tokio::task::spawn_blocking(check)).await;
    let checked = checked.map_err(|_| late())?.map_err(|_| late())?;
    checked.map_err(|why| Error::Picture {
        serial: adb.serial().to_owned(),
        why,
    })
}

/// What words without a picture mean.
fn refused(said: &[u8]) -> BadPicture {
    match super::cut(said) {
        Err(bad) if bad.flaw == Flaw::Refused => bad,
        _ => BadPicture::new(Flaw::NotAnImage, said),
    }
}
