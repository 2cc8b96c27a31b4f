//! Which form of a picture arrives sooner from one device.
//!
//! A PNG costs the device up to seconds of work, a raw frame costs the link ten megabytes: over a cable or from
//! an emulator raw wins, over the air it doesn't. Nothing but trying tells, so it is tried, once.

use std::time::Duration;

/// A PNG that came within this is good enough: nothing is tried.
const QUICK: Duration = Duration::from_millis(150);

/// How a picture is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Png,
    Raw,
    /// Raw, given up after the time that a PNG takes.
    RawTrial(Duration),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Raw {
    #[default]
    Untried,
    Took(Duration),
    Slower,
}

/// What is known of the way from a device.
#[derive(Debug, Default)]
pub(crate) struct Link {
    /// What the last PNG took.
    png: Option<Duration>,
    raw: Raw,
}

impl Link {
    /// The form to ask for with so much time left. A trial must leave time for a PNG behind it.
    pub(crate) fn form(&self, left: Duration) -> Form {
        match (self.png, self.raw) {
            (Some(png), Raw::Untried) if png > QUICK && left > png * 9 / 4 => Form::RawTrial(png),
            (Some(png), Raw::Took(raw)) if raw < png => Form::Raw,
            _ => Form::Png,
        }
    }

    /// Notes that a picture of that form came, and after how long.
    pub(crate) fn took(&mut self, form: Form, time: Duration) {
        match form {
            Form::Png => self.png = Some(time),
            Form::Raw | Form::RawTrial(_) => self.raw = Raw::Took(time),
        }
    }

    /// Notes that no raw picture could be had in time.
    pub(crate) fn raw_failed(&mut self) {
        self.raw = Raw::Slower;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn raw_is_tried_once_and_used_only_if_it_was_faster() {
        let (ms, far) = (Duration::from_millis, Duration::from_secs(60));
        let mut quick = Link::default();
        assert_eq!(quick.form(far), Form::Png);
        quick.took(Form::Png, ms(100));
        assert_eq!(quick.form(far), Form::Png);

        let mut slow = Link::default();
        slow.took(Form::Png, ms(900));
        assert_eq!(
            (slow.form(ms(2000)), slow.form(far)),
            (Form::Png, Form::RawTrial(ms(900)))
        );
        slow.raw_failed();
        assert_eq!(slow.form(far), Form::Png);

        let mut cable = Link::default();
        cable.took(Form::Png, ms(900));
        cable.took(cable.form(far), ms(80));
        assert_eq!((cable.form(far), cable.form(ms(50))), (Form::Raw, Form::Raw));
        // A raw frame that takes longer one day gives way.
        cable.took(Form::Raw, ms(1000));
        assert_eq!(cable.form(far), Form::Png);
    }
}
