//! The buffer into which const code writes text.
//!
//! # Safety
//!
//! This is one of the two modules with `unsafe`. In const evaluation, a checked copy costs five
//! times an unchecked one. Proving to the compiler that just written text is UTF-8 costs more than
//! writing it. Sound because:
//! - A [`Sink`] borrows its [`Buffer`] mutably while it lives. So its pointer stays valid for `cap`
//!   bytes, and nothing else reads or writes them.
//! - Only [`Sink::put`], [`Sink::put_literal`] and [`Sink::copy`] write text. Each writes only
//!   if the end is at or below `cap`, and only at `pos`. `put` reads a live `&str`, which can't
//!   overlap a mutably borrowed buffer. `put_literal` writes a value of the text's length, with
//!   the alignment of a byte. `copy` reads bytes of the buffer that end at or before `pos`, and
//!   panics if they would end before they begin. `pos` grows. Only [`Sink::drop_repeated`] takes
//!   it back, to a mark at or before `pos`, and sets the bytes between them to zero.
//! - The pointer's type, [`SinkBytes`], is longer than the buffer, but no value of it is ever read,
//!   written or referenced. It is used only for its places up to `pos`, which is at or below `cap`
//!   then.
//! - A buffer holds [`Bytes`], which are plain bytes, so any of them may be read and written alone.
//! - For each sink over it, a buffer starts as zeros, which are UTF-8, and each write adds whole
//!   characters. `put` writes a whole `&str`; `put_literal` writes the bytes of one, because a
//!   [`LiteralText`] is created only from a text. `copy` and `drop_repeated` look at the bytes
//!   beside a [`Mark`], which may be of another sink: neither cuts a character. So between two
//!   writes all bytes of a [`Buffer`] are UTF-8, and [`Buffer::all`] may rely on it.
//! - Fields are private to this module. There is no other way to create a `Buffer`, a
//!   `LiteralText`, or a `Mark` with a position in it.

#![allow(unsafe_code)] // See the module's argument.

use core::marker::PhantomData;

/// A position between two writes of a [`Sink`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark(usize);

impl Mark {
    pub(crate) const START: Mark = Mark(0);

    pub(crate) const fn get(self) -> usize {
        self.0
    }
}

/// A fixed number of bytes.
///
/// # Safety
///
/// The type has no padding and no other invariant: any bytes are a value of it.
pub(crate) unsafe trait Bytes: Copy {
    const ZEROS: Self;
}

// SAFETY: bytes.
unsafe impl<const N: usize> Bytes for [u8; N] {
    const ZEROS: Self = [0; N];
}

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

/// Bytes of UTF-8.
#[derive(Clone, Copy)]
pub(crate) struct Buffer<B: Bytes> {
    bytes: B,
}

impl<B: Bytes> Buffer<B> {
    pub(crate) const SIZE: usize = size_of::<B>();

    pub(crate) const fn new() -> Self {
        Buffer { bytes: B::ZEROS }
    }

    /// Returns all bytes, including zeros that were not overwritten.
    pub(crate) const fn all(&self) -> &str {
        // SAFETY: `Bytes` may be read as bytes, and they are UTF-8: see the module's argument.
        unsafe {
            core::str::from_utf8_unchecked(core::slice::from_raw_parts(
                (&raw const self.bytes).cast(),
                Self::SIZE,
            ))
        }
    }

    /// Returns what was written up to a mark; the end is missing if the buffer was too small.
    pub(crate) const fn until(&self, end: Mark) -> &str {
        let end = if end.0 > Self::SIZE {
            Self::SIZE
        } else {
            end.0
        };
        self.all().split_at(end).0
    }

    /// Returns the text in a buffer of at least its length. `end` must be where writing ended.
    pub(crate) const fn shrink<S: Bytes>(&self, end: Mark) -> Buffer<S> {
        assert!(
            end.0 <= Buffer::<S>::SIZE && end.0 <= Self::SIZE,
            "the text is longer than the buffer"
        );
        let mut out = Buffer::<S>::new();
        Sink::new(&mut out).put(self.all().split_at(end.0).0);
        out
    }
}

/// A text of known length. Const evaluation copies it in a third of the steps of [`Sink::put`].
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct LiteralText<const N: usize>([u8; N]);

impl<const N: usize> LiteralText<N> {
    /// Creates a literal. `N` must be the text's length.
    pub(crate) const fn of(text: &str) -> Self {
        let mut bytes = [0; N];
        bytes.copy_from_slice(text.as_bytes());
        LiteralText(bytes)
    }
}

/// Writes a literal into a sink: `lit!(w.out, "..")`.
macro_rules! lit {
    ($out:expr, concat $($part:literal)*) => {{
        static LIT: $crate::json::LiteralText<{ concat!($($part),*).len() }> =
            $crate::json::LiteralText::of(concat!($($part),*));
        $out.put_literal(&LIT)
    }};
    ($out:expr, $text:literal) => {{
        // A static, because const evaluation visits every const of a function on each call, even if
        // the call doesn't reach it.
        static LIT: $crate::json::LiteralText<{ $text.len() }> = $crate::json::LiteralText::of($text);
        $out.put_literal(&LIT)
    }};
}
pub(crate) use lit;

/// An array longer than any text. A sink's pointer has this type, because indexing an array costs
/// const evaluation half of what `add` does. Only `cap` bytes exist, which each write checks first.
type SinkBytes = [u8; 1 << 29];

