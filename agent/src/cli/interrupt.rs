//! Ctrl-C, listened for from the moment somebody may press it.

use std::io;
use std::pin::Pin;

/// Ends when the program is interrupted.
pub(super) type Interrupt = Pin<Box<dyn Future<Output = io::Result<()>> + Send>>;

/// Begins to listen at once. A listener that is only made, and not yet asked, hears nothing: until then an interrupt
/// ends the program as if nobody had wanted to tidy up.
pub(super) async fn interrupt() -> Interrupt {
    let mut stop: Interrupt = Box::pin(tokio::signal::ctrl_c());
    tokio::select! {
        biased;
        ended = &mut stop => Box::pin(std::future::ready(ended)),
        () = std::future::ready(()) => stop,
    }
}
