//! The texts of a tool, rendered at run time by the code that renders them in const evaluation.

use super::rendered::write_all;
use super::texts::Texts;
use crate::json::Sink;
use crate::spec::Spec;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec;

/// Renders the texts of a tool again. They are never freed: this is for tests of the compiler.
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
