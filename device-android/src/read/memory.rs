//! What is known of a device between reads, shared by all handles of this process that look at it.

use std::net::SocketAddr;
use std::sync::{Arc, PoisonError, Weak};
use std::time::{Duration, Instant};

use retap_cache::screen::Rung;
use tokio::sync::Mutex;

use super::budget::Usual;
use crate::screenshot::Link;

/// How long a window that never came to rest is read by other means: polling must not pay for it each time.
const BUSY: Duration = Duration::from_secs(20);
/// How many such windows are remembered.
const MOST_BUSY: usize = 8;
/// How long after its connection was cut a dump may still be dying on the device.
const DYING: Duration = Duration::from_secs(10);

/// The start of the VM and the 10 s that a dump waits for quiet.
const LONGEST: Duration = Duration::from_secs(12);

/// A window that never came to rest.
#[derive(Debug)]
struct Busy {
    /// Its title, or `None` if the device never said which it was.
    window: Option<String>,
    /// The rung that worked, or the next one to try.
    rung: Rung,
    until: Instant,
}

/// What is known of one device.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    plain: Usual,
    compressed: Usual,
    picture: Usual,
    /// How long the first byte is waited for while no dump has come yet, if longer than usual.
    patience: Duration,
    busy: Vec<Busy>,
    /// True if its commands have no terminal that a dump could be written to.
    pub(crate) by_file: bool,
    /// A file of ours that may still lie on it.
    pub(crate) leftover: Option<String>,
    /// When the dump began that was not seen to end.
    pub(crate) unfinished: Option<Instant>,
    /// Which form of a picture arrives sooner.
    pub(crate) link: Link,
}

impl Memory {
    /// How long that rung usually takes here; of a tree that never came this way, how long the other one takes.
    pub(crate) fn usual(&self, rung: Rung) -> Usual {
        match rung {
            Rung::Picture => self.picture,
            Rung::Compressed => self.compressed.or(self.plain),
            Rung::Plain | Rung::File => self.plain.or(self.compressed),
        }
    }

    /// Learns from a rung that answered.
    pub(crate) fn took(&mut self, rung: Rung, time: Duration) {
        let usual = match rung {
            Rung::Picture => &mut self.picture,
            Rung::Compressed => &mut self.compressed,
            Rung::Plain | Rung::File => &mut self.plain,
        };
        *usual = usual.with(time);
    }

    /// Learns from a dump that sent nothing for so long. Of a device that has never sent one nobody knows yet
    /// whether it is slow: it gets more time at the next read, up to what Android itself waits for quiet.
    pub(crate) fn waited(&mut self, time: Duration) {
        if self.usual(Rung::Plain).time().is_none() {
            self.patience = time.mul_f64(1.5).min(LONGEST);
        }
    }

    /// How long the first byte is waited for at the least.
    pub(crate) fn patience(&self) -> Duration {
        if self.usual(Rung::Plain).time().is_some() {
            Duration::ZERO
        } else {
            self.patience
        }
    }

    /// True if any window is known to be busy.
    pub(crate) fn knows_busy(&mut self, now: Instant) -> bool {
        self.busy.retain(|b| b.until > now);
        !self.busy.is_empty()
    }

    /// The rung to begin with while that window is in front; `None` if it isn't known to be busy.
    pub(crate) fn busy(&self, window: Option<&str>, now: Instant) -> Option<Rung> {
        let same = |b: &&Busy| b.until > now && (b.window.is_none() || b.window.as_deref() == window);
        self.busy.iter().rev().find(same).map(|b| b.rung)
    }

    /// Notes that a window never came to rest, and which rung is the one for it. The time runs from the first
    /// note: after it a plain dump is tried again.
    pub(crate) fn note_busy(&mut self, window: Option<String>, rung: Rung, now: Instant) {
        let known = self.busy.iter_mut().find(|b| b.until > now && b.window == window);
        match known {
            Some(busy) => busy.rung = rung,
            None => {
                if self.busy.len() >= MOST_BUSY {
                    self.busy.remove(0);
                }
                let until = now + BUSY;
                self.busy.push(Busy { window, rung, until });
            }
        }
    }

