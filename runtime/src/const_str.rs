//! String functions for const code.

/// Returns whether two strings are equal.
pub(crate) const fn eq(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// Returns whether a list has that string.
pub(crate) const fn contains(all: &[&str], one: &str) -> bool {
    let mut i = 0;
    while i < all.len() {
        if eq(all[i], one) {
            return true;
        }
        i += 1;
    }
    false
}

/// Counts the characters of a text.
pub(crate) const fn characters(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut n = 0;
    let mut i = 0;
    while i < bytes.len() {
        if bytes[i] & 0xc0 != 0x80 {
            n += 1;
        }
        i += 1;
    }
    n
}

/// Returns whether a text is empty. `str::is_empty` takes three nested calls, which are expensive
/// in const evaluation.
pub(crate) const fn is_empty(text: &str) -> bool {
    size_of_val(text) == 0
}

/// Converts escaped bytes to text.
///
/// # Panics
///
/// Panics if the bytes are not UTF-8.
pub const fn utf8(bytes: &'static [u8]) -> &'static str {
    match core::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => panic!("escaped text is text"),
    }
}
