//! Which form a plain property takes in which dialect, as tables: so the renderer asks once for a property what it would have to find out for each provider.

use super::table::{DIALECTS, same};
use super::{Dialect, NullStyle, OptionalStyle, kw, sig};

/// What there is to say of a plain property beyond its type and its description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    /// Nothing that a dialect may not know: a bool, an enum.
    Free,
    /// The bounds of a number, which only the canonical schema has.
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

/// The forms of a sort of property. A form is a number: how the type is written in the lower two bits, and what follows it in those above.
pub(crate) struct Forms {
    /// The form in each dialect, in the order of [`DIALECTS`]; [`LONG`] where the property is not plain there.
    pub(crate) of: [u8; DIALECTS.len()],
    /// What was looked at for each form: bits of [`sig`].
    pub(crate) used: [u64; COUNT],
}

/// How many forms there are.
pub(crate) const COUNT: usize = 16;
/// There is more to say than a form can hold.
pub(crate) const LONG: u8 = 16;

/// The type's name in lower case.
pub(crate) const LOWER: u8 = 0;
/// The type's name in upper case.
pub(crate) const UPPER: u8 = 1;
/// The type's name and `null`.
pub(crate) const NULLABLE: u8 = 2;
/// No fewer than the ways to write a type.
const TYPES: u8 = 4;

/// No bounds.
pub(crate) const NONE: u8 = 0;
/// Bounds as keywords, those that tell a model something.
pub(crate) const KEYWORDS: u8 = 1;
/// All bounds as keywords.
pub(crate) const ALL_KEYWORDS: u8 = 2;
/// Bounds in words.
pub(crate) const WORDS: u8 = 3;
/// How many ways there are to end.
pub(crate) const TAILS: usize = 4;

/// What is not plain in any dialect.
pub(crate) static NOT_PLAIN: Forms = Forms::all(LONG);

/// The forms of each kind of property: twice the sort, and one for a property that may be absent.
pub(crate) static FORMS: [Forms; KINDS] = forms();

impl Forms {
    const fn all(form: u8) -> Self {
        Forms {
            of: [form; DIALECTS.len()],
            used: [0; COUNT],
        }
    }
}

/// Which dialects take the same form for every sort of a set: a bit for each of them. Sets are numbers, so there are two tables of half of
/// the sorts each, and what is alike is alike in both.
static ALIKE: [[Places; 1 << HALF]; 2] = [half(0), half(HALF)];

/// Some dialects for each dialect: a bit for each of them.
pub(crate) type Places = [u32; DIALECTS.len()];

/// How many kinds of properties there are: each sort of one that has to be there, and of one that may be absent.
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

/// Which dialects write properties of all `kinds` as each dialect does: what is in both of the tables. `kinds` has a bit for each, by its place in [`FORMS`].
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
                // What leads to a form is looked at in every dialect alike.
                all[kind].used[form as usize] |= looked | at | sig::UPPER;
            }
            i += 1;
        }
        kind += 1;
    }
    all
}

/// How a dialect writes the type, and what was looked at to know it.
const fn written_type(d: &Dialect, optional: bool, sort: Sort) -> Option<(u8, u64)> {
    let name = if d.upper { UPPER } else { LOWER };
    if !optional {
        return Some((name, 0));
    }
    match d.optional {
        OptionalStyle::Absent => Some((name, sig::OPTIONAL)),
        OptionalStyle::Refused => None,
        OptionalStyle::RequiredNull | OptionalStyle::Nullable => match (d.null, sort) {
            // `null` stands beside a list as a type of its own.
            (NullStyle::TypeArray, Sort::Items) => None,
            (NullStyle::TypeArray, _) => Some((NULLABLE, sig::OPTIONAL | sig::NULL)),
            _ => None,
        },
    }
}

/// What a dialect writes after it, and what was looked at to know it.
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
