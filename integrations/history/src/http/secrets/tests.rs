//! Redaction: every spelling of a secret is removed, and nothing else.

use super::*;

/// The replacement of a secret.
const REDACTED: &str = "[redacted]";

fn secrets(url: &str, headers: &[(&str, &str)]) -> SinkSecrets {
    let headers: Vec<_> = headers
        .iter()
        .map(|(name, value)| {
            (
                name.parse().unwrap(),
                HeaderValue::try_from(*value).unwrap(),
            )
        })
        .collect();
    SinkSecrets::new(&url.parse().unwrap(), &headers)
}

#[track_caller]
fn hides(secrets: &SinkSecrets, spelled: &str) {
    let out = secrets.redact(&format!("before {spelled} after"));
    assert_eq!(out, format!("before {REDACTED} after"), "{spelled}");
}

#[track_caller]
fn keeps(secrets: &SinkSecrets, text: &str) {
    assert_eq!(secrets.redact(text), text);
}

#[test]
fn a_query_is_hidden_whole_and_by_its_values() {
    let secrets = secrets(
        "https://h/v1?key=QUERY-SECRET&a=1&flag-secret&n=J%C3%BCrg+K",
        &[],
    );
    for spelled in [
        "QUERY-SECRET",
        "key=QUERY-SECRET&a=1&flag-secret&n=J%C3%BCrg+K",
        "key=QUERY-SECRET\\u0026a=1\\u0026flag-secret\\u0026n=J\\u00fcrg\\u0020K",
        "key=QUERY-SECRET&amp;a=1&amp;flag-secret&amp;n=Jürg K",
        "flag-secret",
        "Jürg K",
        "Jürg+K",
        "J%C3%BCrg%20K",
    ] {
        hides(&secrets, spelled);
    }
    keeps(&secrets, r#"{"key":1,"a":1}"#);
}

#[test]
fn a_path_and_its_segments_that_look_random_are_hidden() {
    let webhook = secrets("https://hooks.example.com/services/T0AB/v2/XyZ%2F9", &[]);
    for spelled in [
        "/services/T0AB/v2/XyZ%2F9",
        "\\/services\\/T0AB\\/v2\\/XyZ\\/9",
        "%2Fservices%2FT0AB%2Fv2%2FXyZ%252F9",
        "T0AB",
        "XyZ/9",
    ] {
        hides(&webhook, spelled);
    }
    keeps(&webhook, r#"{"services":"v2"}"#);
    keeps(&secrets("https://h/", &[]), "GET / HTTP/1.1");
}

#[test]
fn credentials_are_hidden_without_their_scheme() {
    for (value, parts) in [
        ("Bearer abcd.efgh", &["Bearer abcd.efgh", "abcd.efgh"][..]),
        ("token GHP-123", &["token GHP-123", "GHP-123"]),
        // `me:open sesame`.
        (
            "Basic bWU6b3BlbiBzZXNhbWU=",
            &[
                "bWU6b3BlbiBzZXNhbWU=",
                "bWU6b3BlbiBzZXNhbWU",
                "me:open sesame",
                "open sesame",
            ],
        ),
        (
            r#"Digest username="mona", response="6629fae4""#,
            &["6629fae4", r#"username="mona", response="6629fae4""#],
        ),
        (
            "AWS4-HMAC Credential=AKIA/2026, Signature=fe5f80",
            &["AKIA/2026", "fe5f80"],
        ),
        ("K-1;K-22;K-333", &["K-22", "K-333"]),
    ] {
        let secrets = secrets("https://h/", &[("authorization", value)]);
        for part in parts.iter().filter(|part| part.len() >= SHORTEST) {
            hides(&secrets, part);
        }
        keeps(&secrets, "Bearer, token, Basic, Digest");
    }
}

#[test]
fn each_cookie_is_hidden() {
    let cookies = "sid=31d4d96e; theme=dark; csrf=\"u32t\"";
    let secrets = secrets("https://h/", &[("cookie", cookies)]);
    for spelled in ["31d4d96e", "dark", "u32t", "sid=31d4d96e"] {
        hides(&secrets, spelled);
    }
    keeps(&secrets, "sid, theme, csrf");
}

#[test]
fn values_of_three_bytes_are_kept_and_of_four_hidden() {
    let secrets = secrets("https://h/?a=123&b=1234", &[("x-tenant", "7")]);
    keeps(&secrets, r#"{"accepted":7,"id":123}"#);
    hides(&secrets, "1234");
}

/// A generator with a fixed seed, so that failures are reproducible.
struct Draw(u64);

impl Draw {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % n
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    /// A character in one of the spellings that receivers use.
    fn spelled(&mut self, char: char) -> String {
        let bytes = char.to_string().into_bytes();
        let join = |all: Vec<String>| all.concat();
        let percent = |mark: &str| {
            let all = bytes.iter().map(|byte| format!("{mark}{byte:02X}"));
            join(all.collect())
        };
        let units = |mark: &str| {
            let units = char.encode_utf16(&mut [0; 2]).to_vec();
            let all = units.iter().map(|unit| format!("{mark}u{unit:04x}"));
            join(all.collect())
        };
        match self.below(10) {
            0 => percent("%"),
            1 => percent("%25"),
            2 => percent("%").to_lowercase(),
            3 => units("\\"),
            4 => units("\\\\"),
            5 => format!("&#{};", u32::from(char)),
            6 => format!("&#x{:x};", u32::from(char)),
            7 if char == ' ' => "+".to_owned(),
            7 if char == '&' => "&amp;".to_owned(),
            7 if "/\"\\'".contains(char) => format!("\\{char}"),
            8 if "/\"\\'".contains(char) => format!("\\\\\\{char}"),
            _ => char.to_string(),
        }
    }
}

/// Any secret, with each character in any spelling.
#[test]
fn no_mixture_of_spellings_is_left() {
    const ALPHABET: [char; 20] = [
        'a', 'Z', '0', '9', '/', '\\', '"', '\'', '%', '&', '+', ';', '<', '#', 'u', 'x', 'n', 'é',
        '中', '😀',
    ];
    let mut draw = Draw(1);
    for _ in 0..20_000 {
        let length = 4 + draw.below(12);
        let secret: String = (0..length).map(|_| draw.of(&ALPHABET)).collect();
        let mut secrets = SinkSecrets(BTreeSet::new());
        secrets.add(&secret);
        let spelled: String = secret.chars().map(|char| draw.spelled(char)).collect();
        let out = secrets.redact(&format!("[{spelled}] [{secret}]"));
        assert_eq!(
            out,
            format!("[{REDACTED}] [{REDACTED}]"),
            "{secret} as {spelled}"
        );
    }
}

/// Texts without the secret's characters are unchanged, even if they look like an escape.
#[test]
fn other_texts_are_kept() {
    const OTHERS: [&str; 14] = [
        "a", "é", "\\", "%", "%4", "%zz", "&", "&amp", "&#;", "\\u", "\\u00", "😀", "+", " ",
    ];
    let mut secrets = SinkSecrets(BTreeSet::new());
    secrets.add("SECRET");
    let mut draw = Draw(2);
    for _ in 0..20_000 {
        let text: String = (0..draw.below(20)).map(|_| draw.of(&OTHERS)).collect();
        keeps(&secrets, &text);
    }
}
