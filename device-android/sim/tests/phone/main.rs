//! The phone over its socket, by a client that shares no code with it.

#[cfg(test)]
mod checkout;
#[cfg(test)]
mod support;
#[cfg(test)]
mod wire;
