//! The buffer into which const code writes text.
//!
//! # Safety
//!
//! This is one of the two modules with `unsafe`. In const evaluation, a checked copy costs five
//! times an unchecked one. Proving to the compiler that just written text is UTF-8 costs more than
//! writing it. Sound because:
//! - A [`Sink`] borrows its [`Buffer`] mutably while it lives. So its pointer stays valid for `cap`
//!   bytes, and nothing else reads or writes them.
//! - Only [`Sink::put`], [`Sink::lit`], [`Sink::short`], [`Sink::copy`] and [`Sink::again`] write.
//!   Each writes only if the end is at or below `cap`, and only at `pos`, which only grows. `put`
//!   reads a live `&str`, which can't overlap a mutably borrowed buffer. `copy` reads bytes of the
//!   buffer that end at or before `pos`, and panics if they would end before they begin.
//! - If `pos` is below `blocks`, at least [`LARGE`] bytes remain up to `cap`. There `lit` and
//!   `short` write without another check, because neither is longer. `copy` and `again` read and
//!   write [`LARGE`] or [`BLOCK`] bytes, whatever the text's length. Their source begins at or
//!   before `pos`, so both ranges end in the buffer. They may overlap, so all is read before it is
//!   written.
//! - The pointer's type, [`Reach`], is longer than the buffer, but no value of it is ever read,
//!   written or referenced. It is used only for its places at `pos` and at a mark, both at or below
//!   `cap`.
//! - A buffer holds [`Bytes`], which are plain bytes, so any of them may be read and written alone.
//! - For each sink over it, a buffer starts as zeros, which are UTF-8, and each write adds whole
//!   characters. `put` writes a whole `&str`; `lit` and `short` write the bytes of one, because a
//!   [`Lit`] and a [`Short`] are created only from texts. `copy` writes a range between two
//!   [`Mark`]s, which are positions between two writes of the same sink. `again` writes a [`Part`],
//!   which is such a range, or such a range without its last byte if that is ASCII. So between two
//!   writes all bytes of a [`Buffer`] are UTF-8, and [`Buffer::all`] may rely on it.
//! - Only the sinks of a [`Scratch`] have `blocks`. Its bytes are UTF-8 only up to `pos`: beyond
//!   it, blocks may leave part of a character. Only [`Sink::finish`] sets the length of the text.
//!   It consumes the sink, and the next sink resets the length. If everything fits at the end,
//!   every write did, because `pos` only grows.
//! - Fields are private to this module. There is no other way to create a `Buffer`, or a `Mark` or
//!   `Part` with a position in it. Those of [`Mark`] and [`Part`] are visible to this module and
//!   their own, which creates only the start and no part. Those of [`Lit`] and [`Short`] are visible
//!   to this module and their own, which creates them from texts only.

#![allow(unsafe_code)] // See the module's argument.

mod digits;
mod literal;
mod mark;

use core::marker::PhantomData;

pub(crate) use digits::{BASE, Digits};
use literal::{LARGE, SHORT};
pub(crate) use literal::{Lit, Short};
pub(crate) use mark::{Mark, Part};

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

/// Bytes of UTF-8.
#[derive(Clone, Copy)]
pub(crate) struct Buffer<B: Bytes> {
    bytes: B,
}

impl<B: Bytes> Buffer<B> {
    /// The number of bytes.
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

    /// Returns the text as a buffer of its length. `end` must be the position where writing ended.
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

/// A buffer for text that is extracted afterwards. The bytes after the text are arbitrary, so that
/// copies may have a fixed length.
#[derive(Clone, Copy)]
pub(crate) struct Scratch<const N: usize> {
    bytes: [u8; N],
    /// Length of the text.
    len: usize,
}

impl<const N: usize> Scratch<N> {
    /// All zeros. A const instead of a function, because const evaluation copies it directly to its
    /// destination, without another value of that size.
    pub(crate) const EMPTY: Self = {
        assert!(N >= LARGE);
        Scratch {
            bytes: [0; N],
            len: 0,
        }
    };

    /// Creates a sink that starts at the beginning. The text is available after [`Sink::finish`].
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

