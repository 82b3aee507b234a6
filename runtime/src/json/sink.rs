//! The buffer that const code writes text into.
//!
//! # Safety
//!
//! This is one of the two modules with `unsafe`. In const evaluation a checked copy costs five times an unchecked one, and proving to the compiler that
//! text which was just written is UTF-8 costs more than writing it. Sound because:
//! - a [`Sink`] borrows its [`Buffer`] mutably for as long as it lives, so its pointer stays valid for `cap` bytes and nobody else reads or writes them;
//! - only [`Sink::put`] and [`Sink::copy`] write, each only where the end is at or below `cap`, and both at `pos`, which only grows. `put` reads a live
//!   `&str`, which can't overlap a mutably borrowed buffer; `copy` reads bytes of the buffer that end at or before `pos`;
//! - for each sink over it a buffer begins as zeros, which is UTF-8, and each write puts whole characters: `put` a whole `&str`, `copy` a range between two [`Mark`]s, which are
//!   positions between two writes of the same sink. So all `N` bytes of a buffer are UTF-8 at any time between two writes, and [`Buffer::all`] may say so;
//! - fields are private to this module and there is no other way to make a `Buffer` or a `Mark` with a position in it.

#![allow(unsafe_code)] // See the module's argument.

use core::marker::PhantomData;

/// `N` bytes of UTF-8.
#[derive(Clone, Copy)]
pub(crate) struct Buffer<const N: usize> {
    bytes: [u8; N],
}

impl<const N: usize> Buffer<N> {
    pub(crate) const fn new() -> Self {
        Buffer { bytes: [0; N] }
    }

    /// All of it, zeros that nothing was written over included.
    pub(crate) const fn all(&self) -> &str {
        // SAFETY: the bytes are UTF-8, see the module's argument.
        unsafe { core::str::from_utf8_unchecked(&self.bytes) }
    }

    /// The first `M` bytes. `end` must be where writing ended.
    pub(crate) const fn shrink<const M: usize>(&self, end: Mark) -> Buffer<M> {
        assert!(end.0 == M && M <= N, "the length is not that of the text");
        let mut out = Buffer::<M>::new();
        Sink::new(&mut out).put(self.all().split_at(M).0);
        out
    }
}

/// Text being written. Past the end of the buffer it only counts, so that the same walk can measure.
pub(crate) struct Sink<'b> {
    buf: *mut u8,
    cap: usize,
    pos: usize,
    borrow: PhantomData<&'b mut [u8]>,
}

/// A place between two writes of a [`Sink`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark(usize);

impl Mark {
    pub(crate) const START: Mark = Mark(0);

    pub(crate) const fn same(self, other: Mark) -> bool {
        self.0 == other.0
    }

    pub(crate) const fn get(self) -> usize {
        self.0
    }
}

impl<'b> Sink<'b> {
    /// A sink over a buffer, which is emptied: what stood in it might end in the middle of a character of what is written now.
    pub(crate) const fn new<const N: usize>(buffer: &'b mut Buffer<N>) -> Self {
        buffer.bytes = [0; N];
        Sink {
            buf: (&raw mut buffer.bytes).cast(),
            cap: N,
            pos: 0,
            borrow: PhantomData,
        }
    }

    /// A sink that only counts.
    pub(crate) const fn none() -> Self {
        Sink {
            buf: core::ptr::null_mut(),
            cap: 0,
            pos: 0,
            borrow: PhantomData,
        }
    }

    /// Takes the sink out, and leaves one that only counts.
    pub(crate) const fn take(&mut self) -> Self {
        core::mem::replace(self, Sink::none())
    }

    /// A sink over bytes that nobody takes for UTF-8 afterwards without looking.
    pub(crate) const fn over(bytes: &'b mut [u8]) -> Self {
        Sink {
            cap: bytes.len(),
            buf: core::ptr::from_mut(bytes).cast(),
            pos: 0,
            borrow: PhantomData,
        }
    }

    /// How much was written, what did not fit included.
    pub(crate) const fn mark(&self) -> Mark {
        Mark(self.pos)
    }

    /// Writes a text.
    #[allow(clippy::ptr_as_ptr, clippy::borrow_as_ptr, clippy::ref_as_ptr)] // See the comment inside.
    pub(crate) const fn put(&mut self, text: &str) {
        // Not `text.len()`, which is three calls deep, nor `cast`: in const evaluation calls are what costs, and this is called hundreds of times a
        // tool.
        let len = size_of_val(text);
        if self.pos + len <= self.cap {
            // SAFETY: the target is inside the buffer, and the source is no part of it.
            unsafe {
                core::ptr::copy_nonoverlapping(
                    text as *const str as *const u8,
                    self.buf.add(self.pos),
                    len,
                );
            }
        }
        self.pos += len;
    }

    /// Writes again what stands between two marks of this sink.
    pub(crate) const fn copy(&mut self, from: Mark, to: Mark) {
        assert!(from.0 <= to.0 && to.0 <= self.pos, "a mark of another sink");
        let len = to.0 - from.0;
        if len != 0 && self.pos + len <= self.cap {
            // SAFETY: the source ends at or before `pos`, where the target begins, and the target is inside the buffer.
            unsafe {
                core::ptr::copy_nonoverlapping(
                    self.buf.add(from.0).cast_const(),
                    self.buf.add(self.pos),
                    len,
                );
            }
        }
        self.pos += len;
    }
}
