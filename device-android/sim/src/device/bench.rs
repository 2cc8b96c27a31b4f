//! The switches of the test bench: what is broken now.

use std::sync::Mutex;

use super::lock;
use crate::fault::{self, Attempt, DumpFault, FaultKind, PictureFault};
use crate::spec::Faults;

/// Faults that can be set while the phone runs.
#[derive(Debug)]
pub(crate) struct Bench {
    dump: Mutex<Option<DumpFault>>,
    picture: Mutex<Option<PictureFault>>,
    unanswered: Mutex<Option<String>>,
}

impl Bench {
    pub(crate) fn new(from: &Faults) -> Self {
        Self {
            dump: Mutex::new(from.dump.clone()),
            picture: Mutex::new(from.picture),
            unanswered: Mutex::new(from.unanswered.clone()),
        }
    }

    /// What goes wrong with the dump that starts now.
    pub(crate) fn next_dump(&self, attempt: Attempt) -> Option<FaultKind> {
        fault::next(&mut lock(&self.dump), attempt)
    }

    /// What would go wrong with it.
    pub(crate) fn dump(&self, attempt: Attempt) -> Option<FaultKind> {
        let fault = lock(&self.dump);
        fault
            .as_ref()
            .filter(|f| f.spoils(attempt))
            .map(|f| f.kind.clone())
    }

    pub(crate) fn set_dump(&self, fault: Option<DumpFault>) {
        *lock(&self.dump) = fault;
    }

    pub(crate) fn picture(&self) -> Option<PictureFault> {
        *lock(&self.picture)
    }

    pub(crate) fn set_picture(&self, fault: Option<PictureFault>) {
        *lock(&self.picture) = fault;
    }

    pub(crate) fn set_unanswered(&self, text: Option<String>) {
        *lock(&self.unanswered) = text;
    }

    /// True if the device never answers a request for this service.
    pub(crate) fn is_unanswered(&self, service: &str) -> bool {
        lock(&self.unanswered)
            .as_ref()
            .is_some_and(|text| service.contains(text))
    }
}
