//! Values that each format accepts and rejects.

use super::is;
use crate::schema::Format;

fn all(format: Format<'_>, good: &[&str], bad: &[&str]) {
    for text in good {
        assert!(is(format, text), "{format:?} takes `{text}`");
    }
    for text in bad {
        assert!(!is(format, text), "{format:?} refuses `{text}`");
    }
}

#[test]
fn dates_and_times_are_accepted_as_rfc_3339_has_them() {
    all(
        Format::Date,
        &["2024-02-29", "2000-02-29", "1999-12-31"],
        &[
            "2023-02-29",
            "1900-02-29",
            "2024-13-01",
            "2024-1-1",
            "24-01-01",
            "2024-01-01T",
            "2024-00-10",
            "２024-01-01",
        ],
    );
    all(
        Format::Time,
        &[
            "00:00:00Z",
            "23:59:59.123z",
            "10:00:00+23:59",
            "23:59:60Z",
            "22:59:60-01:00",
            "00:29:60+00:30",
        ],
        &[
            "24:00:00Z",
            "10:60:00Z",
            "10:00:00",
            "10:00Z",
            "10:00:00+24:00",
            "10:00:00.Z",
            "22:59:60Z",
            "10:00:00+1:00",
            "é+01:00",
        ],
    );
    all(
        Format::DateTime,
        &["1985-04-12T23:20:50.52Z", "1996-12-19t16:39:57-08:00"],
        &[
            "1985-04-12 23:20:50Z",
            "1985-04-12",
            "2024-02-30T00:00:00Z",
            "1985-04-12T23:20:50",
        ],
    );
}

#[test]
fn durations_are_accepted_as_iso_8601_has_them() {
    all(
        Format::Duration,
        &[
            "P1Y",
            "P1Y2M3DT4H5M6S",
            "PT36H",
            "P2W",
            "P1M",
            "PT1M",
            "P4DT12H",
        ],
        &[
            "P", "PT", "1Y", "P1", "P1YT", "P1D2H", "P1Y2W", "PT1D", "P1Y1D", "P1S", "-P1D", "P½Y",
        ],
    );
}

#[test]
fn emails_hosts_and_addresses_are_accepted_only_if_valid() {
    all(
        Format::Email,
        &[
            "a@b.example",
            "first.last+tag@sub.example.org",
            "a@[127.0.0.1]",
            "a@[IPv6:::1]",
            "a@[ipv6:::1]",
            r#""a b@c"@d.example"#,
            r#""a\"b"@c"#,
        ],
        &[
            "a",
            "é@example.org",
            r#""é"@example.org"#,
            "@b",
            "a@",
            "a b@c",
            "a..b@c",
            "a@b@c d",
            "a@-b",
            "a@b.example.",
            ".a@b",
            r#""a"b"@c"#,
            r#""a\"@c"#,
            r#""@c"#,
        ],
    );
    all(
        Format::Hostname,
        &[
            "localhost",
            "a.example",
            "xn--nxasmq6b.example",
            "1.example",
        ],
        &["", "-a", "a-", "a..b", "a_b", "é.example"],
    );
    all(
        Format::Uuid,
        &["2EB8AA08-aa98-11ea-b4aa-73b441d16380"],
        &[
            "2eb8aa08aa9811eab4aa73b441d16380",
            "2eb8aa08-aa98-11ea-b4aa-73b441d1638",
            "2eb8aa08-aa98-11ea-b4aa-73b441d1638g",
        ],
    );
    all(
        Format::Ipv4,
        &["127.0.0.1"],
        &["127.0.0.01", "127.1", "::1"],
    );
    all(Format::Ipv6, &["::1", "1::2"], &["1::2::3", "127.0.0.1"]);
}

#[test]
fn addresses_of_the_web_match_their_formats_and_other_texts_do_not() {
    all(
        Format::Uri,
        &[
            "https://a.example/b?c=d#e",
            "mailto:a@b.example",
            "urn:isbn:1",
            "http://[::1]:80/",
            "http://[v1.a:b]/",
            "file:///x",
            "http://u:p@h:1",
        ],
        &[
            "a",
            "/a",
            "//a",
            "http://a b",
            "http://ä",
            "http://a/%zz",
            "1a:b",
            "http://[1]",
            "http://[v.a]",
            "http://[vg.a]",
            "http://a:b",
            "http://a@b@c",
            "http://a[b]@c",
            "a:b[c]",
            "a:#b#c",
        ],
    );
}

/// Formats that only imported schemas have checked.
#[cfg(feature = "validate")]
#[test]
fn references_pointers_and_templates_follow_their_rfcs() {
    for (format, valid, invalid) in [
        (
            "uri-reference",
            &["", "a/b?c#d", "//host/x", "https://x.y/z", "a%20b"][..],
            &["a b", "a%2", "1:b", "\\a", "#a#b"][..],
        ),
        (
            "iri",
            &["https://é.x/ü", "urn:日本"],
            &["é://a", "a b", "https://x/\u{85}"],
        ),
        (
            "iri-reference",
            &["ü/b", "#ü", "é/b:c"],
            &["é:b", "a b", "\\\\x"],
        ),
        ("idn-email", &["ü@é.org", "a@b.c"], &["ü", "a b@c", "@b.c"]),
        (
            "uri-template",
            &["", "/a/{b}{?c,d*}", "{+x:3}", "a'b"],
            &["{a", "}", "{}", "{a b}", "{a:3*}", "a b"],
        ),
        (
            "json-pointer",
            &["", "/", "/a~0b/~1", "/ü"],
            &["a", "/~", "/~2", "#/a"],
        ),
        (
            "relative-json-pointer",
            &["0", "1#", "10/a~1"],
            &["", "01", "-1", "1a", "#", "/a"],
        ),
    ] {
        let is = super::known(format).expect("a format");
        for text in valid {
            assert!(is(text), "{format}: {text:?}");
        }
        for text in invalid {
            assert!(!is(text), "{format}: {text:?}");
        }
    }
}
