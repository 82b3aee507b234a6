//! Names of properties that a dialect rejects, and their replacements.

use crate::dialect::{DialectReader, Keys};
use crate::schema::Key;

/// Returns true if the dialect doesn't accept a property of that name.
pub(crate) const fn key_is_renamed(d: &mut DialectReader<'_>, facts: u8) -> bool {
    match d.keys() {
        Keys::Any => false,
        Keys::Dotted => facts & (Key::ODD | Key::LENGTH) != 0,
        Keys::Identifier => facts & (Key::ODD | Key::LENGTH | Key::LEADING | Key::PUNCTUATED) != 0,
    }
}

/// Returns the replacement for a name that the dialect rejects, in the first bytes of the array. It
/// keeps the accepted characters and appends a hash, so siblings need not be compared.
pub(crate) const fn renamed(name: &str) -> ([u8; 64], usize) {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    let bytes = name.as_bytes();
    let mut out = [b'_'; 64];
    let mut len = 0;
    let mut hash: u32 = 0x811c_9dc5;
    let mut i = 0;
    while i < bytes.len() {
        let byte = bytes[i];
        hash = (hash ^ byte as u32).wrapping_mul(0x0100_0193);
        // One `_` for each character, not for each of its bytes.
        if len < 57 && byte & 0xc0 != 0x80 {
            let stays = byte.is_ascii_alphabetic() || (byte.is_ascii_digit() && len > 0);
            out[len] = if stays { byte } else { b'_' };
            len += 1;
        }
        i += 1;
    }
    out[len] = b'_';
    let mut digit = 0;
    while digit < 6 {
        out[len + 1 + digit] = HEX[((hash >> (20 - 4 * digit)) & 15) as usize];
        digit += 1;
    }
    (out, len + 7)
}
