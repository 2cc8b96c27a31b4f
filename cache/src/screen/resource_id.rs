//! The two spellings of a resource-id.

/// True if two resource-ids name the same thing: equal, or one is the bare form of the other
/// (`submit` and `com.example:id/submit`; Compose test tags come bare).
pub fn same_id(a: &str, b: &str) -> bool {
    if a == b {
        return true;
    }
    match (a.split_once(":id/"), b.split_once(":id/")) {
        (Some((_, tail)), None) => tail == b,
        (None, Some((_, tail))) => tail == a,
        _ => false,
    }
}
