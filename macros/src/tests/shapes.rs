//! The shapes that serde's attributes produce, by the runtime's names in the expansion. Other tests
//! compare them with serde's behaviour on real values.

use super::derive;

/// Returns the parts of an expansion that identify its shapes, in order.
fn parts(expansion: &str, words: &str) -> String {
    let mut found: Vec<(usize, &str)> = words
        .split(' ')
        .flat_map(|word| expansion.match_indices(word))
        .collect();
    found.sort_unstable();
    found
        .iter()
        .map(|(_, word)| *word)
        .collect::<Vec<_>>()
        .join(" ")
}

fn kinds(text: &str) -> String {
    let expansion = derive(text);
    assert!(!expansion.contains("compile_error"), "{expansion}");
    let words = "Kind::Null Kind::Never Kind::Array Kind::Tuple Kind::Object Kind::Enum Kind::Union Kind::Newtype transparent:true Tagging::External Tagging::Internal Tagging::Adjacent Tagging::Untagged UnknownNames::Rejected";
    parts(&expansion, words)
        .replace("Kind::", "")
        .replace("Tagging::", "~")
        .replace("UnknownNames::", "")
}

#[test]
fn structs_have_the_kind_of_their_json() {
    for (text, expected) in [
        ("struct A;", "Null"),
        ("struct A();", "Array"),
        ("struct A {}", "Object"),
        ("struct A(u8);", "Newtype"),
        (
            "#[serde(transparent)] struct A { a: u8, b: PhantomData<u8> }",
            "Newtype transparent:true",
        ),
        ("struct A(u8, u8);", "Tuple"),
        ("struct A(#[serde(skip)] u8, u8);", "Tuple"),
        (
            "#[serde(deny_unknown_fields)] struct A { a: u8 }",
            "Object Rejected",
        ),
        (
            "#[serde(try_from = \"u8\")] struct A { a: Unheard }",
            "Newtype transparent:true",
        ),
        (
            "#[tool(as = \"u8\")] enum A { B(Unheard) }",
            "Newtype transparent:true",
        ),
        ("#[serde(tag = \"t\")] struct A { a: u8 }", "Object Enum"),
    ] {
        assert_eq!(kinds(text), expected, "{text}");
    }
}

#[test]
fn enums_have_the_kind_of_their_json() {
    for (text, expected) in [
        ("enum A {}", "Never"),
        ("enum A { B, C }", "Enum"),
        (
            "enum A { B, C(u8), D, E { f: u8 }, G(u8, u8) }",
            "Union Enum Object Rejected Object Object Rejected Object Tuple Rejected ~External",
        ),
        ("enum A { B, C(#[serde(skip)] Unheard) }", "Enum"),
        (
            "#[serde(tag = \"t\")] enum A { B, C(u8), D { e: u8 } }",
            "Union Object Enum Object Enum Object Enum ~Internal",
        ),
        (
            "#[serde(tag = \"t\", content = \"c\")] enum A { B, C(u8, u8) }",
            "Union Object Enum Object Enum Tuple ~Adjacent",
        ),
        (
            "#[serde(untagged)] enum A { B, C(u8), D { e: u8 }, F(u8, u8) }",
            "Union Null Newtype transparent:true Object Tuple ~Untagged",
        ),
        (
            "enum A { B, #[serde(untagged)] C(u8) }",
            "Union Enum Newtype transparent:true ~Untagged",
        ),
        ("#[tool(repr)] #[repr(u8)] enum A { B = 3, C }", "Enum"),
        ("enum A { B, #[serde(skip)] C(Unheard) }", "Enum"),
    ] {
        assert_eq!(kinds(text), expected, "{text}");
    }
}

fn flags(field: &str) -> String {
    let expansion = derive(&format!("struct A {{ {field} }}"));
    assert!(!expansion.contains("compile_error"), "{expansion}");
    let words = "FLATTEN Field::DEFAULTED NULL_IS_VALUE REQUIRED OUTPUT_ONLY INPUT_ONLY INLINE FILL_DEFAULT MAYBE_OUTPUT HIDDEN_DEFAULT";
    parts(&expansion, words).replace("Field::", "")
}

#[test]
fn attributes_of_fields_give_the_facts_of_properties() {
    for (field, expected) in [
        ("a: u8", ""),
        ("#[serde(default)] a: u8", "DEFAULTED"),
        ("#[serde(default = \"f\")] a: u8", "DEFAULTED NULL_IS_VALUE"),
        ("#[serde(flatten)] a: B", "FLATTEN"),
        ("#[serde(skip_deserializing)] a: u8", "OUTPUT_ONLY"),
        ("#[serde(skip_serializing)] a: u8", "INPUT_ONLY"),
        (
            "#[serde(skip_serializing_if = \"f\")] a: u8",
            "MAYBE_OUTPUT",
        ),
        ("#[serde(skip)] a: Unheard", ""),
        (
            "#[serde(with = \"m\")] #[tool(as = \"u8\")] a: B",
            "REQUIRED",
        ),
        (
            "#[serde(with = \"m\", default)] #[tool(schema_with = m)] a: B",
            "DEFAULTED NULL_IS_VALUE",
        ),
        ("#[tool(default = 3)] a: u8", "DEFAULTED FILL_DEFAULT"),
        (
            "#[serde(default)] #[tool(default = f())] a: u8",
            "DEFAULTED HIDDEN_DEFAULT",
        ),
        ("#[tool(inline)] a: B", "INLINE"),
    ] {
        assert_eq!(flags(field), expected, "{field}");
    }
}

#[test]
fn names_are_those_that_serde_reads() {
    for (text, expected) in [
        (
            "#[serde(rename_all = \"camelCase\")] struct A { a_b: u8 }",
            "\"aB\"",
        ),
        (
            "#[serde(rename_all(serialize = \"camelCase\"))] struct A { a_b: u8 }",
            ".output(__tool::Key::new(\"aB\",",
        ),
        (
            "struct A { #[serde(rename(deserialize = \"x\", deserialize = \"y\"))] a: u8 }",
            ".aliases(&[\"y\"])",
        ),
        (
            "struct A { #[serde(alias = \"x\", alias = \"y\")] a: u8 }",
            ".aliases(&[\"x\",\"y\"])",
        ),
        (
            "#[serde(rename_all = \"UPPERCASE\", rename_all_fields = \"kebab-case\")] enum A { Bc { d_e: u8 } }",
            "(\"d-e\",",
        ),
        (
            "#[serde(rename_all_fields = \"kebab-case\")] enum A { #[serde(rename_all = \"UPPERCASE\")] B { d_e: u8 } }",
            "(\"D_E\",",
        ),
        ("struct A { r#type: u8 }", "(\"type\",\"\\\"type\\\":\",0,"),
        (
            "struct A { #[serde(rename = \"1 a.b\")] a: u8 }",
            "0|__tool::Key::ODD|__tool::Key::PUNCTUATED|__tool::Key::LEADING",
        ),
        (
            "struct A { #[serde(flatten, rename = \"x\")] a: B }",
            "(\"a\",",
        ),
    ] {
        let expansion = derive(text);
        assert!(expansion.contains(expected), "{text}: {expansion}");
    }
}
