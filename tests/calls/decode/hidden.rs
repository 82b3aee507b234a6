//! Fields with `#[tool(hidden)]`: serde reads them, and a model can't set them.

#![allow(clippy::needless_pass_by_value)] // Tools own their parameters.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use toolcast::{Dialect, Provider, ToolSchema, decode, from_model, to_model, tool};
use toolcast_test_support::json::change_each;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToolSchema)]
struct Probe {
    name: String,
    #[serde(default, alias = "admin", rename = "is-root")]
    #[tool(hidden)]
    root: bool,
    level: Option<u8>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Around {
    #[serde(flatten)]
    probe: Probe,
    #[serde(flatten)]
    others: BTreeMap<String, Value>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Maybe {
    id: u8,
    #[serde(flatten)]
    probe: Option<Probe>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Tagged {
    One(Probe),
    Two {
        #[serde(default)]
        #[tool(hidden)]
        root: bool,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
enum Named {
    One(Probe),
    Two {
        #[serde(default)]
        #[tool(hidden)]
        root: bool,
        size: u8,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum Untagged {
    Many(Vec<u8>),
    One(Probe),
    Names(BTreeMap<String, u8>),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Nested {
    list: Vec<Probe>,
    set: BTreeSet<Probe>,
    map: BTreeMap<String, Probe>,
    pair: (Probe, Option<Probe>),
}

fn probe(name: &str) -> Probe {
    Probe {
        name: name.into(),
        root: false,
        level: None,
    }
}

/// Adds the hidden names to each object that has a name of a [`Probe`] or a size.
fn with_hidden_names(value: &mut Value, name: &str) {
    change_each(value, &mut |value| {
        if value.get("name").is_some() || value.get("size").is_some() {
            value[name] = json!(true);
        }
    });
}

/// Sends a value with and without hidden names to each dialect, and expects the same value.
fn keeps_default<T>(value: &T)
where
    T: Debug + PartialEq + Serialize + DeserializeOwned + ToolSchema,
{
    let schema = T::SCHEMA.get();
    for dialect in Dialect::all() {
        let provider = dialect.provider();
        let plain = to_model(schema, dialect, serde_json::to_value(value).expect("JSON"));
        for name in ["is-root", "admin", "root"] {
            let mut sent = plain.clone();
            with_hidden_names(&mut sent, name);
            assert_ne!(sent, plain, "no hidden name was added");
            let found: T = decode(provider, &sent.to_string())
                .unwrap_or_else(|errors| panic!("{provider}: {sent}: {errors}"));
            assert_eq!(&found, value, "{provider}: {sent}");
            let undone = from_model(schema, dialect, sent.clone());
            let found: T = serde_json::from_value(undone)
                .unwrap_or_else(|error| panic!("{provider}: {sent}: {error}"));
            assert_eq!(&found, value, "{provider}: {sent}, by `from_model`");
        }
    }
}

#[test]
fn a_hidden_field_keeps_its_default() {
    keeps_default(&probe("a"));
    keeps_default(&Maybe {
        id: 1,
        probe: Some(probe("b")),
    });
    keeps_default(&Tagged::One(probe("c")));
    keeps_default(&Named::One(probe("d")));
    keeps_default(&Untagged::One(probe("e")));
    keeps_default(&Nested {
        list: vec![probe("f"), probe("g")],
        set: BTreeSet::from([probe("h")]),
        map: BTreeMap::from([("i".into(), probe("j"))]),
        pair: (probe("k"), Some(probe("l"))),
    });
}

#[test]
fn a_map_beside_it_does_not_get_a_hidden_name() {
    let mut lists = 0;
    for dialect in Dialect::all() {
        let provider = dialect.provider();
        let value = Around {
            probe: probe("a"),
            others: BTreeMap::from([("x".into(), json!(1))]),
        };
        let schema = Around::SCHEMA.get();
        let mut sent = to_model(schema, dialect, serde_json::to_value(&value).expect("JSON"));
        sent["is-root"] = json!(true);
        let undone = from_model(schema, dialect, sent.clone());
        let found: Result<Around, _> = serde_json::from_value(undone);
        let found = found.unwrap_or_else(|error| panic!("{provider}: {sent}: {error}"));
        assert_eq!(found, value, "{provider}: {sent}");
        // The list of other names can't set it either.
        let list = r#"{"name":"a","level":null,"others":[{"key":"admin","value":"true"}]}"#;
        if let Ok(found) = decode::<Around>(provider, list) {
            assert!(!found.probe.root, "{provider}");
            lists += 1;
        }
    }
    assert!(lists > 0);
}

#[test]
fn a_variant_of_hidden_fields_keeps_their_defaults() {
    let sent = r#"{"kind":"two","root":true}"#;
    let found: Tagged = decode(Provider::Mcp, sent).expect("a value");
    assert_eq!(found, Tagged::Two { root: false });
    let found: Named = decode(Provider::Mcp, r#"{"Two":{"size":1,"root":true}}"#).expect("a value");
    assert_eq!(
        found,
        Named::Two {
            root: false,
            size: 1
        }
    );
}

#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
struct Last {
    name: String,
    #[serde(default)]
    #[tool(hidden)]
    root: bool,
}

#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
struct All {
    list: Vec<Last>,
}

/// Serde would read the first alternative from a list.
#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
#[serde(untagged)]
enum LastOrAny {
    Last(Last),
    Any(Vec<Value>),
}

#[test]
fn a_list_cannot_set_a_hidden_field() {
    let found: Vec<Last> = decode(Provider::Mcp, r#"[["a"]]"#).expect("serde's list form");
    assert_eq!(
        found,
        [Last {
            name: "a".into(),
            root: false
        }]
    );
    let errors = decode::<All>(Provider::Mcp, r#"{"list":[["a",true]]}"#).expect_err("a fault");
    let text = errors.to_string();
    assert!(text.contains("$.list[0]: expected an object"), "{text}");

    let errors = decode::<LastOrAny>(Provider::Mcp, r#"["a", true]"#).expect_err("a fault");
    assert!(errors.to_string().contains("expected"), "{errors}");
    let found: LastOrAny = decode(Provider::Mcp, "[1, true]").expect("the second alternative");
    assert_eq!(found, LastOrAny::Any(vec![json!(1), json!(true)]));
}

/// Rejects other names.
#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
#[serde(deny_unknown_fields)]
struct Closed {
    name: String,
    #[serde(default)]
    #[tool(hidden)]
    root: bool,
}

#[tool]
fn closed(closed: Closed, #[tool(flatten)] probe: Probe) -> bool {
    closed.root || probe.root
}

#[test]
fn a_hidden_name_is_an_unknown_name() {
    let sent = r#"{"name":"a","root":true}"#;
    let errors = decode::<Closed>(Provider::Mcp, sent).expect_err("a fault");
    assert_eq!(
        errors.to_string(),
        "Invalid response. Fix these problems and send the whole response again:\n- $.root is unknown: expected no property but `name`"
    );
    let call = |arguments: Value| {
        let text = arguments.to_string();
        let result = closed::call(Provider::Mcp, &text).now_or_never();
        format!("{result:?}")
    };
    let found = call(json!({"closed": {"name": "a", "root": true}, "name": "b"}));
    assert!(found.contains("$.closed.root"), "{found}");
    let found = call(json!({"closed": {"name": "a"}, "name": "b", "admin": true}));
    assert!(found.contains("$.admin"), "{found}");
    let found = call(json!({"closed": {"name": "a"}, "name": "b"}));
    assert!(found.contains("false"), "{found}");
}

#[test]
fn no_schema_has_a_hidden_field() {
    let schema: Value =
        serde_json::from_str(toolcast::schema!(Probe, Provider::Mcp)).expect("JSON");
    assert_eq!(
        schema["properties"].as_object().expect("properties").len(),
        2
    );
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Opts {
    #[serde(default)]
    #[tool(hidden)]
    root: bool,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct WithOpts {
    opts: Opts,
}

#[test]
fn an_object_of_hidden_fields_alone_keeps_their_defaults() {
    let (mut decoded, mut undone_too) = (0, 0);
    for dialect in Dialect::all() {
        let provider = dialect.provider();
        let found: Opts = decode(provider, r#"{"root":true}"#).expect("an object");
        assert!(!found.root, "{provider}");
        let undone = from_model(Opts::SCHEMA.get(), dialect, json!({"root": true}));
        assert_eq!(undone, json!({}), "{provider}");
        assert_eq!(
            to_model(Opts::SCHEMA.get(), dialect, json!({"root": true})),
            json!({})
        );
        for opts in [json!({"root": true}), json!(r#"{"root":true}"#)] {
            let sent = json!({ "opts": opts });
            if let Ok(found) = decode::<WithOpts>(provider, &sent.to_string()) {
                assert!(!found.opts.root, "{provider}: {sent}");
                decoded += 1;
            }
            let undone = from_model(WithOpts::SCHEMA.get(), dialect, sent.clone());
            if let Ok(found) = serde_json::from_value::<WithOpts>(undone) {
                assert!(!found.opts.root, "{provider}: {sent}, by `from_model`");
                undone_too += 1;
            }
        }
    }
    assert!(decoded > 0 && undone_too > 0);
}

/// Reads a number, or one in a string.
fn lax<'de, D: serde::Deserializer<'de>>(value: D) -> Result<u8, D::Error> {
    match Value::deserialize(value)? {
        Value::String(text) => text.parse().map_err(serde::de::Error::custom),
        other => serde_json::from_value(other).map_err(serde::de::Error::custom),
    }
}

#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
struct Lax {
    #[serde(deserialize_with = "lax")]
    #[tool(as = "u8")]
    size: u8,
    #[serde(default)]
    #[tool(hidden)]
    root: bool,
}

#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
#[serde(untagged)]
enum ClosedOrAny {
    Closed(Closed),
    Any(Value),
}

#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
#[serde(untagged)]
enum ClosedOrOther {
    Closed(Closed),
    Other { other: u8 },
}

#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
#[serde(untagged)]
enum LaxOrOther {
    Lax(Lax),
    Other { other: u8 },
}

#[test]
fn no_alternative_of_an_untagged_enum_lets_a_hidden_field_through() {
    let closed = r#"{"name":"a","root":true}"#;
    decode::<ClosedOrAny>(Provider::Mcp, closed).expect_err("serde reads the first");
    decode::<ClosedOrOther>(Provider::Mcp, closed).expect_err("serde reads the first");
    let lax = r#"{"size":"5","root":true}"#;
    decode::<LaxOrOther>(Provider::Mcp, lax).expect_err("a string for the number");
    let sent = r#"{"size":5,"root":true}"#;
    let found: LaxOrOther = decode(Provider::Mcp, sent).expect("a number");
    assert_eq!(
        found,
        LaxOrOther::Lax(Lax {
            size: 5,
            root: false
        })
    );
    let found: ClosedOrAny = decode(Provider::Mcp, r#"{"root":true}"#).expect("any value");
    assert_eq!(found, ClosedOrAny::Any(json!({"root": true})));
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct TwoHidden {
    size: u8,
    #[serde(default)]
    #[tool(hidden)]
    first: bool,
    #[serde(default)]
    #[tool(hidden)]
    second: bool,
}

#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
#[serde(untagged)]
enum ListOrOther {
    Last(TwoHidden),
    Other { other: u8 },
}

#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
#[serde(tag = "kind")]
enum TaggedList {
    Last(TwoHidden),
    Other { other: u8 },
}

#[test]
fn a_list_that_sets_the_first_of_two_hidden_fields_is_a_fault() {
    decode::<ListOrOther>(Provider::Mcp, "[1, true]").expect_err("a fault");
    decode::<TaggedList>(Provider::Mcp, r#"["Last", 1, true]"#).expect_err("a fault");
    let found: ListOrOther = decode(Provider::Mcp, "[1]").expect("the visible field");
    assert_eq!(
        found,
        ListOrOther::Last(TwoHidden {
            size: 1,
            first: false,
            second: false
        })
    );
    let dialect = Dialect::of(Provider::Mcp, false).expect("a dialect");
    let schema = <Vec<TwoHidden>>::SCHEMA.get();
    let undone = from_model(schema, dialect, json!([[1, true, true]]));
    let found: Vec<TwoHidden> = serde_json::from_value(undone).expect("the visible field");
    assert_eq!(
        found,
        [TwoHidden {
            size: 1,
            first: false,
            second: false
        }]
    );
}

#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
struct Aliased {
    #[serde(default, alias = "root")]
    #[tool(description = "Shown")]
    shown: bool,
}

#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
struct BesideAlias {
    #[serde(default)]
    #[tool(hidden)]
    root: bool,
    #[serde(flatten)]
    aliased: Aliased,
}

#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
struct OwnName {
    root: bool,
    #[serde(flatten)]
    opts: Opts,
    #[serde(flatten)]
    more: AliasOfLast,
    last: u8,
}

#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
struct AliasOfLast {
    #[serde(alias = "last")]
    size: u8,
    #[serde(default)]
    #[tool(hidden)]
    admin: bool,
}

#[test]
fn a_name_of_a_hidden_field_is_not_another_property() {
    let found: BesideAlias = decode(Provider::Mcp, r#"{"root":true}"#).expect("an object");
    assert_eq!(
        found,
        BesideAlias {
            root: false,
            aliased: Aliased { shown: false }
        }
    );
    // The own property takes the name before the flattened type.
    let found: OwnName =
        decode(Provider::Mcp, r#"{"root":true,"size":1,"last":2}"#).expect("an object");
    assert!(found.root && !found.opts.root, "{found:?}");
}

#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
struct Visible {
    root: bool,
}

/// Serde gives the name to the first of the two.
#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
struct VisibleFirst {
    #[serde(flatten)]
    visible: Visible,
    #[serde(flatten)]
    opts: Opts,
}

#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
struct Deeper {
    #[serde(flatten)]
    own: VisibleFirst,
}

#[test]
fn a_visible_name_that_serde_reads_first_is_read() {
    let found: VisibleFirst = decode(Provider::Mcp, r#"{"root":true}"#).expect("an object");
    assert!(found.visible.root && !found.opts.root, "{found:?}");
    let found: Deeper = decode(Provider::Mcp, r#"{"root":true}"#).expect("an object");
    assert!(found.own.visible.root && !found.own.opts.root, "{found:?}");
}
