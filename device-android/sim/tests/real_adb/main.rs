//! The real `adb` against the phone's adbd.
//!
//! Each test has an adb server of its own, on a free port and with a home of its own, so that the server and the
//! devices of whoever runs this stay untouched.

#[cfg(test)]
mod cases;
#[cfg(test)]
mod rig;
