//! The phone over its sockets, by clients that share no code with it.

#[cfg(test)]
mod adbd;
#[cfg(test)]
mod checkout;
#[cfg(test)]
mod endpoint;
#[cfg(test)]
mod faults;
#[cfg(test)]
mod files;
#[cfg(test)]
mod geometry;
#[cfg(test)]
mod host;
#[cfg(test)]
mod picture;
#[cfg(test)]
mod support;
#[cfg(test)]
mod wire;
