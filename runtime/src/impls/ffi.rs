//! Strings of C and of the operating system, as serde writes them.

use crate::schema::SchemaRef;
use crate::schema::ToolSchema;
use alloc::ffi::CString;
use alloc::vec::Vec;
use core::ffi::CStr;
use core::num::NonZeroU8;

/// The bytes, without a zero.
impl ToolSchema for CStr {
    const SCHEMA: SchemaRef = <Vec<NonZeroU8> as ToolSchema>::SCHEMA;
}

impl ToolSchema for CString {
    const SCHEMA: SchemaRef = CStr::SCHEMA;
}

/// Serde has a form for each system, and reads only that of its own: `{"Unix": [104, 105]}`.
#[cfg(all(feature = "std", any(unix, windows)))]
mod os {
    use super::super::{link, required};
    use crate::schema::ToolSchema;
    use crate::schema::{Kind, Object, Schema, SchemaRef, Tagging, Union, UnknownNames};
    use alloc::vec::Vec;
    use std::ffi::{OsStr, OsString};

    #[cfg(unix)]
    const FORM: Object<'static> = Object {
        fields: &[required!("Unix": link::<Vec<u8>>())],
        unknown_names: UnknownNames::Rejected,
    };

    #[cfg(windows)]
    const FORM: Object<'static> = Object {
        fields: &[required!("Windows": link::<Vec<u16>>())],
        unknown_names: UnknownNames::Rejected,
    };

    impl ToolSchema for OsStr {
        const SCHEMA: SchemaRef = SchemaRef::new(&Schema::of(Kind::Union(Union {
            variants: &[Schema::of(Kind::Object(FORM))],
            tagging: Tagging::External,
            plain: true,
        })));
    }

    impl ToolSchema for OsString {
        const SCHEMA: SchemaRef = OsStr::SCHEMA;
    }
}
