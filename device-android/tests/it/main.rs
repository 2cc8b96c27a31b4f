//! Tests of the Android backend from outside: dumps, the wire, whole reads and actions.

#[cfg(test)]
mod act;
#[cfg(test)]
mod canned;
#[cfg(test)]
mod corpus;
#[cfg(test)]
mod dump;
#[cfg(test)]
mod dump_errors;
#[cfg(test)]
mod phone;
#[cfg(test)]
mod read;
#[cfg(test)]
mod sim_act;
#[cfg(test)]
mod sim_read;
#[cfg(test)]
mod wire;
