//! Tables with the form of a plain property in each dialect, so that the renderer needs one look-up
//! a property instead of one for each provider.

use super::table::{DIALECTS, same};
use super::{Dialect, NullStyle, OptionalStyle, kw, sig};

/// The constraints of a plain property besides its type and description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    /// Nothing that a dialect may not support: a bool, an enum.
    Free,
    /// Bounds of a number that only the canonical schema writes.
    Canonical,
    /// Bounds of a number.
    Bounds,
    /// Bounds of a number, one of them 0.
    Zero,
    /// Bounds of a string's length.
    Length,
    /// The items of a list.
    Items,
}

impl Sort {
    const ALL: [Sort; 6] = [
        Sort::Free,
        Sort::Canonical,
        Sort::Bounds,
        Sort::Zero,
        Sort::Length,
        Sort::Items,
    ];
}

/// The forms of a sort of property. A form is a number: the lower two bits encode the type, the
/// bits above encode the text after it.
pub(crate) struct Forms {
    /// The form in each dialect, in the order of [`DIALECTS`]; [`LONG`] if the property isn't plain
    /// there.
    pub(crate) of: [u8; DIALECTS.len()],
    /// The fields read for each form: bits of [`sig`].
    pub(crate) used: [u64; COUNT],
}

/// Number of forms.
pub(crate) const COUNT: usize = 16;
/// There is more to write than a form can encode.
pub(crate) const LONG: u8 = 16;

/// The type's name in lower case.
pub(crate) const LOWER: u8 = 0;
/// The type's name in upper case.
pub(crate) const UPPER: u8 = 1;
/// The type's name and `null`.
pub(crate) const NULLABLE: u8 = 2;
/// At least the number of ways to write a type.
const TYPES: u8 = 4;

/// No bounds.
pub(crate) const NONE: u8 = 0;
/// Bounds as keywords, without those that don't help a model.
pub(crate) const KEYWORDS: u8 = 1;
/// All bounds as keywords.
pub(crate) const ALL_KEYWORDS: u8 = 2;
/// Bounds in the description.
pub(crate) const WORDS: u8 = 3;
/// Number of ways to end.
pub(crate) const TAILS: usize = 4;

/// Properties that aren't plain in any dialect.
pub(crate) static NOT_PLAIN: Forms = Forms::all(LONG);

/// The forms of each kind of property. The index is twice the sort, plus one if the property may be
/// absent.
pub(crate) static FORMS: [Forms; KINDS] = forms();

impl Forms {
    const fn all(form: u8) -> Self {
        Forms {
            of: [form; DIALECTS.len()],
            used: [0; COUNT],
        }
    }
}

/// The dialects that have the same form for every kind in a set, one bit each. Sets are numbers, so
/// two tables cover half of the kinds each. Dialects that are alike are alike in both.
static ALIKE: [[Places; 1 << HALF]; 2] = [half(0), half(HALF)];

/// A set of dialects for each dialect, one bit each.
pub(crate) type Places = [u32; DIALECTS.len()];

/// Number of kinds of properties: each sort, required and optional.
const KINDS: usize = 2 * Sort::ALL.len();
const HALF: usize = KINDS / 2;

const fn half(first: usize) -> [Places; 1 << HALF] {
    let mut all = [[!0; DIALECTS.len()]; 1 << HALF];
    let mut set = 0;
    while set < all.len() {
        let mut bit = 0;
        while bit < HALF {
            if set & (1 << bit) != 0 {
                let of = &FORMS[first + bit].of;
                let same = same!(|i, j| of[i] == of[j] && of[i] != LONG);
                let mut i = 0;
                while i < same.len() {
                    all[set][i] &= same[i];
                    i += 1;
                }
            }
            bit += 1;
        }
        set += 1;
    }
    all
}

/// Returns the dialects that write properties of all `kinds` as each dialect does: those in both
/// tables. `kinds` has one bit for each index in [`FORMS`].
pub(crate) const fn alike(kinds: usize) -> (&'static Places, &'static Places) {
    (&ALIKE[0][kinds % (1 << HALF)], &ALIKE[1][kinds >> HALF])
}

