//! The buffer that const code writes text into.
//!
//! # Safety
//!
//! This is one of the two modules with `unsafe`. In const evaluation a checked copy costs five times an unchecked one, and proving to the compiler that
//! text which was just written is UTF-8 costs more than writing it. Sound because:
//! - a [`Sink`] borrows its [`Buffer`] mutably for as long as it lives, so its pointer stays valid for `cap` bytes and nobody else reads or writes them;
//! - only [`Sink::put`], [`Sink::lit`], [`Sink::short`], [`Sink::copy`] and [`Sink::again`] write, each only where the end is at or below `cap`, and all at
//!   `pos`, which only grows. `put` reads a live `&str`, which can't overlap a mutably borrowed buffer; `copy` reads bytes of the buffer that end at or before
//!   `pos`, and fails where they would end before they begin;
//! - where `pos` is below `blocks`, there are [`LARGE`] bytes and more up to `cap`. There `lit` and `short` write without another look, since none of them is
//!   longer, and `copy` and `again` read and write [`LARGE`] or [`BLOCK`] bytes whatever the text has: what they read begins at or before `pos`, so both end
//!   in the buffer. They may overlap, so all is read before it is written;
//! - the pointer's type, [`Reach`], is longer than the buffer, but no value of it is ever read, written or referred to: it is there for its places, and only those
//!   at `pos` and at a mark are taken, of which both are at or below `cap`;
//! - a buffer holds [`Bytes`], which are bytes and nothing else, so that any of them may be read and written alone;
//! - for each sink over it a buffer begins as zeros, which is UTF-8, and each write puts whole characters: `put` a whole `&str`, `lit` the bytes of one, which is all
//!   that a [`Lit`] can be made of, `short` those of one, `copy` a range between two [`Mark`]s, which are positions between two writes of the same sink, `again` a
//!   [`Part`], which is such a range, or all but its last byte if it has one and that is ASCII. So all bytes of a [`Buffer`] are UTF-8 at any time between two writes, and
//!   [`Buffer::all`] may say so;
//! - of a [`Scratch`], whose sinks alone have `blocks`, that is true up to `pos`: what blocks bring beyond it may end in the middle of a character. How much of it is
//!   text says [`Sink::finish`] alone: it takes the sink, and the next one begins by taking that back. Where all fits at the end, every write did, since `pos`
//!   only grows;
//! - fields are private to this module and there is no other way to make a `Buffer`, or a `Mark` or `Part` with a position in it. Those of [`Lit`] and
//!   [`Short`] are seen by this module and their own, which makes them of texts alone.

#![allow(unsafe_code)] // See the module's argument.

mod digits;
mod literal;

use core::marker::PhantomData;

pub(crate) use digits::{BASE, Digits};
use literal::SHORT;
pub(crate) use literal::{Lit, Short};

/// Some number of bytes.
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

/// Bytes of UTF-8.
#[derive(Clone, Copy)]
pub(crate) struct Buffer<B: Bytes> {
    bytes: B,
}

impl<B: Bytes> Buffer<B> {
    /// How many there are.
    pub(crate) const SIZE: usize = size_of::<B>();

    pub(crate) const fn new() -> Self {
        Buffer { bytes: B::ZEROS }
    }

    /// All of it, zeros that nothing was written over included.
    pub(crate) const fn all(&self) -> &str {
        // SAFETY: `Bytes` can be read as what they are, and they are UTF-8, see the module's argument.
        unsafe {
            core::str::from_utf8_unchecked(core::slice::from_raw_parts(
                (&raw const self.bytes).cast(),
                Self::SIZE,
            ))
        }
    }

    /// The first of them. `end` must be where writing ended.
    pub(crate) const fn shrink<S: Bytes>(&self, end: Mark) -> Buffer<S> {
        assert!(
            end.0 == Buffer::<S>::SIZE && end.0 <= Self::SIZE,
            "the length is not that of the text"
        );
        let mut out = Buffer::<S>::new();
        Sink::new(&mut out).put(self.all().split_at(end.0).0);
        out
    }
}

/// A buffer for texts that are cut out of it afterwards: what stands behind them is any bytes, so that copies may be of one length.
#[derive(Clone, Copy)]
pub(crate) struct Scratch<const N: usize> {
    bytes: [u8; N],
    /// How many of them are text.
    len: usize,
}

