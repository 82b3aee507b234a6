//! How much a model may send.

/// How much JSON is read. What is beyond is a fault, found before memory is taken for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of text. At most 4 GiB, whatever stands here.
    pub bytes: usize,
    /// Arrays and objects inside one another. Texts that hold JSON count too, all together.
    pub depth: usize,
    /// Values, names of properties among them. A value takes 16 bytes of memory while its call lasts.
    pub values: usize,
}

impl Limits {
    /// 16 MiB of text, 64 deep, a million values.
    pub const DEFAULT: Self = Limits {
        bytes: 16 << 20,
        depth: 64,
        values: 1_000_000,
    };

    /// Others, at most so many bytes of text.
    #[must_use]
    pub const fn bytes(self, bytes: usize) -> Self {
        Limits { bytes, ..self }
    }

    /// Others, at most so deep. The stack has to hold it: up to 20 KiB a level in a build without optimisation, where a thread has 2 MiB.
    #[must_use]
    pub const fn depth(self, depth: usize) -> Self {
        Limits { depth, ..self }
    }

    /// Others, at most so many values.
    #[must_use]
    pub const fn values(self, values: usize) -> Self {
        Limits { values, ..self }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}
