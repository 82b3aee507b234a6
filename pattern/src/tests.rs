//! The facts and errors that a scan of a pattern finds.

use crate::{PatternFacts, scan};

fn words(facts: &PatternFacts) -> String {
    let all = [
        (facts.anchored_start, "start"),
        (facts.anchored_end, "end"),
        (facts.anchor, "anchor"),
        (facts.word_boundary, "word"),
        (facts.unicode_class, "unicode"),
        (facts.back_reference, "back"),
        (facts.lookaround, "look"),
        (facts.dialect, "dialect"),
        (facts.class_operation, "operation"),
        (facts.unreadable, "unreadable"),
        (facts.too_large, "large"),
    ];
    let mut words: Vec<&str> = all.iter().filter(|it| it.0).map(|it| it.1).collect();
    let repeat = facts.largest_repeat.to_string();
    if facts.largest_repeat > 0 {
        words.push(&repeat);
    }
    words.join(" ")
}

#[test]
fn a_pattern_has_the_facts_of_its_syntax() {
    for (pattern, expected) in [
        ("", ""),
        ("abc", ""),
        ("^abc$", "start end anchor"),
        ("^a|^b", "start anchor"),
        ("a$|b$", "end anchor"),
        ("^a|b$", "anchor"),
        ("^(a|b)$", "start end anchor"),
        ("^a|", "anchor"),
        ("(^a$)", "anchor"),
        (r"^a\$", "start anchor"),
        (r"\^a$", "end anchor"),
        ("[$^]", ""),
        (r"\bword\b", "word"),
        (r"\Bword", "word unreadable"),
        (r"\p{L}+\P{Lu}", "unicode"),
        (r"(a)\1", "back unreadable"),
        (r"(?P<n>a)(?P=n)", "back dialect unreadable"),
        (r"a(?=b)(?<!c)", "look unreadable"),
        ("(?i)a", "dialect"),
        ("(?i:a)(?:b)", "dialect"),
        (r"\Aa\z", "dialect"),
        ("[a&&[^b]]", "dialect operation"),
        ("[+--]", "dialect"),
        ("[a[b]]", "dialect operation"),
        ("[a-b~~c]", "dialect"),
        ("[[:alpha:]]", "dialect"),
        (r"\x{41}", "dialect"),
        (r"\x41\u0041\d\w\s\.\/", ""),
        ("a{3}b{2,40}c{7,}", "40"),
        ("a{x}", "unreadable"),
        (r"^[A-Z]{2}-\d{4,6}$", "start end anchor 6"),
        (r"[\]\[)(]", ""),
        (r"\(a\)", ""),
        (r"[\b]", "dialect"),
        (r"a\Z", "dialect unreadable"),
        (r"\q", "unreadable"),
        ("(?>a)", "dialect unreadable"),
        ("(?<year>a)(?i)", "dialect"),
        (r"[a-\d]", "unreadable"),
        ("(?<sep>:?)[!#-[\\]-~]", "dialect"),
        (
            r"\p{L}{1,50}(?: \p{L}{1,50}){0,9}",
            "unicode unreadable large 50",
        ),
        (r"\p{L}{1,50}(?: \p{L}){0,9}", "unicode 50"),
        (r"(?:\S{1,200} ?){1,100}", "unreadable large 200"),
        ("^^a$$", "start end anchor"),
        ("ü{2}é", "2"),
    ] {
        assert_eq!(words(&scan(pattern).unwrap()), expected, "{pattern}");
    }
}

#[test]
fn invalid_patterns_are_errors() {
    for pattern in [
        "(",
        ")",
        "a(b",
        "a)b",
        "[a",
        "[",
        "[]",
        r"a\",
        r"[\",
        "*a",
        "(+a)",
        "a|?",
        "a{5,2}",
        "[a[b]",
        "[z-a]",
        r"[\x42-\x41]",
    ] {
        assert!(scan(pattern).is_err(), "{pattern}");
    }
}
