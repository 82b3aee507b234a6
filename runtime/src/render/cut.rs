//! The texts of a tool in a buffer that is exactly as long as they are.
//!
//! They are made where somebody asks for them, and not where the tool stands: a program that is only checked needs none. So their length can't stand in
//! any type that the macro writes, since an array's length is worked out at once. It gets into a type by calls: each of the functions below takes one
//! digit of it and calls the next one, and const evaluation makes no more of them than it calls.

use super::notes::number;
use super::rendered::Rendered;
use super::texts::{Table, Texts};
use crate::json::{BASE, Buffer, Digits, Sink};
use crate::spec::Spec;
use crate::tool::Tool;
use core::marker::PhantomData;

/// The texts of a tool.
pub(crate) const fn texts<T: Tool + ?Sized>() -> Texts {
    Texts {
        text: text::<T>(Whole::<T>::ALL.len()),
        table: Whole::<T>::TABLE,
    }
}

/// The texts before their length is known.
struct Whole<T: ?Sized>(PhantomData<T>);

impl<T: Tool + ?Sized> Whole<T> {
    const ALL: &'static Rendered = &Rendered::new(T::BARE.spec());
    /// A copy: what points into a const takes all of it along.
    const TABLE: &'static Table = &{ Self::ALL.table };
}

/// The texts in a buffer of their length.
struct Cut<
    T: ?Sized,
    const A: usize,
    const B: usize,
    const C: usize,
    const D: usize,
    const E: usize,
>(PhantomData<T>);

impl<
    T: Tool + ?Sized,
    const A: usize,
    const B: usize,
    const C: usize,
    const D: usize,
    const E: usize,
> Cut<T, A, B, C, D, E>
{
    const BUFFER: &'static Buffer<Digits<A, B, C, D, E>> = &Whole::<T>::ALL.exact(T::BARE.spec());
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
            _ => too_long(T::BARE.spec(), $len),
        }
    };
    (@call $next:ident [$($before:tt)*] $value:literal $len:ident) => {
        $next::<$($before)*, $value>($len)
    };
}

const fn text<T: Tool + ?Sized>(len: usize) -> &'static str {
    // Most are no longer, and calls are what costs.
    if len < BASE * BASE * BASE {
        return third::<T, 0, 0>(len);
    }
    with_digit!(len / (BASE * BASE * BASE * BASE), second [T] len)
}

const fn second<T: Tool + ?Sized, const A: usize>(len: usize) -> &'static str {
    with_digit!(len / (BASE * BASE * BASE) % BASE, third [T, A] len)
}

const fn third<T: Tool + ?Sized, const A: usize, const B: usize>(len: usize) -> &'static str {
    with_digit!(len / (BASE * BASE) % BASE, fourth [T, A, B] len)
}

const fn fourth<T: Tool + ?Sized, const A: usize, const B: usize, const C: usize>(
    len: usize,
) -> &'static str {
    with_digit!(len / BASE % BASE, last [T, A, B, C] len)
}

const fn last<T: Tool + ?Sized, const A: usize, const B: usize, const C: usize, const D: usize>(
    len: usize,
) -> &'static str {
    with_digit!(len % BASE, cut [T, A, B, C, D] len)
}

const fn cut<
    T: Tool + ?Sized,
    const A: usize,
    const B: usize,
    const C: usize,
    const D: usize,
    const E: usize,
>(
    _: usize,
) -> &'static str {
    Cut::<T, A, B, C, D, E>::BUFFER.all()
}

/// Says which tool it is, and what to do.
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
    let end = out.mark().get();
    panic!("{}", buffer.all().split_at(end).0)
}
