//! Numbers with more precision than JSON's, and those with less.

#[cfg(feature = "ordered_float5")]
mod ordered_float {
    use crate::impls::forward;
    use crate::schema::ToolSchema;
    use ordered_float5::{NotNan, OrderedFloat};

    forward! {
        [T: ToolSchema] OrderedFloat<T> => T;
        [T: ToolSchema] NotNan<T> => T;
    }
}

/// Digits in a string, as serde writes it. A number is read as well, but loses digits.
#[cfg(feature = "rust_decimal1")]
impl crate::schema::ToolSchema for rust_decimal1::Decimal {
    const SCHEMA: crate::schema::SchemaRef =
        crate::schema::SchemaRef::new(&super::super::text::matching(
            crate::schema::Text::plain("^-?[0-9]{1,28}([.][0-9]{1,28})?$"),
            28,
        ));
}

/// As above, without a limit of digits. The exponent has a limit, because the sum of 1 and
/// `1e999999999` has too many digits for any memory.
#[cfg(feature = "bigdecimal04")]
impl crate::schema::ToolSchema for bigdecimal04::BigDecimal {
    const SCHEMA: crate::schema::SchemaRef =
        crate::schema::SchemaRef::new(&super::super::text::matching(
            crate::schema::Text::plain("^-?[0-9]+([.][0-9]+)?([eE][+-]?[0-9]{1,4})?$"),
            4,
        ));
}
