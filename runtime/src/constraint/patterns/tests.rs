//! Patterns in both engines, and their cache.

use super::*;

fn matched(pattern: &str, text: &str) -> bool {
    is_match(pattern, text).expect("a pattern that is read")
}

#[test]
fn the_pattern_that_was_not_used_for_longest_leaves_first() {
    let mut kept = PatternCache::default();
    let max = 8 * (OVERHEAD + 3 + 384);
    let one = || {
        let size = 384;
        Arc::new(CompiledPattern {
            size,
            ..CompiledPattern::default()
        })
    };
    let name = |i: usize| format!("a{i:02}");
    for i in 0..8 {
        kept.add(&name(i), one(), max);
    }
    assert!((0..8).all(|i| kept.get(&name(i)).is_some()));
    for i in 8..100 {
        assert!(kept.get("a00").is_some(), "a pattern in use left");
        kept.add(&name(i), one(), max);
        let sum: usize = kept.all.values().map(|one| one.size).sum();
        assert!(kept.size <= max && kept.size == sum);
    }
    assert!(kept.get("a01").is_none());
    assert!(kept.get("a99").is_some());
}

#[test]
fn a_pattern_is_searched_for() {
    assert!(matched("b+", "abbc"));
    assert!(!matched("^b+$", "abbc"));
}

#[test]
fn letters_and_digits_are_those_of_ascii() {
    assert!(matched(r"^\d{3}$", "123"));
    assert!(!matched(r"^\d{3}$", "१२३"));
    assert!(matched(r"^[\d.]+$", "1.5"));
    assert!(!matched(r"^[\d.]+$", "१.५"));
    assert!(matched(r"^[\w-]+\D\W$", "a_1-x!"));
    assert!(!matched(r"^\w+$", "été"));
    assert!(matched(r"^[^\w]$", "é"));
    assert!(matched(r"^\D$", "१"));
    // A letter of another script is not part of a word.
    assert!(matched(r"t\b", "té"));
    assert!(!matched(r"t\b", "to"));
    assert!(matched(r"^\\d$", r"\d"));
}

#[test]
fn white_space_is_that_of_ecma_262() {
    for space in [
        "\t", "\u{b}", " ", "\u{a0}", "\u{2003}", "\u{2028}", "\u{feff}",
    ] {
        assert!(matched(r"^\s$", space), "{space:?}");
        assert!(matched(r"^[x\s]$", space), "{space:?}");
        assert!(!matched(r"^\S$", space), "{space:?}");
        assert!(!matched(r"^[x\S]$", space), "{space:?}");
        assert!(!matched(r"^[^\s]$", space), "{space:?}");
    }
    for other in ["\u{85}", "x", "\u{200b}", "\u{180e}", "!", "\u{10ffff}"] {
        assert!(!matched(r"^\s$", other), "{other:?}");
        assert!(matched(r"^\S$", other), "{other:?}");
        assert!(matched(r"^[\S]$", other), "{other:?}");
    }
}

