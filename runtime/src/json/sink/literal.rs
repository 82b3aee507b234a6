//! Texts that const evaluation copies in one step, because their lengths are known. Their bytes are
//! those of texts, on which the code that writes them relies.

/// Length that [`Sink::again`](super::Sink::again) copies in one step for longer texts, and
/// [`Sink::copy`](super::Sink::copy) too.
pub(super) const LARGE: usize = 4096;

/// A text of known length. Const evaluation copies it in one step; a text whose length it must look
/// up takes a hundred.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Lit<const N: usize>(pub(super) [u8; N]);

impl<const N: usize> Lit<N> {
    /// Creates a literal. `N` must be the text's length and at most that of a block.
    pub(crate) const fn of(text: &str) -> Self {
        assert!(N <= LARGE, "the literal is too long");
        let mut bytes = [0; N];
        bytes.copy_from_slice(text.as_bytes());
        Lit(bytes)
    }
}

/// A text of at most [`SHORT`] bytes, one of several possible at a place. Its whole capacity is
/// copied in one step, and the excess is overwritten afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Short {
    /// The text, padded with zeros.
    pub(super) bytes: [u8; SHORT],
    pub(super) len: usize,
}

/// The capacity of a [`Short`].
pub(super) const SHORT: usize = 48;

impl Short {
    pub(crate) const EMPTY: Self = Short::of("");

    /// Returns true if both are the same text.
    pub(crate) const fn same(&self, other: &Short) -> bool {
        let mut i = 0;
        while i < SHORT {
            if self.bytes[i] != other.bytes[i] {
                return false;
            }
            i += 1;
        }
        self.len == other.len
    }

    /// Appends another text.
    pub(crate) const fn then(mut self, text: &str) -> Self {
        let (_, rest) = self.bytes.split_at_mut(self.len);
        rest.split_at_mut(text.len())
            .0
            .copy_from_slice(text.as_bytes());
        self.len += text.len();
        self
    }

    /// Creates a short text. It must fit, or it is a compile error.
    pub(crate) const fn of(text: &str) -> Self {
        let mut bytes = [0; SHORT];
        bytes
            .split_at_mut(text.len())
            .0
            .copy_from_slice(text.as_bytes());
        Short {
            bytes,
            len: text.len(),
        }
    }
}
