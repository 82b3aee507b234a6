//! Enums with 60 variants in lists of thousands of items: valid calls are decoded, and hostile
//! ones end.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::fmt::Write;
use std::time::{Duration, Instant};
use toolcast::{Provider, ToolSchema, decode};

macro_rules! enums {
    ($($variant:ident $field:ident)*) => {
        /// The tag among the properties.
        #[derive(Debug, Deserialize, ToolSchema)]
        #[serde(tag = "kind")]
        #[allow(dead_code)]
        enum Internal {
            $($variant { id: u32, #[tool(range(..=9))] n: u8, text: Option<String> },)*
        }

        /// Tag and content.
        #[derive(Debug, Deserialize, ToolSchema)]
        #[serde(tag = "kind", content = "of")]
        #[allow(dead_code)]
        enum Adjacent {
            $($variant { id: u32, #[tool(range(..=9))] n: u8 },)*
        }

        /// A name for each.
        #[derive(Debug, Deserialize, ToolSchema)]
        #[allow(dead_code)]
        enum External {
            $($variant { id: u32, #[tool(range(..=9))] n: u8 },)*
        }

        /// A property for each.
        #[derive(Debug, Deserialize, ToolSchema)]
        #[serde(untagged)]
        #[allow(dead_code)]
        enum Untagged {
            $($variant { $field: u32, #[tool(range(..=9))] n: u8 },)*
        }

        /// The variant's properties among others.
        #[derive(Debug, Deserialize, ToolSchema)]
        #[allow(dead_code)]
        struct Flat {
            #[tool(range(..=9))]
            times: u8,
            #[serde(flatten)]
            of: Untagged,
        }

        const NAMES: &[(&str, &str)] = &[$((stringify!($variant), stringify!($field))),*];
    };
}

enums! {
        A00 a00 A01 a01 A02 a02 A03 a03 A04 a04 A05 a05 A06 a06 A07 a07 A08 a08 A09 a09 A10 a10
        A11 a11 A12 a12 A13 a13 A14 a14 A15 a15 A16 a16 A17 a17 A18 a18 A19 a19 A20 a20 A21 a21
        A22 a22 A23 a23 A24 a24 A25 a25 A26 a26 A27 a27 A28 a28 A29 a29 A30 a30 A31 a31 A32 a32
        A33 a33 A34 a34 A35 a35 A36 a36 A37 a37 A38 a38 A39 a39 A40 a40 A41 a41 A42 a42 A43 a43
        A44 a44 A45 a45 A46 a46 A47 a47 A48 a48 A49 a49 A50 a50 A51 a51 A52 a52 A53 a53 A54 a54
        A55 a55 A56 a56 A57 a57 A58 a58 A59 a59
}

/// A list of so many items, with all variants in turn; the last item's `n` is given.
fn list(items: usize, last: u8, item: impl Fn(&str, &str, u8) -> String) -> String {
    let mut text = String::from("{\"value\":[");
    for i in 0..items {
        let (variant, field) = NAMES[i * 7 % NAMES.len()];
        let n = if i + 1 == items { last } else { 9 };
        let _ = write!(
            text,
            "{}{}",
            if i == 0 { "" } else { "," },
            item(variant, field, n)
        );
    }
    text + "]}"
}

fn internal(variant: &str, _: &str, n: u8) -> String {
    format!(r#"{{"kind":"{variant}","id":1,"n":{n}}}"#)
}

fn adjacent(variant: &str, _: &str, n: u8) -> String {
    format!(r#"{{"kind":"{variant}","of":{{"id":1,"n":{n}}}}}"#)
}

fn external(variant: &str, _: &str, n: u8) -> String {
    format!(r#"{{"{variant}":{{"id":1,"n":{n}}}}}"#)
}

fn untagged(_: &str, field: &str, n: u8) -> String {
    format!(r#"{{"{field}":1,"n":{n}}}"#)
}

const ITEMS: usize = 5_000;

/// The time at which the test gives up. It measures no speed.
const HANG: Duration = Duration::from_secs(120);

#[track_caller]
fn read<T: DeserializeOwned + ToolSchema + core::fmt::Debug>(
    items: usize,
    item: impl Fn(&str, &str, u8) -> String,
) {
    let begun = Instant::now();
    let text = list(items, 9, &item);
    let read = decode::<Vec<T>>(Provider::OpenAi, &text);
    assert_eq!(read.map(|all| all.len()), Ok(items));
    let right = begun.elapsed();
    let text = list(items, 10, &item);
    let error = decode::<Vec<T>>(Provider::OpenAi, &text).expect_err("the last is wrong");
    assert_eq!(error.faults.len(), 1, "{error}");
    assert_eq!(
        error.faults[0].path.rsplit('.').next(),
        Some("n"),
        "{error}"
    );
    // Shown with `--nocapture`.
    println!("{items} items: right {right:?}, both {:?}", begun.elapsed());
    assert!(begun.elapsed() < HANG);
}

#[test]
fn lists_of_tagged_variants_are_decoded() {
    read::<Internal>(ITEMS, internal);
    read::<Adjacent>(ITEMS, adjacent);
    read::<External>(ITEMS, external);
}

#[test]
fn lists_of_untagged_variants_are_decoded() {
    read::<Untagged>(5_000, untagged);
    read::<Flat>(2_500, |_, field, n| {
        format!(r#"{{"times":1,"{field}":1,"n":{n}}}"#)
    });
}

/// An item that fits no variant is an error, even if that takes many steps to find out.
#[test]
fn items_of_no_variant_are_rejected() {
    let begun = Instant::now();
    for item in [
        r#"{"n":1}"#,
        r#"{"kind":"B","id":1,"n":1}"#,
        r#"{"kind":"A59","id":true,"n":1}"#,
        r#"{"a59":true,"n":1}"#,
        r#"{"A59":[]}"#,
        r#"["A59"]"#,
        "[]",
    ] {
        let text = format!(
            "{{\"value\":[{}{item}]}}",
            format!("{item},").repeat(20_000)
        );
        assert!(decode::<Vec<Internal>>(Provider::Cohere, &text).is_err());
        assert!(decode::<Vec<Adjacent>>(Provider::Cohere, &text).is_err());
        assert!(decode::<Vec<External>>(Provider::Cohere, &text).is_err());
        assert!(decode::<Vec<Untagged>>(Provider::Cohere, &text).is_err());
        assert!(decode::<Vec<Flat>>(Provider::Cohere, &text).is_err());
    }
    println!("{:?}", begun.elapsed());
    assert!(begun.elapsed() < HANG);
}
