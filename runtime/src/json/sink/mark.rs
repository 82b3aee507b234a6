//! Positions in a sink. Only the sink creates them with a number other than zero, on which its writes
//! rely.

/// A position between two writes of a [`Sink`](super::Sink).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark(pub(super) usize);

/// The text between two positions of a [`Sink`](super::Sink).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(super) from: usize,
    pub(super) len: usize,
    /// True if it was written at all. A flag is cheaper than comparing with a special number.
    pub(crate) is_written: bool,
}

impl Part {
    pub(crate) const NONE: Self = Part {
        from: 0,
        len: 0,
        is_written: false,
    };
}

impl Mark {
    pub(crate) const START: Mark = Mark(0);

    pub(crate) const fn get(self) -> usize {
        self.0
    }
}
