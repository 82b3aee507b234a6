//! No fault repeats a password, wherever the mistake is: in the JSON text, in another value, in a
//! name, in a list around it.

#![expect(dead_code, reason = "only faults are looked at")]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use toolcast::{Provider, ToolSchema, decode};
use toolcast_test_support::mutate::mutate;
use toolcast_test_support::random;

/// Digits, which no mutation writes in another way.
const SECRET: &str = "7707077";

/// A part of the secret that a mutation leaves.
const PART: &str = "707077";

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, ToolSchema)]
#[serde(transparent)]
struct Password(#[tool(format = "password")] String);

#[derive(Debug, Deserialize, ToolSchema)]
struct Login {
    user: String,
    #[serde(alias = "pass")]
    password: Password,
}

#[derive(Debug, Deserialize, ToolSchema)]
#[serde(tag = "kind", content = "with")]
enum Access {
    Login(Login),
    Pair(u8, Password),
    Key { key: Password },
    Open,
}

#[derive(Debug, Deserialize, ToolSchema)]
#[serde(tag = "kind")]
enum Tagged {
    Login(Login),
    Key { key: Password, n: u8 },
}

#[derive(Debug, Deserialize, ToolSchema)]
#[serde(untagged)]
enum Either {
    Login(Login),
    Key { key: Password, n: u8 },
    List(Vec<Password>),
}

#[derive(Debug, Deserialize, ToolSchema)]
struct Flat {
    id: u8,
    #[serde(flatten)]
    access: Option<Tagged>,
}

#[derive(Debug, Deserialize, ToolSchema)]
struct Open {
    password: Password,
    #[serde(flatten)]
    rest: BTreeMap<String, i32>,
}

#[derive(Debug, Deserialize, ToolSchema)]
struct Kept {
    set: BTreeSet<Password>,
    all: Vec<Login>,
    by_name: BTreeMap<String, Password>,
    pair: (u8, Option<Password>),
}

/// A password under more types than a reader would count.
#[derive(Debug, Deserialize, ToolSchema)]
struct Deep<T> {
    n: u8,
    inner: Option<Vec<T>>,
}

type Deepest = Deep<Deep<Deep<Deep<Deep<Login>>>>>;

#[derive(Debug, Deserialize, ToolSchema)]
struct Tree {
    password: Option<Password>,
    children: Vec<Tree>,
}

fn assert_hidden<T: DeserializeOwned + ToolSchema + Debug>(text: &str) {
    for provider in [
        Provider::JsonSchema,
        Provider::OpenAi,
        Provider::Gemini,
        Provider::Portable,
    ] {
        if let Err(errors) = decode::<T>(provider, text) {
            let words = format!("{errors} {errors:?}");
            assert!(!words.contains(PART), "{provider}: {text}\n{errors}");
        }
    }
}

/// Checks damaged texts and damaged values. A secret that is moved to the place of another string
/// can't be known, and no damage moves one.
fn never_repeated<T: DeserializeOwned + ToolSchema + Debug>(value: &Value) {
    let text = value.to_string();
    decode::<T>(Provider::JsonSchema, &text).expect("it is valid");
    for at in (1..text.len()).filter(|at| text.is_char_boundary(*at)) {
        assert_hidden::<T>(&text[..at]);
        assert_hidden::<T>(&format!("{},{}", &text[..at], &text[at..]));
        let doubled = text.replacen('{', &format!("{{\"x\":\"{SECRET}\",\"x\":1,"), 1);
        assert_hidden::<T>(&doubled);
    }
    let checked = random(300, |tape| {
        assert_hidden::<T>(&mutate(value.clone(), tape).to_string());
        Ok(())
    });
    checked.expect("no secret");
}

#[test]
fn no_fault_repeats_a_password() {
    let login = json!({"user": "ada", "password": SECRET});
    never_repeated::<Login>(&login);
    never_repeated::<Deep<Access>>(&json!({"n": 1, "inner": [
        {"kind": "Login", "with": login},
        {"kind": "Pair", "with": [1, SECRET]},
        {"kind": "Key", "with": {"key": SECRET}},
        {"kind": "Open"},
    ]}));
    never_repeated::<Deep<Tagged>>(&json!({"n": 1, "inner": [
        {"kind": "Login", "user": "ada", "password": SECRET},
        {"kind": "Key", "key": SECRET, "n": 2},
    ]}));
    never_repeated::<Deep<Either>>(&json!({"n": 1, "inner": [
        login,
        {"key": SECRET, "n": 2},
        [SECRET],
    ]}));
    never_repeated::<Flat>(&json!({"id": 1, "kind": "Key", "key": SECRET, "n": 2}));
    never_repeated::<Open>(&json!({"password": SECRET, "x": 1}));
    never_repeated::<Kept>(&json!({
        "set": [SECRET],
        "all": [login],
        "by_name": {"a": SECRET},
        "pair": [1, SECRET],
    }));
    let mut deep = login;
    for n in 0..5 {
        deep = json!({"n": n, "inner": [deep]});
    }
    never_repeated::<Deepest>(&deep);
    never_repeated::<Tree>(&json!({
        "password": null,
        "children": [{"children": [{"password": SECRET, "children": []}]}],
    }));
}

#[test]
fn a_set_with_a_password_twice_is_a_fault_that_does_not_show_it() {
    let text = json!({"n": 1, "inner": [{
        "set": [SECRET, SECRET], "all": [], "by_name": {}, "pair": [1, null],
    }]});
    assert_hidden::<Deep<Kept>>(&text.to_string());
    let errors = decode::<Deep<Kept>>(Provider::JsonSchema, &text.to_string());
    assert_eq!(
        errors.expect_err("a fault").faults[0].to_string(),
        "$.inner[0].set: expected no item twice, got a value that is not shown"
    );
}
