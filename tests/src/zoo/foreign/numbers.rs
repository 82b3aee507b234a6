//! Numbers, exact and ordered.

use serde::{Deserialize, Serialize};
use toolcast::ToolSchema;

/// Digits are text, or they would be lost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Money {
    amount: rust_decimal::Decimal,
    rate: Option<bigdecimal::BigDecimal>,
}

/// Floats that can be compared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Ordered {
    ordered: ordered_float::OrderedFloat<f64>,
    not_nan: ordered_float::NotNan<f64>,
}

/// A position as GeoJSON writes it: longitude, latitude.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Position(
    #[tool(range(-180.0..=180.0))] f64,
    #[tool(range(-90.0..=90.0))] f64,
);

/// A line of positions, and a box.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Geometry {
    line: Vec<Position>,
    bounds: Option<[(f64, f64); 2]>,
}

super::super::specimens! {
    Money = [
        Money { amount: "79228162514264337593543950335".parse::<rust_decimal::Decimal>().expect("a decimal") / rust_decimal::Decimal::from(100), rate: Some("1e-30".parse().expect("a decimal")) },
        Money { amount: "-0.10".parse().expect("a decimal"), rate: None },
    ];
    Ordered = [Ordered { ordered: 0.5.into(), not_nan: ordered_float::NotNan::new(-1.0).expect("a number") }];
    Position = [Position(13.4, 52.5), Position(-180.0, 90.0)];
    Geometry = [Geometry { line: vec![Position(0.0, 0.0)], bounds: Some([(0.0, 0.0), (1.0, 1.5)]) }, Geometry { line: vec![], bounds: None }];
}
