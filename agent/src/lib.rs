//! retap: plain-language UI tests that ask a model once and replay from memory.
//!
//! Here: what a script says ([`script`]), the model ([`model`]), how its answers become nodes ([`ground`]) and
//! moves ([`plan`]), the step machine ([`run`]), its reports ([`report`]), and the program ([`cli`]).
//!
//! Not here: how a device is driven and how memory decides; those are the crates below.

pub mod cli;
pub mod ground;
pub mod model;
pub mod plan;
pub mod report;
pub mod run;
pub mod script;
