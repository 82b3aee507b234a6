//! Compares the scanner with `serde_json`.

use serde_json::Value;

use super::{DecodeLimits, ScanErrorKind, scan};

/// Returns true for intended differences from `serde_json`: duplicate names are rejected.
fn differs(broken: &ScanErrorKind) -> bool {
    broken.what.contains("occurs twice")
}

#[track_caller]
fn agree(text: &str) {
    let judge = serde_json::from_str::<Value>(text);
    match (scan(text, DecodeLimits::DEFAULT), judge) {
        (Ok(tape), Ok(expected)) => assert_eq!(tape.root(text).value(), expected, "{text:?}"),
        (Err(_), Err(_)) => {}
        (Err(broken), Ok(_)) => assert!(differs(&broken), "{text:?}: {broken:?}"),
        // A number too large for a float is valid JSON; its reader reports it.
        (Ok(_), Err(error)) => assert!(
            error.to_string().contains("number out of range"),
            "{text:?}: {error}"
        ),
    }
}

/// Deterministic pseudo-random choices.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap_or(0) % end.max(1)
    }
}

const PIECES: [&str; 44] = [
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "\"",
    "\\",
    " ",
    "\n",
    "\t",
    "\r",
    "null",
    "true",
    "false",
    "nul",
    "0",
    "1",
    "-",
    "-0",
    "01",
    "1.5",
    "1.",
    ".5",
    "1e5",
    "1E-2",
    "1e",
    "1e999",
    "12345678901234567890123",
    "\"a\"",
    "\"b\":",
    "\"\"",
    "\\u0041",
    "\\ud83d\\ude00",
    "\\ud800",
    "\\n",
    "\\x",
    "é",
    "😀",
    "\u{1}",
    "\u{7f}",
    "\u{feff}",
    "NaN",
    "/* */",
];

#[test]
fn it_accepts_what_serde_json_accepts() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    for _ in 0..60_000 {
        let text: String = (0..random.below(9))
            .map(|_| PIECES[random.below(PIECES.len())])
            .collect();
        agree(&text);
        agree(&format!("[{text}]"));
        agree(&format!("\"{text}\""));
        agree(&format!("{{\"k\":{text}}}"));
    }
}

#[test]
fn a_text_changed_or_cut_at_any_byte_is_read_like_serde() {
    let text = r#" {"a":[1,-2.5e+3,"x\n\u00e9\ud83d\ude00",null,true,false,{}],"b c":{"":[[],""]},"d":0} "#;
    agree(text);
    for at in 0..text.len() {
        agree(&text[..at]);
        agree(&text[at..]);
        for piece in PIECES {
            agree(&format!("{}{piece}{}", &text[..at], &text[at..]));
            agree(&format!("{}{piece}{}", &text[..at], &text[at + 1..]));
        }
    }
}

#[test]
fn a_syntax_error_has_its_position() {
    for (text, offset) in [
        ("", 0),
        ("{", 1),
        ("{\"a\" 1}", 5),
        ("[1 2]", 3),
        ("[1,]", 3),
        ("{\"a\":1,}", 7),
        ("\"\\u12g4\"", 1),
        ("\"\\ud800x\"", 1),
        ("1 2", 2),
        ("{\"a\":1,\"b\":2,\"a\":3}", 13),
        ("-", 1),
        ("tru", 0),
    ] {
        assert_eq!(
            scan(text, DecodeLimits::DEFAULT)
                .map(drop)
                .map_err(|broken| broken.offset),
            Err(offset),
            "{text}"
        );
    }
}

#[test]
fn a_text_beyond_a_limit_is_refused() {
    let limits = DecodeLimits {
        bytes: 20,
        depth: 2,
        values: 4,
    };
    let limit = |text: &str| scan(text, limits).map(drop).map_err(|broken| broken.limit);
    assert_eq!(limit("[[1]]"), Ok(()));
    assert_eq!(limit("[[[1]]]"), Err(true));
    assert_eq!(limit("[1,2,3]"), Ok(()));
    assert_eq!(limit("[1,2,3,4]"), Err(true));
    assert_eq!(limit("\"12345678901234567890\""), Err(true));
    assert_eq!(limit("[}"), Err(false));
}

#[test]
fn a_repeated_name_is_an_error_at_its_second_place() {
    // Few names are compared pairwise, many are sorted.
    for n in [2, 8, 9, 50] {
        let mut names: Vec<String> = (0..n).map(|i| format!("\"n{i}\":{{\"n\":{i}}}")).collect();
        let once = format!("{{{}}}", names.join(","));
        assert!(scan(&once, DecodeLimits::DEFAULT).is_ok());
        names.push("\"n\\u0031\":0".to_string());
        let twice = format!("{{{}}}", names.join(","));
        let broken = scan(&twice, DecodeLimits::DEFAULT).expect_err("twice");
        assert_eq!(&twice[broken.offset..], "\"n\\u0031\":0}");
    }
}
