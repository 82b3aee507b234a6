//! Ranges, `Bound` and `Result`.

use super::{closed, link, required};
use crate::schema::ToolSchema;
use crate::schema::{Enum, EnumValue, Kind, Literal, Schema, SchemaRef, Tagging, Text, Union};
use core::ops::{Bound, Range, RangeFrom, RangeInclusive, RangeTo};

impl<T: ToolSchema> ToolSchema for Range<T> {
    const SCHEMA: SchemaRef = SchemaRef::new(&closed(&[
        required!("start": link::<T>()),
        required!("end": link::<T>()),
    ]));
}

impl<T: ToolSchema> ToolSchema for RangeInclusive<T> {
    const SCHEMA: SchemaRef = Range::<T>::SCHEMA;
}

impl<T: ToolSchema> ToolSchema for RangeFrom<T> {
    const SCHEMA: SchemaRef = SchemaRef::new(&closed(&[required!("start": link::<T>())]));
}

impl<T: ToolSchema> ToolSchema for RangeTo<T> {
    const SCHEMA: SchemaRef = SchemaRef::new(&closed(&[required!("end": link::<T>())]));
}

/// A unit variant.
const UNBOUNDED: Schema<'static> = Schema::of(Kind::Enum(Enum {
    values: &[EnumValue {
        ident: "Unbounded",
        value: Literal::String(Text::plain("Unbounded")),
        docs: "",
        more: None,
        flags: 0,
    }],
}));

impl<T: ToolSchema> ToolSchema for Bound<T> {
    const SCHEMA: SchemaRef = SchemaRef::new(&Schema::of(Kind::Union(Union {
        variants: &[
            UNBOUNDED,
            closed(&[required!("Included": link::<T>())]),
            closed(&[required!("Excluded": link::<T>())]),
        ],
        tagging: Tagging::External,
        plain: false,
    })));
}

impl<T: ToolSchema, E: ToolSchema> ToolSchema for Result<T, E> {
    const SCHEMA: SchemaRef = SchemaRef::new(&Schema::of(Kind::Union(Union {
        variants: &[
            closed(&[required!("Ok": link::<T>())]),
            closed(&[required!("Err": link::<E>())]),
        ],
        tagging: Tagging::External,
        plain: false,
    })));
}
