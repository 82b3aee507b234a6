//! Tuples: JSON arrays with a type for each position.

use super::link;
use crate::schema::ToolSchema;
use crate::schema::{Kind, Schema, SchemaRef};

macro_rules! tuples {
    ($(($($name:ident)+))*) => {$(
        impl<$($name: ToolSchema),+> ToolSchema for ($($name,)+) {
            const SCHEMA: SchemaRef = SchemaRef::new(&Schema::of(Kind::Tuple(&[$(link::<$name>()),+])));
        }
    )*};
}

tuples! {
    (A)
    (A B)
    (A B C)
    (A B C D)
    (A B C D E)
    (A B C D E F)
    (A B C D E F G)
    (A B C D E F G H)
    (A B C D E F G H I)
    (A B C D E F G H I J)
    (A B C D E F G H I J K)
    (A B C D E F G H I J K L)
    (A B C D E F G H I J K L M)
    (A B C D E F G H I J K L M N)
    (A B C D E F G H I J K L M N O)
    (A B C D E F G H I J K L M N O P)
}
