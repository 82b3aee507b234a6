//! `Option`, and containers that don't appear in JSON.

use super::{forward, link};
use crate::schema::ToolSchema;
use crate::schema::{Kind, Schema, SchemaRef};
use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::sync::Arc;
use core::cell::{Cell, RefCell};

impl<T: ToolSchema> ToolSchema for Option<T> {
    const SCHEMA: SchemaRef = SchemaRef::new(&Schema::of(Kind::Option(link::<T>())));
}

forward! {
    [T: ToolSchema + ?Sized] &T => T;
    [T: ToolSchema + ?Sized] Box<T> => T;
    [T: ToolSchema + ?Sized] Rc<T> => T;
    [T: ToolSchema + ?Sized] Arc<T> => T;
    [T: ToolSchema + ToOwned + ?Sized] Cow<'_, T> => T;
    [T: ToolSchema] Cell<T> => T;
    [T: ToolSchema] RefCell<T> => T;
    #[cfg(feature = "std")] [T: ToolSchema] std::sync::Mutex<T> => T;
    #[cfg(feature = "std")] [T: ToolSchema] std::sync::RwLock<T> => T;
}
