//! From words to a node: the outline that a model sees, the quoted label, the model's answer.

mod ask;
mod outline;
mod quoted;
mod role;

pub use ask::{Answer, Means, answer, confirmation, question};
pub use outline::Outline;
pub use quoted::quoted;
pub use role::role;
pub(crate) use role::{is_article, meant};
