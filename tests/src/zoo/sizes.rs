//! Types near and beyond the limits of some providers.

use super::enums::Shape;
use serde::{Deserialize, Serialize};
use toolcast::ToolSchema;

/// More optional properties than strict modes take.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[rustfmt::skip] // A table.
pub struct ManyOptional {
    a: Option<u8>, b: Option<u8>, c: Option<u8>, d: Option<u8>, e: Option<u8>, f: Option<u8>, g: Option<u8>,
    h: Option<u8>, i: Option<u8>, j: Option<u8>, k: Option<u8>, l: Option<u8>, m: Option<u8>, n: Option<u8>,
    o: Option<u8>, p: Option<u8>, q: Option<u8>, r: Option<u8>, s: Option<u8>, t: Option<u8>, u: Option<u8>,
    v: Option<u8>, w: Option<u8>, x: Option<u8>, y: Option<u8>, z: Option<String>,
}

macro_rules! nest {
    ($name:ident) => {};
    ($name:ident $below:ident $($rest:ident)*) => {
        /// One level.
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
        #[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
        pub struct $name {
            below: $below,
            level: u8,
        }
        nest!($below $($rest)*);
    };
}
nest!(L1 L2 L3 L4 L5 L6 L7 L8 L9 L10 L11 L12 Bottom);

/// The lowest level.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Bottom {
    value: u8,
}

/// One type used many times: a definition, where there are any.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Shared {
    /// Where it begins
    from: Place,
    /// Where it ends
    to: Place,
    via: Vec<Place>,
    home: Option<Place>,
    #[tool(inline)]
    work: Option<Place>,
}

/// A place on Earth.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Place {
    /// Degrees north
    #[tool(range(-90.0..=90.0))]
    latitude: f64,
    /// Degrees east
    #[tool(range(-180.0..=180.0))]
    longitude: f64,
    address: Option<Address>,
}

/// A postal address.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Address {
    street: String,
    /// Two letters
    #[tool(length(2))]
    country: Option<String>,
}

/// Text in descriptions that has to be escaped: "quotes", back\slashes, `code`,
/// ümlauts and 😀,
///
/// and several paragraphs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Described {
    /// A "quoted" word, a tab	and a \ backslash.
    quoted: String,
    /**
     * A block comment
     * of two lines.
     */
    block: u8,
    #[doc = concat!("Made ", "of pieces: ", stringify!(a + b))]
    pieces: u8,
    #[tool(description = "From the attribute, which comes first.")]
    /// Never shown.
    attribute: u8,
}

/// A union with a big variant, several times.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Unions {
    first: Shape,
    second: Option<Shape>,
    rest: Vec<Shape>,
}

super::specimens! {
    ManyOptional = [ManyOptional::default(), ManyOptional { a: Some(1), z: Some("z".into()), ..ManyOptional::default() }];
    /// Thirteen levels: more than strict modes take.
    L1 = [L1::default()];
    /// Nine levels: just within what strict modes take.
    L5 = [L5::default()];
    Shared = [
        Shared::default(),
        Shared {
            from: Place { latitude: 90.0, longitude: -180.0, address: None },
            via: vec![Place { address: Some(Address { street: "s".into(), country: Some("DE".into()) }), ..Place::default() }],
            home: Some(Place::default()),
            work: Some(Place { address: Some(Address::default()), ..Place::default() }),
            ..Shared::default()
        },
    ];
    Described = [Described::default()];
    Unions = [
        Unions { first: Shape::Nothing, second: None, rest: vec![] },
        Unions { first: Shape::Radius(1.5), second: Some(Shape::Rect(1, 2)), rest: vec![Shape::Braces {}, Shape::Nothing] },
    ];
}
