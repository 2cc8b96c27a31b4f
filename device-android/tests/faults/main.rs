//! Everything that spoils a read, through the simulated phone: what it comes to, by which attempts, in time, and
//! that nothing is left running or lying on the device.
//!
//! One test, and a program of its own: wall times are asserted.

#[cfg(test)]
mod check;
#[cfg(test)]
#[path = "../it/phone.rs"]
#[expect(dead_code, reason = "shared with the other tests, which use more of it")]
mod phone;
#[cfg(test)]
mod rows;
