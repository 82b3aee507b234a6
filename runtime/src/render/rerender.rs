//! Renders the texts of a tool at run time, with the code that const evaluation uses.

use super::rendered::write_all;
use super::texts::Texts;
use crate::json::Sink;
use crate::spec::Spec;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec;

/// Renders the texts of a tool again. They are leaked, because only tests of the compiler use this.
pub(crate) fn texts_again(spec: &'static Spec<'static>) -> Texts {
    let all = write_all(spec, Sink::none());
    let mut bytes = vec![0; all.end.get()];
    let all = write_all(spec, Sink::over(&mut bytes));
    let text = String::from_utf8(bytes).expect("whole texts");
    Texts {
        text: text.leak(),
        table: Box::leak(Box::new(all.table)),
    }
}