/// Found beside `new RegExp(pattern, "u")` of V8.
#[test]
fn a_character_means_the_same_as_in_ecma_262() {
    for (pattern, text, expected) in [
        ("^.+$", "a\rb", false),
        ("^.+$", "a\u{2028}b", false),
        ("^.$", "\u{85}", true),
        ("^[.]$", "x", false),
        ("(?s)^.+$", "a\nb", true),
        ("(?:^.+$)", "a\nb", false),
        ("^[A-Za-z0-9&&_ ]+$", "AT&T", true),
        ("^[--/]+$", ".", true),
        ("^[!--]+$", "%", true),
        ("^[a~~]+$", "~", true),
        ("^[^&&]+$", "&", false),
        (r"^[\w&&-]+$", "a-&", true),
        (r"(?x)^ a \s b $", "a b", true),
        (r"^[\b]$", "\u{8}", true),
        (r"^\S{1,600}$", "Anna", true),
        ("^.{1,2000}$", "Anna", true),
        ("^[^<>]{1,4000}$", "Anna", true),
        (r"(?i)^[^\W_]+$", "Sky", true),
        (r"(?i)^\W+$", "sk", false),
        (r"^/([^/\0]+(/)?)+$", "/usr/lib", true),
        (r"^[^\0-\x1f]+\0$", "a\0", true),
        (r"^[^\0]+$", "a\0", false),
        (r"(?i)^[\x41-\u005A\u{61}-\x{7a}]+$", "Qq", true),
        (r"(?i)^[\x41-\x5A]+$", "[", false),
        (r"^\(?https://.+$", "https://a\rb", false),
        ("^[(?s)].$", "s\u{2028}", false),
        (r"^[a-\x7a--/]$", ".", true),
        (r"^[\x00-\x1f--/]+$", ".", true),
        (r"^[\x41-\x41--a^]$", "_", true),
        (r"^[!#-[\]-~]+$", "a[]", true),
        (r"^[!#-[\]-~]+$", r"\", false),
    ] {
        assert_eq!(matched(pattern, text), expected, "{pattern} on {text:?}");
    }
}

#[cfg(all(feature = "regex", feature = "import"))]
#[test]
fn the_engine_knows_the_properties_that_the_scan_knows() {
    let mut unknown = Vec::new();
    for property in toolcast_pattern::properties() {
        let pattern = format!(r"^\p{{{property}}}$");
        unknown.extend(is_match(&pattern, "").is_none().then_some(pattern));
    }
    assert!(unknown.is_empty(), "{unknown:?}");
}

/// As many repeats as a compile error allows.
#[cfg(feature = "regex")]
#[test]
fn many_repeats_of_large_classes_are_compiled() {
    for pattern in [
        r"^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}' -]{1,100}$",
        r"^\P{L}{1,100}$",
        r"^[\s\S]{1,4000}$",
        r"^\D{1,4000}$",
    ] {
        assert!(is_match(pattern, "x").is_some(), "{pattern}");
    }
}

/// Both engines must agree on the meaning of a pattern that the default features support.
#[cfg(feature = "regex")]
#[test]
fn both_engines_read_a_pattern_alike() {
    let patterns = [
        r"^\d{3}-\d{4}$",
        r"^[A-Za-z_][\w.-]*$",
        r"\bcat\b",
        r"^\S+@\S+\.\S+$",
        r"^[^\s,;]+$",
        r"^(a|bc)*d?$",
        r"^.{2,5}$",
        r"^\x41\u0042$",
        r"^[\[\]\\]+$",
        r"^(?:[0-9a-f]{2}:){2}[0-9a-f]{2}$",
        r"^\D\W\S$",
        r"^[\W\d]+$",
        r"^$",
        r"a{0,2}?b",
        r"^[^\]-]$",
        r"\$\{[a-z]+\}",
    ];
    let pieces = [
        "a", "b", "cat", "A", "B", "-", "12", "3456", " ", "\n", "é", "१", "_", "]", "\\", "[",
        ":", "0f", "${x}", "\u{2028}", "@", ".", "d",
    ];
    let n = pieces.len();
    let texts =
        (0..n * n * n).map(|i| [pieces[i % n], pieces[i / n % n], pieces[i / n / n]].concat());
    let full: Vec<_> = patterns
        .iter()
        .map(|p| Regex::new(&as_regex(p)).unwrap())
        .collect();
    let lite = |p: &&str| regex_lite::Regex::new(&as_regex(p).replace("(?-u:\\b)", "\\b")).unwrap();
    let lite: Vec<_> = patterns.iter().map(lite).collect();
    let mut matched = 0;
    for text in texts.chain(pieces.map(String::from)).chain([String::new()]) {
        for (i, pattern) in patterns.iter().enumerate() {
            let is = full[i].is_match(&text);
            assert_eq!(is, lite[i].is_match(&text), "{pattern} on {text:?}");
            matched += usize::from(is);
        }
    }
    assert!(matched > 10_000, "{matched}");
}

/// Pieces of patterns; two to six of them in a row are a pattern of the test below.
#[cfg(feature = "import")]
#[rustfmt::skip]
const PIECES: &[&str] = &[
    "a", "z", "A", "0", "-", ",", " ", "_", "=", "!", ":", "/", "é", ".", "^", "$", "|", "(",
    ")", "[", "]", "{", "}", "*", "+", "?", "&&", "--", "~~", "[^", "a-z", "z-a", "[a-z]",
    "[]a]", "(a)", "(?:", "(?=", "(?!", "(?<=", "(?<!", "(?>", "(?#", "(?i)", "(?i:",
    "(?im-s)", "(?y)", "(?-", "(?i-i)", "(?ii)", "(?P<n>", "(?<n>", "(?<1>", "(?<n-m>",
    "(?P=n)", "(?P>n)", "{2}", "{2,}", "{,2}", "{2,3}", "{3,2}", "{x}", "{99999999999}",
    "[:alpha:]", "[[:alpha:]]", r"\d", r"\D", r"\w", r"\s", r"\b", r"\b{start}", r"\b{2}",
    r"\b{x}", r"\A", r"\z", r"\Z", r"\G", r"\h", r"\R", r"\X", r"\Q", r"\E", r"\K", r"\1",
    r"\0", r"\k<n>", r"\a", r"\e", r"\n", r"\t", r"\v", r"\cA", r"\x41", r"\x4", r"\x{41}",
    r"\x{}", r"\x{g}", r"[\x41-\x5a]", r"\u0041", r"\u004", r"\ud800", r"\u{41}", r"\U00000041",
    r"\p{Letter}", r"\p{Letters}", r"\p{sc=Grek}", r"\p{sc=Grec}", r"[\p{Script=Greek}&&a]", r"\p{ASCII}", r"\p{}",
    r"\p{gc=Lu}", "[&&a]", "[--/]", "[!--]", "[a~~]", r"\r", r"[\n-\t]", r"\pL", r"\p{L}",
    r"\P{L}", r"\-", r"\/", r"\]", r"\[", r"\(", r"\{", r"\\", r"\é", r"\ ", r"\_", r"\@",
    r"\",
];

/// A pattern that the scan finds readable is read by the engine that the facts ask for, and by
/// none if it finds it unreadable: otherwise no argument would be checked, silently.
#[cfg(feature = "import")]
#[test]
fn a_pattern_is_readable_if_an_engine_reads_it() {
    use crate::import::pattern::{bits, scan};
    use crate::schema::Pattern;
    let mut seed = 1_u64;
    let mut below = |n: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        usize::try_from(seed >> 33).unwrap() % n
    };
    let (mut read, mut unread, mut wrong) = (0, 0, Vec::new());
    for _ in 0..30_000 {
        let pattern: String = (0..2 + below(7))
            .map(|_| PIECES[below(PIECES.len())])
            .collect();
        let Ok(facts) = scan(&pattern) else { continue };
        let full = Regex::new(&as_regex(&pattern));
        let lite = as_regex(&pattern).replace(r"(?-u:\b)", r"\b");
        let lite =
            bits(&facts) & Pattern::FULL_ENGINE != 0 || regex_lite::Regex::new(&lite).is_ok();
        let is_readable = full.is_ok() && lite;
        read += usize::from(is_readable);
        unread += usize::from(!is_readable);
        if is_readable == facts.unreadable {
            wrong.push((pattern, facts.unreadable, full.err(), lite));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {read} and {unread}: {:#?}",
        wrong.len(),
        &wrong[..wrong.len().min(30)]
    );
    assert!(read > 3_000 && unread > 3_000, "{read} {unread}");
}
