//! Why bytes were not a screen dump.

/// What came instead of a whole tree.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DumpError {
    /// The device said that the screen never was quiet for a second.
    #[error("the screen never came to rest: the device could not get an idle state")]
    NotIdle,
    /// The device said that the window in front has no root yet.
    #[error("the device found no root node")]
    NullRoot,
    /// Another program holds the only accessibility connection of the device.
    #[error("another screen reader holds the device")]
    AlreadyRegistered,
    /// The dump ended itself or was ended.
    #[error("the dump was killed on the device")]
    Killed,
    /// The dump died of a Java exception.
    #[error("the dump died of {class} on the device: {line}")]
    JavaException {
        /// The class, such as `java.lang.NullPointerException`.
        class: String,
        /// The line that names it, at most 200 bytes.
        line: String,
    },
    /// The device says it wrote the dump, but there was no terminal to write it to.
    #[error("the device wrote its dump nowhere: the command had no terminal")]
    NoTty,
    /// Nothing came at all.
    #[error("the dump ended without a word")]
    Silent,
    /// Something else came.
    #[error("this is not a dump: {quoted:?}")]
    NotADump {
        /// The first 200 bytes of it, lossily decoded.
        quoted: String,
    },
    /// The tree began and its end is missing.
    #[error("the dump broke off after {bytes} bytes")]
    Truncated {
        /// How many bytes came.
        bytes: usize,
    },
    /// The markup is broken.
    #[error("broken markup at byte {offset}: {what}")]
    Malformed {
        /// Where the broken tag begins, in bytes from the first one.
        offset: usize,
        /// What is wrong with it.
        what: String,
    },
    /// More bytes than allowed.
    #[error("the dump is larger than {limit} bytes")]
    TooLarge {
        /// The limit in bytes.
        limit: usize,
    },
    /// Deeper than allowed.
    #[error("the dump nests deeper than {limit} levels (at byte {offset})")]
    TooDeep {
        /// The limit in levels.
        limit: usize,
        /// Where the first element beyond it begins, in bytes from the first one.
        offset: usize,
    },
    /// More nodes than allowed.
    #[error("the dump has more than {limit} nodes (at byte {offset})")]
    TooManyNodes {
        /// The limit in nodes.
        limit: usize,
        /// Where the first node beyond it begins, in bytes from the first one.
        offset: usize,
    },
}

impl DumpError {
    /// A short stable name.
    pub const fn kind(&self) -> &'static str {
        match self {
            DumpError::NotIdle => "not-idle",
            DumpError::NullRoot => "null-root",
            DumpError::AlreadyRegistered => "already-registered",
            DumpError::Killed => "killed",
            DumpError::JavaException { .. } => "java-exception",
            DumpError::NoTty => "no-tty",
            DumpError::Silent => "silent",
            DumpError::NotADump { .. } => "not-a-dump",
            DumpError::Truncated { .. } => "truncated",
            DumpError::Malformed { .. } => "malformed",
            DumpError::TooLarge { .. } => "too-large",
            DumpError::TooDeep { .. } => "too-deep",
            DumpError::TooManyNodes { .. } => "too-many-nodes",
        }
    }
}
