//! What a dump may cost.

/// Upper bounds; reaching one is an error of its own kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes up to the end of the tree, noise included.
    pub bytes: usize,
    /// Levels of elements, the root included.
    pub depth: usize,
    /// Nodes.
    pub nodes: usize,
}

impl Default for Limits {
    /// 16 MiB, 10,000 levels, 200,000 nodes. The largest of 5,030 public dumps: 410 KB, 42, 1,182.
    fn default() -> Self {
        Self {
            bytes: 16 << 20,
            depth: 10_000,
            nodes: 200_000,
        }
    }
}
