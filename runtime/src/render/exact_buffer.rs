//! The texts of a tool in a buffer of their length, up to the next multiple of [`BASE`].
//!
//! They are rendered on use, not at the tool's definition, because `cargo check` needs none. So the
//! macro can't write a type that contains their length: an array's length is evaluated at once.
//! Calls carry the length into a type instead. Each function below converts one digit of it to a
//! const argument and calls the next function; the last digit is rounded up. Const evaluation
//! instantiates only the functions that it calls.

use super::notes::number;
use super::rendered::{LARGE, Rendered, SMALL, is_large};
use super::texts::{Table, Texts};
use crate::json::{BASE, Buffer, Digits, Sink};
use crate::spec::Spec;
use core::marker::PhantomData;

/// A type that represents one tool.
pub(crate) trait HasSpec {
    /// The tool, independent of any provider.
    const SPEC: &'static Spec<'static>;
}

pub(crate) const fn texts<T: HasSpec + ?Sized>() -> Texts {
    if is_large(T::SPEC) {
        with_room::<T, LARGE>()
    } else {
        with_room::<T, SMALL>()
    }
}

const fn with_room<T: HasSpec + ?Sized, const ROOM: usize>() -> Texts {
    Texts {
        text: text::<T, ROOM>(LargeBuffer::<T, ROOM>::ALL.len().next_multiple_of(BASE)),
        table: LargeBuffer::<T, ROOM>::TABLE,
    }
}

/// The texts before their length is known.
struct LargeBuffer<T: ?Sized, const ROOM: usize>(PhantomData<T>);

impl<T: HasSpec + ?Sized, const ROOM: usize> LargeBuffer<T, ROOM> {
    const ALL: &'static Rendered<ROOM> = &Rendered::new(T::SPEC);
    /// A copy, because a reference into a const keeps the whole const in the binary.
    const TABLE: &'static Table = &{ Self::ALL.table };
}

/// The texts in a buffer of their length.
struct ExactBuffer<
    T: ?Sized,
    const ROOM: usize,
    const A: usize,
    const B: usize,
    const C: usize,
    const D: usize,
>(PhantomData<T>);

impl<
    T: HasSpec + ?Sized,
    const ROOM: usize,
    const A: usize,
    const B: usize,
    const C: usize,
    const D: usize,
> ExactBuffer<T, ROOM, A, B, C, D>
{
    const BUFFER: &'static Buffer<Digits<A, B, C, D>> = &LargeBuffer::<T, ROOM>::ALL.exact(T::SPEC);
}

/// Calls a function with one more const argument, the digit.
macro_rules! with_digit {
    ($digit:expr, $next:ident [$($before:tt)*] $len:ident) => {
        with_digit!(@match $digit, $next [$($before)*] $len:
            0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31)
    };
    (@match $digit:expr, $next:ident $before:tt $len:ident: $($value:literal)*) => {
        match $digit {
            $($value => with_digit!(@call $next $before $value $len),)*
            _ => too_long(T::SPEC, $len),
        }
    };
    (@call $next:ident [$($before:tt)*] $value:literal $len:ident) => {
        $next::<$($before)*, $value>($len)
    };
}

const fn text<T: HasSpec + ?Sized, const ROOM: usize>(len: usize) -> &'static str {
    // Fast path: most texts are shorter, and each call costs compile time.
    if len < BASE * BASE * BASE {
        return third::<T, ROOM, 0, 0>(len);
    }
    with_digit!(len / (BASE * BASE * BASE * BASE), second [T, ROOM] len)
}

const fn second<T: HasSpec + ?Sized, const ROOM: usize, const A: usize>(
    len: usize,
) -> &'static str {
    with_digit!(len / (BASE * BASE * BASE) % BASE, third [T, ROOM, A] len)
}

const fn third<T: HasSpec + ?Sized, const ROOM: usize, const A: usize, const B: usize>(
    len: usize,
) -> &'static str {
    with_digit!(len / (BASE * BASE) % BASE, fourth [T, ROOM, A, B] len)
}

const fn fourth<
    T: HasSpec + ?Sized,
    const ROOM: usize,
    const A: usize,
    const B: usize,
    const C: usize,
>(
    len: usize,
) -> &'static str {
    with_digit!(len / BASE % BASE, cut [T, ROOM, A, B, C] len)
}

const fn cut<
    T: HasSpec + ?Sized,
    const ROOM: usize,
    const A: usize,
    const B: usize,
    const C: usize,
    const D: usize,
>(
    _: usize,
) -> &'static str {
    ExactBuffer::<T, ROOM, A, B, C, D>::BUFFER.until(LargeBuffer::<T, ROOM>::ALL.end)
}

/// Panics with the tool's name and the fix.
const fn too_long(spec: &Spec<'_>, len: usize) -> ! {
    let mut buffer = Buffer::<[u8; 512]>::new();
    let mut out = Sink::new(&mut buffer);
    out.put("the texts of the tool `");
    out.put(spec.name.raw());
    out.put("` are ");
    number(&mut out, len >> 20);
    out.put(
        " MiB together, and 31 are the most: make it for fewer providers, `#[tool(providers(..))]`, or split it",
    );
    let end = out.mark();
    panic!("{}", buffer.until(end))
}
