//! Members that only MCP's tool object has: the schema of the result, and hints on the tool's
//! behaviour.

use super::discover;
use super::root;
use super::writer::Writer;
use crate::dialect::DIALECTS;
use crate::json::lit;
use crate::provider::Provider;
use crate::spec::Spec;

/// Writes `outputSchema` and `annotations`.
pub(crate) const fn members<'a>(w: &mut Writer<'_, 'a>, spec: &Spec<'a>) {
    #[cfg(feature = "call")]
    if let Some(foreign) = spec.foreign {
        if let Some(output) = &foreign.output {
            lit!(w.out, ",\"outputSchema\":");
            w.out.put(output.as_str());
        }
        if let Some(annotations) = &foreign.annotations {
            lit!(w.out, ",\"annotations\":");
            w.out.put(annotations.as_str());
            return;
        }
    }
    if let Some(output) = spec.output {
        lit!(w.out, ",\"outputSchema\":");
        let schema = output.get();
        // A separate walk with its own definitions and names; it doesn't affect the parameters'
        // cache.
        let mut inner = Writer::new(w.out.take(), &DIALECTS[Provider::Mcp.index()]);
        inner.definitions = discover::find_definitions(schema);
        inner.output = true;
        root::walk(&mut inner, schema);
        w.out = inner.out.take();
    }
    let hints = spec.hints;
    let mut first = true;
    hint(w, &mut first, "\"readOnlyHint\":", hints.read_only);
    hint(w, &mut first, "\"destructiveHint\":", hints.destructive);
    hint(w, &mut first, "\"idempotentHint\":", hints.idempotent);
    hint(w, &mut first, "\"openWorldHint\":", hints.open_world);
    if !first {
        lit!(w.out, "}");
    }
}

const fn hint(w: &mut Writer<'_, '_>, first: &mut bool, name: &str, value: Option<bool>) {
    if let Some(value) = value {
        w.out.put(if *first { ",\"annotations\":{" } else { "," });
        *first = false;
        w.out.put(name);
        w.out.put(if value { "true" } else { "false" });
    }
}