    /// True if a dump of ours may still be dying on the device.
    pub(crate) fn cut_off_lately(&self, now: Instant) -> bool {
        self.unfinished
            .is_some_and(|at| now.saturating_duration_since(at) < DYING)
    }
}

/// The memory of one device; whoever holds it is the only reader of this process.
pub(crate) type Shared = Arc<Mutex<Memory>>;

/// A device by its server and serial, and its memory while a handle of it lives.
type Known = (SocketAddr, String, Weak<Mutex<Memory>>);

static DEVICES: std::sync::Mutex<Vec<Known>> = std::sync::Mutex::new(Vec::new());

/// The memory that all handles of a device share.
pub(crate) fn shared(addr: SocketAddr, serial: &str) -> Shared {
    let mut devices = DEVICES.lock().unwrap_or_else(PoisonError::into_inner);
    devices.retain(|(.., memory)| memory.strong_count() > 0);
    let known = devices.iter().find(|(a, s, _)| *a == addr && s == serial);
    if let Some(memory) = known.and_then(|(.., memory)| memory.upgrade()) {
        return memory;
    }
    let memory = Shared::default();
    devices.push((addr, serial.to_owned(), Arc::downgrade(&memory)));
    memory
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_busy_window_is_known_for_a_while() {
        let (mut m, now) = (Memory::default(), Instant::now());
        assert!(!m.knows_busy(now));
        m.note_busy(Some("com.a/.Video".into()), Rung::Compressed, now);
        assert_eq!(m.busy(Some("com.a/.Video"), now), Some(Rung::Compressed));
        assert_eq!(m.busy(Some("com.a/.Main"), now), None);
        // A later note doesn't prolong it.
        let later = now + BUSY / 2;
        m.note_busy(Some("com.a/.Video".into()), Rung::Picture, later);
        assert_eq!(m.busy(Some("com.a/.Video"), later), Some(Rung::Picture));
        assert!(!m.knows_busy(now + BUSY));
        // One that never said its name may be any.
        m.note_busy(None, Rung::Compressed, now);
        assert_eq!(m.busy(Some("x"), now), Some(Rung::Compressed));
        (0..100).for_each(|n| m.note_busy(Some(n.to_string()), Rung::Compressed, now));
        assert!(m.busy.len() <= MOST_BUSY);
    }

    #[test]
    fn each_rung_has_its_own_usual_time() {
        let (mut m, s) = (Memory::default(), Duration::from_secs);
        assert_eq!(m.usual(Rung::Compressed).time(), None);
        m.took(Rung::Plain, s(2));
        assert_eq!(m.usual(Rung::Compressed).time(), Some(s(2)));
        m.took(Rung::Compressed, s(1));
        assert_eq!(
            (m.usual(Rung::Compressed).time(), m.usual(Rung::Plain).time()),
            (Some(s(1)), Some(s(2)))
        );
        assert_eq!(m.usual(Rung::Picture).time(), None);
    }

    #[test]
    fn handles_of_one_device_share_its_memory() {
        let addr: SocketAddr = ([127, 0, 0, 1], 1).into();
        let (a, b, other) = (shared(addr, "A"), shared(addr, "A"), shared(addr, "B"));
        assert!(Arc::ptr_eq(&a, &b) && !Arc::ptr_eq(&a, &other));
    }

    #[test]
    fn a_device_that_has_never_answered_gets_more_time_and_one_that_has_does_not() {
        let (mut m, s) = (Memory::default(), Duration::from_secs);
        m.waited(s(4));
        assert_eq!(m.patience(), s(6));
        m.waited(s(60));
        assert_eq!(m.patience(), LONGEST);
        m.took(Rung::Compressed, s(1));
        m.waited(s(4));
        assert_eq!(m.patience(), Duration::ZERO);
    }
}
