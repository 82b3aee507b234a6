//! The types as specimens, with values for both ends of each. The grammar engines and the
//! comparison with schemars use them. Without the feature `huge`, only those with serde impls are
//! included.

#[cfg(feature = "huge")]
use crate::types::{Adjacent, Flat, Internal, Sparse, Untagged};
use crate::types::{External, L01, Lists, Maybes, Names, Wide};
use toolcast_tests::zoo::Specimen;

/// Makes a specimen of each type by a function `specimen::<T>(name, values)` of the calling module,
/// because its bounds on the type differ.
macro_rules! list {
    ($($(#[$when:meta])? $name:literal: $ty:ty = [$($value:expr),* $(,)?];)*) => {
        pub(crate) fn all() -> Vec<Specimen> {
            let mut all = Vec::new();
            $(
                $(#[$when])?
                all.push(crate::specimen::<$ty>($name, || {
                    let values: Vec<$ty> = vec![$($value),*];
                    let written = values.iter().map(serde_json::to_value);
                    written.collect::<Result<_, _>>().expect("the values are serializable")
                }));
            )*
            all
        }
    };
}

list! {
    "huge::Wide": Wide = [Wide { w000: 1, w500: 255, w999: 2, ..Wide::default() }, Wide::default()];
    #[cfg(feature = "huge")]
    "huge::Sparse": Sparse = [Sparse { w000: Some(String::new()), w999: Some("last".into()), ..Sparse::default() }, Sparse::default()];
    #[cfg(feature = "huge")]
    "huge::Flat": Flat = [Flat { own: true, ..Flat::default() }, Flat { rest: [("further".into(), 3)].into(), ..Flat::default() }];
    "huge::Names": Names = [Names::w000, Names::w500, Names::w999];
    "huge::External": External = [External::w000(0), External::w999(255)];
    #[cfg(feature = "huge")]
    "huge::Internal": Internal = [Internal::w000 { value: 0 }, Internal::w999 { value: 255 }];
    #[cfg(feature = "huge")]
    "huge::Adjacent": Adjacent = [Adjacent::w000(0), Adjacent::w999(255)];
    #[cfg(feature = "huge")]
    "huge::Untagged": Untagged = [Untagged::w000 { w000: 0 }, Untagged::w999 { w999: 255 }];
    "huge::L01": L01 = [L01::default()];
    "huge::Lists": Lists = [lists(1, ""), lists(59, ""), lists(60, "7")];
    "huge::Maybes": Maybes = [lists(30, "7"), lists(29, "null"), lists(1, "null"), lists(3, "")];
}

/// So many lists in one another, the last with that in it.
fn lists<T: serde::de::DeserializeOwned>(depth: usize, within: &str) -> T {
    let text = "[".repeat(depth) + within + &"]".repeat(depth);
    serde_json::from_str(&text).expect("nested lists")
}
