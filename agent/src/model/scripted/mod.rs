//! A model without intelligence: it answers from a goals file, so that examples and tests need no account.
//!
//! It sits behind a real HTTP server on the loopback address and speaks the same chat completions as any other
//! model; the client can't tell them apart. Like them it sees nothing but the request: no phone file, no
//! device, nothing of earlier requests. A prompt that its file doesn't have is refused, never guessed at.

mod goals;
mod oracle;
mod outline;
mod reading;
mod request;
mod server;

pub use goals::Goals;
pub use oracle::answer;
pub use server::ScriptedModel;