    /// Returns the text that was written, if it fits.
    pub(crate) const fn text(&self) -> &str {
        // SAFETY: `len` bytes of it are UTF-8, see the module's argument.
        unsafe { core::str::from_utf8_unchecked(self.bytes.split_at(self.len).0) }
    }

    /// Returns the text in a buffer of its length.
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
        // SAFETY: the first `len` bytes are those of a text, see `of`.
        unsafe { core::str::from_utf8_unchecked(self.bytes.split_at(self.len).0) }
    }
}

/// Writes a literal into a sink: `lit!(w.out, "..")`.
macro_rules! lit {
    ($out:expr, $text:literal) => {{
        // A static, because const evaluation visits every const of a function on each call, even if
        // the call doesn't reach it.
        static LIT: $crate::json::Lit<{ $text.len() }> = $crate::json::Lit::of($text);
        $out.lit(&LIT)
    }};
}
pub(crate) use lit;

/// An array longer than any text. A sink's pointer has this type, because indexing an array costs
/// const evaluation half of what `add` does. Only `cap` bytes exist, which each write checks first.
type Reach = [u8; 1 << 29];

/// Text being written. Past the end of the buffer it only counts, so the same walk can measure.
pub(crate) struct Sink<'b> {
    buf: *mut Reach,
    cap: usize,
    /// Blocks must begin below this position; 0 means never.
    blocks: usize,
    pos: usize,
    /// The length of the [`Scratch`], if this is a sink over one.
    len: Option<&'b mut usize>,
    borrow: PhantomData<&'b mut [u8]>,
}

/// Length that [`Sink::again`] copies in one step if possible, whatever the text's length. A fixed
/// length is cheaper for const evaluation than one that it must look up.
const BLOCK: usize = 2048;

// Frequently called functions use the numbers, because const evaluation looks up a const on each
// call.
const _: () = assert!(BLOCK == 2048 && LARGE == 4096);

impl<'b> Sink<'b> {
    /// Creates a sink over a buffer and clears it. Otherwise the new text could overwrite only part
    /// of an old character.
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

    /// Creates a sink that only counts.
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

    /// Takes the sink, leaving one that only counts.
    pub(crate) const fn take(&mut self) -> Self {
        core::mem::replace(self, Sink::none())
    }

    /// Creates a sink over bytes that are not assumed to be UTF-8 afterwards.
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

    /// Ends writing. The text becomes the content of the scratch buffer, if it fits.
    pub(crate) const fn finish(self) -> Mark {
        let pos = self.pos;
        if pos <= self.cap
            && let Some(len) = self.len
        {
            *len = pos;
        }
        Mark(pos)
    }

    /// Returns [`Sink::mark`] as a number.
    pub(crate) const fn at(&self) -> usize {
        self.pos
    }

    /// Returns the length written, including text that did not fit.
    pub(crate) const fn mark(&self) -> Mark {
        Mark(self.pos)
    }

    /// Writes a text.
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
            // SAFETY: a `Lit` is created from a text.
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

    /// Returns the part written since a mark of this sink.
    pub(crate) const fn since(&self, from: Mark) -> Part {
        Part {
            from: from.0,
            len: self.pos - from.0,
            is_written: true,
        }
    }

    /// Writes a part again, which must be from this sink.
    #[allow(clippy::ptr_as_ptr)] // As in `put`.
    #[allow(clippy::needless_bitwise_bool)] // `&&` adds a branch, slow in const evaluation.
    pub(crate) const fn again(&mut self, part: &Part) {
        if (part.from <= self.pos) & (self.pos < self.blocks) & (part.len <= 2048) {
            // SAFETY: both blocks end in the buffer. They may overlap: one is read before the other
            // is written.
            unsafe {
                *(&raw mut (*self.buf)[self.pos] as *mut [u8; BLOCK]) =
                    *(&raw const (*self.buf)[part.from] as *const [u8; BLOCK]);
            }
            self.pos += part.len;
        } else {
            self.copy(Mark(part.from), Mark(part.from + part.len));
        }
    }

    /// Writes a part again without its last byte, which must be ASCII.
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

    /// Writes the text between two marks of this sink again.
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
    }
}
