//! Numbers that are more exact than JSON's, and those that are less.

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

/// Digits in a string, as it is written; a number is read as well, but loses digits on its way.
#[cfg(feature = "rust_decimal1")]
impl crate::schema::ToolSchema for rust_decimal1::Decimal {
    const SCHEMA: crate::schema::SchemaRef =
        crate::schema::SchemaRef::new(&super::super::text::matching(
            crate::schema::Text::plain("^-?[0-9]{1,28}([.][0-9]{1,28})?$"),
            28,
        ));
}

/// As above, without a limit of digits. The exponent has one: the sum of 1 and `1e999999999` is a number of as many digits, which no memory holds.
#[cfg(feature = "bigdecimal04")]
impl crate::schema::ToolSchema for bigdecimal04::BigDecimal {
    const SCHEMA: crate::schema::SchemaRef =
        crate::schema::SchemaRef::new(&super::super::text::matching(
            crate::schema::Text::plain("^-?[0-9]+([.][0-9]+)?([eE][+-]?[0-9]{1,4})?$"),
            4,
        ));
}