const fn forms() -> [Forms; KINDS] {
    let mut all = [const { Forms::all(LONG) }; KINDS];
    let mut kind = 0;
    while kind < all.len() {
        let (sort, optional) = (Sort::ALL[kind / 2], kind % 2 == 1);
        let mut i = 0;
        while i < DIALECTS.len() {
            if let (Some((ty, looked)), Some((tail, at))) = (
                written_type(&DIALECTS[i], optional, sort),
                written_tail(&DIALECTS[i], sort),
            ) {
                let form = ty + TYPES * tail;
                all[kind].of[i] = form;
                // The fields that lead to a form are the same in every dialect.
                all[kind].used[form as usize] |= looked | at | sig::UPPER;
            }
            i += 1;
        }
        kind += 1;
    }
    all
}

/// Returns the dialect's form of the type, and the fields that were read for it.
const fn written_type(d: &Dialect, optional: bool, sort: Sort) -> Option<(u8, u64)> {
    let name = if d.upper { UPPER } else { LOWER };
    if !optional {
        return Some((name, 0));
    }
    match d.optional {
        OptionalStyle::Absent => Some((name, sig::OPTIONAL)),
        OptionalStyle::Refused => None,
        OptionalStyle::RequiredNull | OptionalStyle::Nullable => match (d.null, sort) {
            // Next to a list, `null` is a type of its own.
            (NullStyle::TypeArray, Sort::Items) => None,
            (NullStyle::TypeArray, _) => Some((NULLABLE, sig::OPTIONAL | sig::NULL)),
            _ => None,
        },
    }
}

/// Returns the text that the dialect writes after it, and the fields that were read for it.
const fn written_tail(d: &Dialect, sort: Sort) -> Option<(u8, u64)> {
    let all = d.keywords & kw::ALL_BOUNDS != 0;
    let keyword = match sort {
        Sort::Free | Sort::Items => return Some((NONE, 0)),
        Sort::Canonical => {
            let tail = if all { ALL_KEYWORDS } else { NONE };
            return Some((tail, keywords(kw::ALL_BOUNDS)));
        }
        Sort::Length => kw::LENGTH,
        Sort::Bounds | Sort::Zero => kw::BOUNDS,
    };
    if d.keywords & keyword == 0 {
        return Some((WORDS, keywords(keyword)));
    }
    let used = match sort {
        Sort::Length => return Some((KEYWORDS, keywords(keyword))),
        Sort::Zero if !d.zero_bounds => return None,
        Sort::Zero => keywords(keyword | kw::ALL_BOUNDS) | sig::ZERO_BOUNDS,
        _ => keywords(keyword | kw::ALL_BOUNDS),
    };
    Some((if all { ALL_KEYWORDS } else { KEYWORDS }, used))
}

const fn keywords(bits: u32) -> u64 {
    (bits as u64) << sig::KEYWORDS_AT
}

#[cfg(test)]
mod tests {
    use super::{COUNT, DIALECTS, FORMS, LONG, Sort};

    #[test]
    fn dialects_that_agree_in_what_was_looked_at_have_one_form() {
        let mut pairs = 0;
        for sort in Sort::ALL {
            for optional in [false, true] {
                let forms = &FORMS[sort as usize * 2 + usize::from(optional)];
                for (i, a) in DIALECTS.iter().enumerate() {
                    assert_eq!(a.place, i);
                    let form = forms.of[i];
                    assert!(form <= LONG);
                    if form == LONG {
                        continue;
                    }
                    assert!(usize::from(form) < COUNT);
                    for (j, b) in DIALECTS.iter().enumerate() {
                        if (a.signature ^ b.signature) & forms.used[usize::from(form)] == 0 {
                            assert_eq!(forms.of[j], form, "{sort:?} {optional} {i} {j}");
                            pairs += 1;
                        }
                    }
                }
            }
        }
        assert!(pairs > 1000, "{pairs}");
    }
}
