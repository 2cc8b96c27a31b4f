//! `screencap`: the display as a picture, and the ways in which pictures come damaged.

use super::run::Call;
use super::uiautomator::wait;
use crate::fault::PictureFault;
use crate::picture::Scene;

/// Permissions of a picture in a file.
const PERMISSIONS: u32 = 0o660;
/// A phone with a second display warns on each picture.
const WARNING: &str = "[Warning] Multiple displays were found, but no display id was specified! \
    Defaulting to the first display found, however this default is not guaranteed to be consistent across \
    captures. A display id should be specified.\n\
    A display ID can be specified with the [-d display-id] option.\n";
const BEFORE: &str = "Failed to create //.cache for shader cache (Read-only file system)---disabling.\n";
const BEHIND: &str =
    "\namdgpu: os_same_file_description couldn't determine if two DRM fds reference the same file.\n";

/// `screencap [-p] [-d DISPLAY] [FILE]`: a PNG with `-p` or for a file named `.png`, else raw pixels.
pub(crate) async fn run(call: &Call<'_>) -> u8 {
    let (mut png, mut file) = (false, None);
    let mut words = call.args.iter();
    while let Some(word) = words.next() {
        match *word {
            "-p" => png = true,
            // Any display is this one; some clients ask for `null`.
            "-d" => drop(words.next()),
            "-h" => {
                call.io
                    .out
                    .line("usage: screencap [-hp] [-d display-id] [FILENAME]");
                return 0;
            }
            word if word.starts_with('-') => {}
            word => file = Some(word),
        }
    }
    png |= file.is_some_and(|f| f.ends_with(".png"));
    let fault = call.device.bench.picture();
    if fault == Some(PictureFault::Hang) {
        std::future::pending::<()>().await;
    }
    wait(call.device.spec.timing.picture).await;
    if fault == Some(PictureFault::Refused) {
        call.io.err.line("Capturing failed.");
        return 1;
    }
    let scene = call.device.look(Scene::of);
    // Drawing takes long enough to be in the way of others.
    let draw = move || if png { scene.png() } else { Ok(scene.raw()) };
    let Ok(Ok(bytes)) = tokio::task::spawn_blocking(draw).await else {
        call.io.err.line("Failed to encode the picture.");
        return 1;
    };
    let bytes = damaged(bytes, fault);
    let Some(file) = file else {
        if fault == Some(PictureFault::Warning) {
            call.io.err.write(WARNING);
        }
        call.io.out.bytes(bytes);
        return 0;
    };
    match call
        .device
        .files
        .write(file, bytes, PERMISSIONS, call.device.seconds())
    {
        Ok(()) => 0,
        Err(why) => {
            call.io
                .err
                .line(&format!("Error opening file: {file} ({})", why.text()));
            1
        }
    }
}

/// The picture as the fault leaves it.
fn damaged(mut bytes: Vec<u8>, fault: Option<PictureFault>) -> Vec<u8> {
    match fault {
        Some(PictureFault::Noise) => [BEFORE.as_bytes(), &bytes, BEHIND.as_bytes()].concat(),
        Some(PictureFault::LineEnds) => {
            let mut ends = Vec::with_capacity(bytes.len() + bytes.len() / 128);
            for byte in bytes {
                if byte == b'\n' {
                    ends.push(b'\r');
                }
                ends.push(byte);
            }
            ends
        }
        Some(PictureFault::Cut) => {
            bytes.truncate(bytes.len() / 2);
            bytes
        }
        _ => bytes,
    }
}
