//! From the tree to a provider's text: one walk, the same in const evaluation and at run time.

mod check;
mod constraint;
mod declaration;
mod describe;
mod enumeration;
mod mcp;
mod members;
mod node;
mod notes;
mod object;
mod reference;
mod rendered;
mod report;
mod root;
mod sequence;
mod union;
mod value;
mod writer;

pub(crate) use check::fault;
pub use notes::Outcome;
pub use rendered::{Exact, Rendered, Texts};
pub(crate) use rendered::refuse;
pub(crate) use report::report;
pub use report::{Refused, Report, ReportEntry};

use alloc::string::String;
use alloc::vec;

use crate::dialect::Dialect;
use crate::json::Sink;
use crate::schema::Schema;

/// Writes the schema of a tool's parameters at run time: what [`ToolDef::parameters_for`](crate::ToolDef::parameters_for) has as a const text. A root
/// that is no object is wrapped as `{"value": ..}`.
pub fn render(schema: &Schema<'_>, dialect: &'static Dialect) -> String {
    let len = write(schema, dialect, &mut []);
    let mut bytes = vec![0; len];
    write(schema, dialect, &mut bytes);
    String::from_utf8(bytes).expect("what the renderer writes is made of whole texts")
}

fn write(schema: &Schema<'_>, dialect: &'static Dialect, bytes: &mut [u8]) -> usize {
    let mut w = writer::Writer::new(Sink::over(bytes), dialect);
    w.definitions = root::find_definitions(schema, false);
    root::walk(&mut w, schema);
    w.out.mark().get()
}
