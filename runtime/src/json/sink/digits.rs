//! Byte types whose length is encoded by its digits.

use super::Bytes;

/// [`BASE`] times as many bytes as the number with these digits. A length that const evaluation
/// computes enters a type this way, because a generic length can't be used there directly.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Digits<const A: usize, const B: usize, const C: usize, const D: usize> {
    a: [[u8; BASE * BASE * BASE * BASE]; A],
    b: [[u8; BASE * BASE * BASE]; B],
    c: [[u8; BASE * BASE]; C],
    d: [[u8; BASE]; D],
}

/// The base of [`Digits`].
pub(crate) const BASE: usize = 32;

// SAFETY: consecutive arrays of bytes, which have no padding between them because a byte has an
// alignment of one.
unsafe impl<const A: usize, const B: usize, const C: usize, const D: usize> Bytes
    for Digits<A, B, C, D>
{
    #[allow(clippy::large_stack_arrays)] // Const evaluation has no stack.
    const ZEROS: Self = Digits {
        a: [[0; BASE * BASE * BASE * BASE]; A],
        b: [[0; BASE * BASE * BASE]; B],
        c: [[0; BASE * BASE]; C],
        d: [[0; BASE]; D],
    };
}
