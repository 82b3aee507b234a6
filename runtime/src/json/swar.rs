//! JSON text processed eight bytes at a time.

/// Returns the number of leading bytes that need no escape in a string: those before a quote, a
/// backslash or a control character.
pub(crate) fn plain_prefix_len(bytes: &[u8]) -> usize {
    let mut rest = bytes;
    while let Some((word, after)) = rest.split_first_chunk() {
        let special = special_mask(u64::from_le_bytes(*word));
        if special != 0 {
            return bytes.len() - rest.len() + special.trailing_zeros() as usize / 8;
        }
        rest = after;
    }
    bytes.len() - rest.len() + as_it_is_in_few(rest)
}

/// The same for the last bytes of a text.
#[inline(never)]
fn as_it_is_in_few(bytes: &[u8]) -> usize {
    let special = |byte: &u8| matches!(byte, b'"' | b'\\' | 0..=0x1f);
    bytes.iter().position(special).unwrap_or(bytes.len())
}

/// Sets the highest bit of the first byte in a word that must be escaped in a string: a quote, a
/// backslash or a control character. Bits above it are meaningless; without such a byte, none is
/// set.
pub(crate) const fn special_mask(word: u64) -> u64 {
    const ONES: u64 = u64::MAX / 0xff;
    let quote = word ^ (ONES * 0x22);
    let backslash = word ^ (ONES * 0x5c);
    let quote = quote.wrapping_sub(ONES) & !quote;
    let backslash = backslash.wrapping_sub(ONES) & !backslash;
    let control = word.wrapping_sub(ONES * 0x20) & !word;
    (quote | backslash | control) & (ONES * 0x80)
}

#[cfg(test)]
mod tests {
    use super::{plain_prefix_len, special_mask};

    #[test]
    fn the_first_byte_that_is_escaped_is_found() {
        for byte in 0..=u8::MAX {
            for other in [b'a', 0x7f, 0xff, b'"', b' '] {
                for at in 0..8 {
                    let mut bytes = [b'x'; 8];
                    bytes[at..].fill(other);
                    bytes[at] = byte;
                    let is = |byte: &u8| matches!(byte, 0..0x20 | b'"' | b'\\');
                    let found = special_mask(u64::from_le_bytes(bytes));
                    let expected = bytes.iter().position(is);
                    assert_eq!(plain_prefix_len(&bytes), expected.unwrap_or(8));
                    assert_eq!(
                        plain_prefix_len(&bytes[at..]),
                        expected.map_or(8, |n| n) - at
                    );
                    assert_eq!(
                        (found != 0).then(|| found.trailing_zeros() as usize / 8),
                        expected
                    );
                }
            }
        }
    }
}
