//! Types of the standard library and of `serde_json`.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Number, Value, json};
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::ops::{Bound, Range, RangeFrom, RangeInclusive, RangeTo};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use toolcast::ToolSchema;

/// Every kind of string.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Strings {
    owned: String,
    boxed: Box<str>,
    cow: Cow<'static, str>,
    rc: Rc<str>,
    arc: Arc<str>,
    path: PathBuf,
}

/// Pointers and cells around something else.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Pointers {
    boxed: Box<u8>,
    rc: Rc<Vec<String>>,
    slice: Arc<[bool]>,
    cell: Cell<i32>,
    ref_cell: RefCell<String>,
    maybe: Box<Option<u8>>,
    shared: Option<Rc<u16>>,
}

/// Ranges; serde closes them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
pub struct Ranges {
    range: Range<u8>,
    inclusive: RangeInclusive<i64>,
    from: RangeFrom<f64>,
    to: RangeTo<String>,
    /// Both ends have to be there, though they may be `null`.
    open: Range<Option<u8>>,
}

/// The enums of `core` that serde reads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct CoreEnums {
    low: Bound<u32>,
    high: Bound<String>,
    outcome: Result<u8, String>,
}

/// Times in two numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Times {
    wait: Duration,
    since: SystemTime,
}

/// IP addresses.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Addresses {
    any: IpAddr,
    v4: Ipv4Addr,
    v6: Ipv6Addr,
}

/// Socket addresses, which have no format.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Sockets {
    any: SocketAddr,
    v4: SocketAddrV4,
    v6: SocketAddrV6,
}

/// Any JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Dynamic {
    value: Value,
    map: Map<String, Value>,
    number: Number,
    list: Vec<Value>,
    optional: Option<Value>,
}

/// JSON text that serde passes on unchanged.
#[derive(Clone, Debug, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Raw {
    raw: Box<RawValue>,
}

impl PartialEq for Raw {
    fn eq(&self, other: &Self) -> bool {
        self.raw.get() == other.raw.get()
    }
}

fn sockets(any: &str, v6: &str) -> Sockets {
    Sockets {
        any: any.parse().expect("a socket address"),
        v4: "10.0.0.1:0".parse().expect("a socket address"),
        v6: v6.parse().expect("a socket address"),
    }
}

super::specimens! {
    Strings = [Strings {
        owned: "a".into(),
        boxed: "".into(),
        cow: "c\n\"\\".into(),
        rc: "\u{0}".into(),
        arc: "é".into(),
        path: "/tmp/x".into(),
    }];
    Pointers = [
        Pointers {
            boxed: Box::new(1), rc: Rc::new(vec!["x".into()]), slice: Arc::new([true]), cell: Cell::new(-1),
            ref_cell: RefCell::new(String::new()), maybe: Box::new(None), shared: None,
        },
        Pointers {
            boxed: Box::new(0), rc: Rc::default(), slice: Arc::new([]), cell: Cell::new(i32::MAX),
            ref_cell: RefCell::new("y".into()), maybe: Box::new(Some(3)), shared: Some(Rc::new(9)),
        },
    ];
    Ranges = [Ranges { range: 1..5, inclusive: -3..=3, from: 0.5.., to: ..String::from("z"), open: None..Some(3) }];
    /// A range by itself, which is a closed object.
    Range<u8> = [1..5, 0..255];
    /// A range with its end, which serde writes like one without.
    RangeInclusive<i64> = [-3..=3];
    CoreEnums = [
        CoreEnums { low: Bound::Unbounded, high: Bound::Included("x".into()), outcome: Ok(1) },
        CoreEnums { low: Bound::Excluded(7), high: Bound::Unbounded, outcome: Err("no".into()) },
    ];
    Times = [
        Times { wait: Duration::new(0, 0), since: SystemTime::UNIX_EPOCH },
        Times { wait: Duration::MAX, since: SystemTime::UNIX_EPOCH + Duration::new(1_700_000_000, 999_999_999) },
    ];
    Addresses = [
        Addresses { any: Ipv4Addr::LOCALHOST.into(), v4: Ipv4Addr::BROADCAST, v6: Ipv6Addr::LOCALHOST },
        Addresses {
            any: Ipv6Addr::UNSPECIFIED.into(),
            v4: Ipv4Addr::UNSPECIFIED,
            v6: Ipv4Addr::LOCALHOST.to_ipv6_mapped(),
        },
    ];
    Sockets = [
        sockets("127.0.0.1:65535", "[::1]:80"),
        sockets("[fe80::1%4294967295]:1", "[::ffff:1.2.3.4]:443"),
        sockets("[1:2:3:4:5:6:7:8]:9", "[1:0:0:2::3]:0"),
    ];
    Dynamic = [
        Dynamic {
            value: Value::Null, map: Map::new(), number: 1.into(), list: vec![], optional: None,
        },
        Dynamic {
            value: json!({"a": [1, "x", null, {"b": true}]}),
            map: Map::from_iter([("k".into(), json!([])), ("".into(), json!(0.5))]),
            number: Number::from_f64(0.25).expect("finite"),
            list: vec![json!("text"), json!(null), json!({})],
            optional: Some(json!({"key": "k", "value": 1})),
        },
        Dynamic {
            value: json!("{\"looks\": \"like JSON\"}"),
            map: Map::from_iter([("n".into(), json!(null))]),
            number: (-7).into(),
            list: vec![json!("null"), json!("1"), json!("\"q\"")],
            optional: Some(json!("x")),
        },
    ];
    Raw = [
        Raw { raw: RawValue::from_string("[1,{\"a\":null}]".into()).expect("JSON") },
        Raw { raw: RawValue::from_string("\"text\"".into()).expect("JSON") },
    ];
    /// A closed object of the standard library for a root.
    Duration = [Duration::from_millis(1500)];
    /// Any JSON for a root.
    Value = [json!(null), json!([1]), json!({"value": 2})];
}