impl<const N: usize> Scratch<N> {
    /// Nothing but zeros. A const and no function: const evaluation copies it to where it is wanted, and makes no other value of so many bytes.
    pub(crate) const EMPTY: Self = {
        assert!(N >= LARGE);
        Scratch {
            bytes: [0; N],
            len: 0,
        }
    };

    /// A sink over it, which begins anew. The text is there after [`Sink::finish`].
    pub(crate) const fn sink(&mut self) -> Sink<'_> {
        self.len = 0;
        Sink {
            buf: (&raw mut self.bytes).cast(),
            cap: N,
            blocks: N - LARGE + 1,
            pos: 0,
            len: Some(&mut self.len),
            borrow: PhantomData,
        }
    }

    /// What was written, if it fits.
    pub(crate) const fn text(&self) -> &str {
        // SAFETY: `len` bytes of it are UTF-8, see the module's argument.
        unsafe { core::str::from_utf8_unchecked(self.bytes.split_at(self.len).0) }
    }

    /// The text in a buffer of its length.
    pub(crate) const fn shrink<S: Bytes>(&self) -> Buffer<S> {
        assert!(
            self.len == Buffer::<S>::SIZE,
            "the length is not that of the text"
        );
        let mut out = Buffer::<S>::new();
        Sink::new(&mut out).put(self.text());
        out
    }
}

impl Short {
    pub(crate) const fn as_str(&self) -> &str {
        // SAFETY: so many bytes are those of a text, see `of`.
        unsafe { core::str::from_utf8_unchecked(self.bytes.split_at(self.len).0) }
    }
}

/// Writes a literal into a sink: `lit!(w.out, "..")`.
macro_rules! lit {
    ($out:expr, $text:literal) => {{
        // No const: const evaluation asks for each const of a function whenever it is called, whether the call comes to it or not.
        static LIT: $crate::json::Lit<{ $text.len() }> = $crate::json::Lit::of($text);
        $out.lit(&LIT)
    }};
}
pub(crate) use lit;

/// More bytes than any text has. A sink's pointer is one to so many, since a place in an array costs const evaluation half of what `add` does; that there are only
/// `cap` of them is what each write looks at first.
type Reach = [u8; 1 << 29];

/// Text being written. Past the end of the buffer it only counts, so that the same walk can measure.
pub(crate) struct Sink<'b> {
    buf: *mut Reach,
    cap: usize,
    /// Where blocks may not begin any more; 0: nowhere.
    blocks: usize,
    pos: usize,
    /// Where a [`Scratch`] has its length.
    len: Option<&'b mut usize>,
    borrow: PhantomData<&'b mut [u8]>,
}

/// How much [`Sink::again`] copies in one step where it may, whatever the text has: const evaluation has less to do for that than for a length that it has to ask for.
const BLOCK: usize = 2048;

/// The same for what is longer, and for [`Sink::copy`].
const LARGE: usize = 4096;

// They stand as numbers in functions that are called often: const evaluation asks for a const at each call.
const _: () = assert!(BLOCK == 2048 && LARGE == 4096);

/// A place between two writes of a [`Sink`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark(usize);

/// What was written between two places of a [`Sink`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    from: usize,
    len: usize,
    /// It was written at all. No number that says so: comparing is dearer than a flag.
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

impl<'b> Sink<'b> {
    /// A sink over a buffer, which is emptied: what stood in it might end in the middle of a character of what is written now.
    pub(crate) const fn new<B: Bytes>(buffer: &'b mut Buffer<B>) -> Self {
        buffer.bytes = B::ZEROS;
        Sink {
            buf: (&raw mut buffer.bytes).cast(),
            cap: Buffer::<B>::SIZE,
            blocks: 0,
            pos: 0,
            len: None,
            borrow: PhantomData,
        }
    }

    /// A sink that only counts.
    pub(crate) const fn none() -> Self {
        Sink {
            buf: core::ptr::dangling_mut(),
            cap: 0,
            blocks: 0,
            pos: 0,
            len: None,
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
            blocks: 0,
            pos: 0,
            len: None,
            borrow: PhantomData,
        }
    }

    /// Ends writing: what was written is the text of the scratch buffer, if it fits.
    pub(crate) const fn finish(self) -> Mark {
        let pos = self.pos;
        if pos <= self.cap
            && let Some(len) = self.len
        {
            *len = pos;
        }
        Mark(pos)
    }

