//! A text that const evaluation copies in one step, because its length is known.

/// A text of known length. Const evaluation copies it in a third of the steps of [`Sink::put`].
///
/// [`Sink::put`]: super::Sink::put
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Lit<const N: usize>(pub(super) [u8; N]);

impl<const N: usize> Lit<N> {
    /// Creates a literal. `N` must be the text's length.
    pub(crate) const fn of(text: &str) -> Self {
        let mut bytes = [0; N];
        bytes.copy_from_slice(text.as_bytes());
        Lit(bytes)
    }
}