/// Text being written. Past the end of the buffer it only counts, so the same walk can measure.
pub(crate) struct Sink<'b> {
    buf: *mut SinkBytes,
    cap: usize,
    pos: usize,
    borrow: PhantomData<&'b mut [u8]>,
}

impl<'b> Sink<'b> {
    /// Creates a sink over a buffer and clears it. Otherwise the new text could overwrite only part
    /// of an old character.
    pub(crate) const fn new<B: Bytes>(buffer: &'b mut Buffer<B>) -> Self {
        buffer.bytes = B::ZEROS;
        Sink {
            buf: (&raw mut buffer.bytes).cast(),
            cap: Buffer::<B>::SIZE,
            pos: 0,
            borrow: PhantomData,
        }
    }

    /// Creates a sink that only counts.
    pub(crate) const fn none() -> Self {
        Sink {
            buf: core::ptr::dangling_mut(),
            cap: 0,
            pos: 0,
            borrow: PhantomData,
        }
    }

    /// Takes the sink, leaving one that only counts.
    pub(crate) const fn take(&mut self) -> Self {
        core::mem::replace(self, Sink::none())
    }

    /// Creates a sink over bytes that are not assumed to be UTF-8 afterwards.
    pub(crate) const fn over(bytes: &'b mut [u8]) -> Self {
        Sink {
            cap: bytes.len(),
            buf: core::ptr::from_mut(bytes).cast(),
            pos: 0,
            borrow: PhantomData,
        }
    }

    /// Returns [`Sink::mark`] as a number.
    pub(crate) const fn at(&self) -> usize {
        self.pos
    }

    /// Returns the length written, including text that did not fit.
    pub(crate) const fn mark(&self) -> Mark {
        Mark(self.pos)
    }

    #[allow(clippy::ptr_as_ptr, clippy::borrow_as_ptr, clippy::ref_as_ptr)] // See the comment inside.
    pub(crate) const fn put(&mut self, text: &str) {
        // Not `text.len()`, which is three calls deep, nor `cast`. Calls are the main cost of const
        // evaluation, and this runs hundreds of times per tool.
        let len = size_of_val(text);
        let at = self.pos;
        self.pos = at + len;
        if self.pos <= self.cap {
            // SAFETY: the target is inside the buffer, and the source is not part of it.
            unsafe {
                core::ptr::copy_nonoverlapping(
                    text as *const str as *const u8,
                    &raw mut (*self.buf)[at],
                    len,
                );
            }
        }
    }

    #[allow(clippy::ptr_as_ptr, clippy::cast_ptr_alignment)] // As in `put`; a `LiteralText` has the alignment of a byte.
    pub(crate) const fn put_literal<const N: usize>(&mut self, text: &LiteralText<N>) {
        let at = self.pos;
        self.pos = at + N;
        if self.pos <= self.cap {
            // SAFETY: the target is inside the buffer.
            unsafe {
                *(&raw mut (*self.buf)[at] as *mut LiteralText<N>) = *text;
            }
        }
    }

    /// Returns true if no character goes on at a position. It is at or below `pos`, which is at or
    /// below `cap`.
    const fn is_boundary(&self, at: usize) -> bool {
        // SAFETY: the byte is before `pos`, so it is inside the buffer.
        at == self.pos || unsafe { (*self.buf)[at].cast_signed() >= -0x40 }
    }

    /// Writes the text between two marks of this sink again.
    pub(crate) const fn copy(&mut self, from: Mark, to: Mark) {
        let at = self.pos;
        assert!(from.0 <= to.0, "the marks are not in order");
        let len = to.0 - from.0;
        if to.0 <= at && at + len <= self.cap {
            assert!(
                self.is_boundary(from.0) && self.is_boundary(to.0),
                "a mark is inside of a character"
            );
            // SAFETY: the source ends at or before `at`, where the target begins, and the target is
            // inside the buffer.
            unsafe {
                core::ptr::copy_nonoverlapping(
                    &raw const (*self.buf)[from.0],
                    &raw mut (*self.buf)[at],
                    len,
                );
            }
        }
        self.pos = at + len;
    }

    /// Takes back the lines written since the mark if the same lines are already before it. A line
    /// begins with a line feed.
    pub(crate) const fn drop_repeated(&mut self, from: Mark) {
        assert!(from.0 <= self.pos, "the mark is not of this sink");
        let (before, len) = (from.0, self.pos - from.0);
        if self.pos > self.cap || len == 0 {
            return;
        }
        assert!(self.is_boundary(before), "a mark is inside of a character");
        // SAFETY: the bytes up to `pos` are inside the buffer. They were written, or are zeros.
        let all =
            unsafe { core::slice::from_raw_parts((&raw const *self.buf).cast::<u8>(), self.pos) };
        let mut at = 0;
        while at + len <= before {
            let mut i = 0;
            while i < len && all[at + i] == all[before + i] {
                i += 1;
            }
            if i == len && all[at + len] == b'\n' {
                // SAFETY: the bytes are inside the buffer. Zeros, so that the next text can't
                // overwrite a part of a character.
                unsafe {
                    core::ptr::write_bytes(&raw mut (*self.buf)[before], 0, len);
                }
                self.pos = before;
                return;
            }
            at += 1;
        }
    }
}
