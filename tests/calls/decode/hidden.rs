//! Fields with `#[tool(hidden)]`: serde reads them, and a model can't set them.

#![allow(clippy::needless_pass_by_value)] // Tools own their parameters.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use toolcast::{Dialect, Provider, ToolSchema, decode, from_model, to_model, tool};

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
    match value {
        Value::Object(members) => {
            for member in members.values_mut() {
                with_hidden_names(member, name);
            }
            if ["name", "size"]
                .iter()
                .any(|name| members.contains_key(*name))
            {
                members.insert(name.to_owned(), json!(true));
            }
        }
        Value::Array(items) => items
            .iter_mut()
            .for_each(|item| with_hidden_names(item, name)),
        _ => {}
    }
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
        // The list of other names must not have it either.
        let list = r#"{"name":"a","level":null,"others":[{"key":"admin","value":"true"}]}"#;
        if let Ok(found) = decode::<Around>(provider, list) {
            assert!(!found.probe.root, "{provider}");
        }
    }
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

#[test]
fn a_list_cannot_set_a_hidden_field() {
    #[derive(Debug, PartialEq, Deserialize, ToolSchema)]
    struct Last {
        name: String,
        #[serde(default)]
        #[tool(hidden)]
        root: bool,
    }
    let found: Vec<Last> = decode(Provider::Mcp, r#"[["a"]]"#).expect("serde's list form");
    assert_eq!(
        found,
        [Last {
            name: "a".into(),
            root: false
        }]
    );
    #[derive(Debug, Deserialize, ToolSchema)]
    struct All {
        #[allow(dead_code)] // It is never read.
        list: Vec<Last>,
    }
    let errors = decode::<All>(Provider::Mcp, r#"{"list":[["a",true]]}"#).expect_err("a fault");
    let text = errors.to_string();
    assert!(text.contains("$.list[0]: expected an object"), "{text}");

    // Serde would read the first alternative from the list.
    #[derive(Debug, PartialEq, Deserialize, ToolSchema)]
    #[serde(untagged)]
    enum Either {
        Last(Last),
        Any(Vec<Value>),
    }
    let errors = decode::<Either>(Provider::Mcp, r#"["a", true]"#).expect_err("a fault");
    assert!(errors.to_string().contains("expected"), "{errors}");
    let found: Either = decode(Provider::Mcp, "[1, true]").expect("the second alternative");
    assert_eq!(found, Either::Any(vec![json!(1), json!(true)]));
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
        "The answer doesn't fit. Correct this and send all of it again:\n- $.root is unknown: expected no property but `name`"
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
