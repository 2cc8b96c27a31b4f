//! Tests of the Android backend from outside: dumps, the wire, whole reads and actions.

#[cfg(test)]
mod act;
#[cfg(test)]
mod boot;
#[cfg(test)]
mod by_file;
#[cfg(test)]
mod canned;
#[cfg(test)]
mod cases;
#[cfg(test)]
mod corpus;
#[cfg(test)]
mod dump;
#[cfg(test)]
mod dump_errors;
#[cfg(test)]
mod ladder;
#[cfg(test)]
mod lock;
#[cfg(test)]
mod phone;
#[cfg(test)]
mod picture;
#[cfg(test)]
mod prop;
#[cfg(test)]
mod read;
#[cfg(test)]
mod sim_act;
#[cfg(test)]
mod sim_picture;
#[cfg(test)]
mod sim_read;
#[cfg(test)]
mod stub;
#[cfg(test)]
mod wire;
