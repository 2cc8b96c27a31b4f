//! Why bytes were not a picture.

/// What is wrong with a picture.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Flaw {
    /// Nothing came.
    #[error("nothing came")]
    Empty,
    /// Something else came.
    #[error("this is no picture")]
    NotAnImage,
    /// It began and its end is missing.
    #[error("it broke off after {bytes} bytes")]
    Truncated {
        /// How many bytes of it came.
        bytes: usize,
    },
    /// Every line feed became two characters on the way, or the other way round.
    #[error("its line ends were translated on the way")]
    LineEnds,
    /// The device said that it can't.
    #[error("the device refused to take it")]
    Refused,
    /// It is whole and can't be decoded.
    #[error("it can't be decoded: {what}")]
    Undecodable {
        /// What the decoder says.
        what: String,
    },
}

/// Bytes that were to be a picture and are none.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{flaw}{}", begins(said))]
pub struct BadPicture {
    /// What is wrong with them.
    pub flaw: Flaw,
    /// How they begin, as text; at most 200 bytes.
    pub said: String,
}

fn begins(said: &str) -> String {
    if said.is_empty() {
        String::new()
    } else {
        format!(" (it begins with {said:?})")
    }
}

impl BadPicture {
    pub(crate) fn new(flaw: Flaw, bytes: &[u8]) -> Self {
        let head = bytes.get(..bytes.len().min(200)).unwrap_or_default();
        Self {
            flaw,
            said: crate::action::clip(String::from_utf8_lossy(head).trim_end()),
        }
    }

    /// A short stable name.
    pub const fn kind(&self) -> &'static str {
        match self.flaw {
            Flaw::Empty => "picture-empty",
            Flaw::NotAnImage => "picture-not-an-image",
            Flaw::Truncated { .. } => "picture-truncated",
            Flaw::LineEnds => "picture-line-ends",
            Flaw::Refused => "picture-refused",
            Flaw::Undecodable { .. } => "picture-undecodable",
        }
    }
}
