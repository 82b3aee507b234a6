//! The texts of a tool made at run time, by what makes them in const evaluation.

use super::rendered::write_all;
use super::texts::Texts;
use crate::json::Sink;
use crate::tool::ToolDef;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec;

/// The tool with its texts made anew, which are never freed. For tests of what the compiler does.
///
/// # Panics
///
/// Never: what is written is made of whole texts.
pub fn made_again(tool: &ToolDef) -> ToolDef {
    let all = write_all(tool.spec(), Sink::none());
    let mut bytes = vec![0; all.end.get()];
    let all = write_all(tool.spec(), Sink::over(&mut bytes));
    let text = String::from_utf8(bytes).expect("whole texts");
    tool.with_texts(Texts {
        text: text.leak(),
        table: Box::leak(Box::new(all.table)),
    })
}
