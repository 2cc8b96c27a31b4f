//! What calls to a model cost, in tokens.

use std::iter::Sum;
use std::ops::{Add, AddAssign};

use serde::Serialize;

/// Tokens of one call or of many.
///
/// `cached` is a part of `input` and `reasoning` a part of `output`: they are shown apart and never added to
/// anything (the OpenAI convention for `usage`). [`Default`] is the sum of no calls: zero, and known.
/// A call whose server said nothing makes the sum unknown, because a sum without it would be too low.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Usage {
    /// Tokens of the requests. `None` = the server didn't say.
    pub input: Option<u64>,
    /// Tokens of the answers. `None` = the server didn't say.
    pub output: Option<u64>,
    /// How many of `input` the server had cached.
    pub cached: u64,
    /// How many of `output` were spent on thinking.
    pub reasoning: u64,
    /// True if a number in here is an estimate and no count.
    pub estimated: bool,
}

impl Usage {
    /// The usage of a call whose server said nothing about it.
    pub const UNKNOWN: Usage = Usage {
        input: None,
        output: None,
        cached: 0,
        reasoning: 0,
        estimated: false,
    };

    /// Input and output together. `None` if either is unknown.
    pub fn total(&self) -> Option<u64> {
        Some(self.input?.saturating_add(self.output?))
    }
}

impl Default for Usage {
    fn default() -> Self {
        Self {
            input: Some(0),
            output: Some(0),
            ..Self::UNKNOWN
        }
    }
}

impl Add for Usage {
    type Output = Usage;

    fn add(self, other: Usage) -> Usage {
        let sum = |a: Option<u64>, b: Option<u64>| Some(a?.saturating_add(b?));
        Usage {
            input: sum(self.input, other.input),
            output: sum(self.output, other.output),
            cached: self.cached.saturating_add(other.cached),
            reasoning: self.reasoning.saturating_add(other.reasoning),
            estimated: self.estimated || other.estimated,
        }
    }
}

impl AddAssign for Usage {
    fn add_assign(&mut self, other: Usage) {
        *self = *self + other;
    }
}

impl Sum for Usage {
    fn sum<I: Iterator<Item = Usage>>(calls: I) -> Usage {
        calls.fold(Usage::default(), Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::Usage;

    #[test]
    fn cached_and_reasoning_are_not_counted_twice() {
        let first = Usage {
            input: Some(1000),
            output: Some(70),
            cached: 800,
            reasoning: 50,
            estimated: false,
        };
        let second = Usage {
            input: Some(400),
            output: Some(30),
            ..Usage::default()
        };
        let both: Usage = [first, second].into_iter().sum();
        assert_eq!(both.input, Some(1400));
        assert_eq!(both.output, Some(100));
        assert_eq!((both.cached, both.reasoning, both.total()), (800, 50, Some(1500)));
        assert!(!both.estimated);
    }

    #[test]
    fn unknown_is_not_zero() {
        let known = Usage {
            input: Some(10),
            output: Some(1),
            ..Usage::default()
        };
        assert_eq!((known + Usage::UNKNOWN).total(), None);
        assert_eq!([].into_iter().sum::<Usage>().total(), Some(0));
        let guess = Usage {
            estimated: true,
            ..known
        };
        assert!((known + guess).estimated);
    }
}