    /// As [`Sink::mark`], as a number.
    pub(crate) const fn at(&self) -> usize {
        self.pos
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
        let at = self.pos;
        self.pos = at + len;
        if self.pos <= self.cap {
            // SAFETY: the target is inside the buffer, and the source is no part of it.
            unsafe {
                core::ptr::copy_nonoverlapping(
                    text as *const str as *const u8,
                    &raw mut (*self.buf)[at],
                    len,
                );
            }
        }
    }

    /// Writes a literal.
    #[allow(clippy::ptr_as_ptr, clippy::cast_ptr_alignment)] // As in `put`; a `Lit` has the alignment of a byte.
    pub(crate) const fn lit<const N: usize>(&mut self, text: &Lit<N>) {
        if self.pos < self.blocks {
            // SAFETY: the target is inside the buffer.
            unsafe {
                *(&raw mut (*self.buf)[self.pos] as *mut Lit<N>) = *text;
            }
            self.pos += N;
        } else {
            // SAFETY: a `Lit` is made of a text.
            self.put(unsafe { core::str::from_utf8_unchecked(&text.0) });
        }
    }

    /// Writes a short text.
    #[allow(clippy::ptr_as_ptr)] // As in `put`.
    pub(crate) const fn short(&mut self, text: &Short) {
        if self.pos < self.blocks {
            // SAFETY: the target is inside the buffer.
            unsafe {
                *(&raw mut (*self.buf)[self.pos] as *mut [u8; SHORT]) = text.bytes;
            }
            self.pos += text.len;
        } else {
            self.put(text.as_str());
        }
    }

    /// What was written since a mark of this sink.
    pub(crate) const fn since(&self, from: Mark) -> Part {
        Part {
            from: from.0,
            len: self.pos - from.0,
            is_written: true,
        }
    }

    /// Writes again what a part has, which must be one of this sink.
    #[allow(clippy::ptr_as_ptr)] // As in `put`.
    #[allow(clippy::needless_bitwise_bool)] // `&&` is a branch more, and branches are what const evaluation is slow at.
    pub(crate) const fn again(&mut self, part: &Part) {
        if (part.from <= self.pos) & (self.pos < self.blocks) & (part.len <= 2048) {
            // SAFETY: both blocks end in the buffer. They may overlap: the one is read before the other is written.
            unsafe {
                *(&raw mut (*self.buf)[self.pos] as *mut [u8; BLOCK]) =
                    *(&raw const (*self.buf)[part.from] as *const [u8; BLOCK]);
            }
            self.pos += part.len;
        } else {
            self.copy(Mark(part.from), Mark(part.from + part.len));
        }
    }

    /// As [`Sink::again`] but for the last byte, which must be ASCII.
    pub(crate) const fn again_but_last(&mut self, part: &Part) {
        assert!(part.len > 0, "a part without a last byte");
        let rest = part.len - 1;
        let last = part.from + rest;
        if last < self.cap {
            // SAFETY: inside the buffer, of which all bytes may be read.
            assert!(unsafe { (*self.buf)[last] } < 0x80, "a character is cut");
        }
        self.again(&Part {
            from: part.from,
            len: rest,
            is_written: true,
        });
    }

    /// Writes again what stands between two marks of this sink.
    #[allow(clippy::ptr_as_ptr)] // As in `put`.
    #[allow(clippy::needless_bitwise_bool)] // As in `again`.
    pub(crate) const fn copy(&mut self, from: Mark, to: Mark) {
        let at = self.pos;
        assert!(from.0 <= to.0, "the marks are not in order");
        let len = to.0 - from.0;
        self.pos = at + len;
        if (to.0 <= at) & (at < self.blocks) & (len <= 4096) {
            // SAFETY: as in `again`.
            unsafe {
                *(&raw mut (*self.buf)[at] as *mut [u8; LARGE]) =
                    *(&raw const (*self.buf)[from.0] as *const [u8; LARGE]);
            }
        } else if to.0 <= at && self.pos <= self.cap {
            // SAFETY: the source ends at or before `at`, where the target begins, and the target is inside the buffer.
            unsafe {
                core::ptr::copy_nonoverlapping(
                    &raw const (*self.buf)[from.0],
                    &raw mut (*self.buf)[at],
                    len,
                );
            }
        }
    }
}
