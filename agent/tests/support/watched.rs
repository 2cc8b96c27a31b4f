//! A device that tells a test of each read before it is made.

use std::sync::Arc;

use retap_android::AndroidDevice;
use retap_cache::device::{Action, Capabilities, Deadline, Device, Pending, Want};
use retap_cache::screen::Screen;
use retap_sim::SimPhone;

use super::OnRead;

pub struct Watched {
    device: AndroidDevice,
    phone: Arc<SimPhone>,
    on_read: Option<OnRead>,
    reads: usize,
}

impl Watched {
    pub fn new(device: AndroidDevice, phone: Arc<SimPhone>, on_read: Option<OnRead>) -> Watched {
        Watched {
            device,
            phone,
            on_read,
            reads: 0,
        }
    }
}

impl Device for Watched {
    fn id(&self) -> &str {
        self.device.id()
    }

    fn capabilities(&self) -> &Capabilities {
        self.device.capabilities()
    }

    fn observe(&mut self, want: Want, deadline: Deadline) -> Pending<'_, Screen> {
        self.reads += 1;
        if let Some(hook) = &mut self.on_read {
            hook(self.reads, &self.phone);
        }
        self.device.observe(want, deadline)
    }

    fn act<'a>(&'a mut self, action: &'a Action, deadline: Deadline) -> Pending<'a, ()> {
        self.device.act(action, deadline)
    }
}
