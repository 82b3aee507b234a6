//! Structs of every shape, and how a newtype changes the reading of an absent property.

use serde::{Deserialize, Serialize};
use std::marker::PhantomData;
use toolcast::ToolSchema;

/// A plain struct.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Named {
    /// First
    first: String,
    /// Second
    second: Option<i32>,
}

/// No properties at all.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Empty {}

/// `null`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Unit;

/// An empty array.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct EmptyTuple();

/// Its inner type's JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Newtype(u32);

/// A newtype of an object.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct NewtypeOfStruct(Named);

/// Has to be there: serde asks a newtype for its inner value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct NewtypeOfOption(Option<u8>);

/// May be absent: a transparent one is its inner type in this too.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Transparent {
    inner: Option<u8>,
}

/// Transparent, with fields that hold nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct TransparentTagged<T> {
    inner: Vec<String>,
    marker: PhantomData<T>,
}

/// A fixed list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct TupleStruct(String, u8);

/// A fixed list of one type.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Point(f64, f64);

/// All the shapes below a root, required and optional.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Shapes {
    named: Named,
    empty: Empty,
    unit: Unit,
    empty_tuple: EmptyTuple,
    newtype: Newtype,
    newtype_of_struct: NewtypeOfStruct,
    required: NewtypeOfOption,
    absent: Transparent,
    boxed_absent: Box<Option<Newtype>>,
    transparent: TransparentTagged<u8>,
    tuple: TupleStruct,
    point: Point,
    maybe_empty: Option<Empty>,
    maybe_unit: Option<Unit>,
    maybe_tuple: Option<TupleStruct>,
    maybe_required: Option<NewtypeOfOption>,
}

/// Closed: serde refuses other names.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Closed {
    id: u8,
    inner: Option<ClosedInner>,
    open: Option<Named>,
}

/// Closed inside of closed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ClosedInner {
    list: Vec<u8>,
}

fn shapes(full: bool) -> Shapes {
    let named = Named {
        first: "a".into(),
        second: full.then_some(-1),
    };
    Shapes {
        named: named.clone(),
        empty: Empty {},
        unit: Unit,
        empty_tuple: EmptyTuple(),
        newtype: Newtype(1),
        newtype_of_struct: NewtypeOfStruct(named),
        required: NewtypeOfOption(full.then_some(1)),
        absent: Transparent {
            inner: full.then_some(2),
        },
        boxed_absent: Box::new(full.then_some(Newtype(3))),
        transparent: TransparentTagged {
            inner: vec!["t".into()],
            marker: PhantomData,
        },
        tuple: TupleStruct("x".into(), 4),
        point: Point(0.5, -1.5),
        maybe_empty: full.then_some(Empty {}),
        maybe_unit: None,
        maybe_tuple: full.then(|| TupleStruct(String::new(), 0)),
        maybe_required: full.then_some(NewtypeOfOption(Some(5))),
    }
}

super::specimens! {
    Named = [Named::default(), Named { first: "x".into(), second: Some(i32::MIN) }];
    Empty = [Empty {}];
    Unit = [Unit];
    EmptyTuple = [EmptyTuple()];
    Newtype = [Newtype(0)];
    NewtypeOfStruct = [NewtypeOfStruct(Named::default())];
    NewtypeOfOption = [NewtypeOfOption(None), NewtypeOfOption(Some(1))];
    Transparent = [Transparent { inner: None }, Transparent { inner: Some(1) }];
    TransparentTagged<u8> = [TransparentTagged { inner: vec![], marker: PhantomData }];
    TupleStruct = [TupleStruct("x".into(), 1)];
    Shapes = [shapes(false), shapes(true)];
    Closed = [
        Closed { id: 1, inner: None, open: None },
        Closed { id: 2, inner: Some(ClosedInner { list: vec![3] }), open: Some(Named::default()) },
    ];
}
