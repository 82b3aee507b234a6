//! The inputs of the first security review: each series, the size of its largest input, and the
//! time and memory that the review measured.

/// The series of arguments, the size of each, and the review's figures.
pub(crate) const ARGUMENTS: [(&str, usize, &str); 24] = [
    (
        "unknown names of a closed object",
        400_000,
        "166 ms, 113 MB",
    ),
    ("a long unknown name", 262_144, "2.9 ms, 16 MB"),
    ("many long unknown names", 30_000, "2.6 ms, 0 MB"),
    ("unknown names of an open object", 400_000, "96 ms, 86 MB"),
    ("unknown words", 400_000, "6 ms, 30 MB"),
    ("one name again and again", 400_000, "6 ms, 16 MB"),
    ("names that differ in the middle", 40_000, "14 ms, 20 MB"),
    ("items of no variant", 40_000, "8 ms, 9 MB"),
    ("items of the last variant", 200_000, "444 ms, 44 MB"),
    ("a tag after other names", 400_000, "192 ms, 117 MB"),
    ("names of a flattened map", 400_000, "182 ms, 104 MB"),
    (
        "a flattened map, wrong at its end",
        400_000,
        "281 ms, 104 MB",
    ),
    ("bytes", 990_000, "35 ms, 17 MB"),
    ("numbers of any JSON", 990_000, "97 ms, 87 MB"),
    ("digits of an integer", 250_000, "2 to 15 ms, 0 MB"),
    ("digits of a long integer", 250_000, "2 to 15 ms, 0 MB"),
    ("digits of a fraction", 250_000, "2 to 15 ms, 0 MB"),
    ("digits of an exponent", 250_000, "2 to 15 ms, 0 MB"),
    ("digits of any JSON", 250_000, "2 to 15 ms, 0 MB"),
    ("nested repetitions", 4_000_000, "under 400 ms"),
    ("alternatives alike", 4_000_000, "under 400 ms"),
    ("counted repetitions", 62_500, "under 400 ms"),
    ("formats and texts", 300_000, "under 400 ms"),
    ("an object without its end", 200_000, "under 400 ms"),
];

/// The series of checks, the size of each, and the review's figures.
pub(crate) const CHECKS: [(&str, usize, &str); 12] = [
    ("unique items", 40_000, "under 400 ms"),
    ("unique lists", 40_000, "under 400 ms"),
    ("unique items of all types", 40_000, "under 400 ms"),
    ("items that contain nothing", 40_000, "under 400 ms"),
    ("items of an enumeration", 4_000, "467 ms for 5,000 values"),
    ("unevaluated items", 40_000, "under 400 ms"),
    ("unevaluated names in twelve levels", 40_000, "under 400 ms"),
    ("unknown names of an open object", 40_000, "under 400 ms"),
    ("names that are checked", 40_000, "under 400 ms"),
    ("formats and texts", 13_000, "under 300 ms each"),
    ("a pattern", 12_500, "0.68 s for 200 KB"),
    ("a look-ahead", 12_500, "0.68 s for 200 KB"),
];

/// The series of schemas, the size of each, and the review's figures.
pub(crate) const SCHEMAS: [(&str, usize, &str); 13] = [
    ("all_of_properties", 12_000, "9.9 s (D4)"),
    ("all_of_required", 16_000, "17.7 s (D4)"),
    ("unknown_keywords", 40_000, "706 ms (D12 a)"),
    ("required_flags", 20_000, "1,500 ms (D12 b)"),
    ("required_properties", 20_000, "210 ms"),
    ("enum_of_strings", 900_000, "1,700 ms, 286 MB"),
    ("enum_of_numbers", 900_000, "1,200 ms, 312 MB"),
    ("tagged_union", 8_000, "150 ms"),
    ("alternatives", 8_000, "150 ms"),
    ("pattern_properties", 8_000, "150 ms"),
    ("unused_definitions", 80_000, "360 ms"),
    ("long_description", 156_250, "13 ms, 40 MB"),
    ("open_groups", 1_000_000, "370 ms, 382 MB"),
];

/// The schemas that end at a bound, the size of each, and the review's figures.
pub(crate) const HOSTILE: [(&str, usize, &str); 8] = [
    ("references in a row", 10_000, "10 ms"),
    ("references that double", 32, "0.1 ms"),
    ("dynamic references that double", 32, "under 1 ms"),
    ("parts that double", 16, "18 ms"),
    ("alternatives that double", 32, "under 1 ms"),
    ("parts of alternatives", 64, "1.1 ms"),
    ("levels", 100_000, "0.0 ms"),
    ("types that contain one another", 8, "93 ms"),
];
