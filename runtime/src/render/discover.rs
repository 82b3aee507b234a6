//! Finds the types of a tree that need a definition: recursive ones, and in a large tree also those
//! that are used more than once.

use super::writer::Definitions;
use crate::schema::{Array, Kind, Link, Map, Newtype, Schema};
use crate::shape::{Frame, Step, enclosing, resolve};

/// The maximum number of schemas in a text before types that are used more than once are shared.
pub(crate) const MOST_NODES: u32 = 1000;

struct Search<'a> {
    found: Definitions<'a>,
    /// The named types visited so far, when searching for shared ones.
    seen: Definitions<'a>,
    nodes: u32,
    /// The current level, and the deepest one.
    level: u32,
    levels: u32,
}

/// Returns the definitions that a schema needs.
pub(crate) const fn find_definitions<'a>(schema: &'a Schema<'a>) -> Definitions<'a> {
    let mut search = Search {
        found: Definitions::new(),
        seen: Definitions::new(),
        nodes: 0,
        level: 0,
        levels: 0,
    };
    visit(&mut search, schema, &Frame::ROOT);
    if search.nodes > MOST_NODES {
        search.found = Definitions::new();
        search.found.share = true;
        search.nodes = 0;
        visit(&mut search, schema, &Frame::ROOT);
    }
    search.found.levels = search.levels;
    search.found
}

/// Returns a link's schema unless it is a leaf. Most schemas are, and const evaluation allows few
/// nested calls.
const fn inner<'a>(
    search: &mut Search<'a>,
    link: &'a Link<'a>,
    up: &Frame<'_, 'a>,
) -> Option<&'a Schema<'a>> {
    let schema = resolve(link, up);
    match &schema.kind {
        Kind::String(_) | Kind::Integer(_) | Kind::Boolean | Kind::Number(_) | Kind::Enum(_) => {
            search.nodes += 1;
            None
        }
        _ => Some(schema),
    }
}

const fn visit<'a>(search: &mut Search<'a>, schema: &'a Schema<'a>, up: &Frame<'_, 'a>) {
    search.nodes += 1;
    search.level += 1;
    if search.level > search.levels {
        search.levels = search.level;
    }
    let mut frame = Frame {
        step: Step::Items,
        named: None,
        optional: false,
        up: Some(up),
    };
    if schema.name.is_some() {
        if skip(search, schema, up) {
            search.level -= 1;
            return;
        }
        frame.named = Some(schema);
    }
    match &schema.kind {
        Kind::Object(object) => {
            let mut i = 0;
            while i < object.fields.len() {
                if let Some(inner) = inner(search, &object.fields[i].ty, &frame) {
                    visit(search, inner, &frame);
                }
                i += 1;
            }
        }
        Kind::Option(link)
        | Kind::Newtype(Newtype { ty: link, .. })
        | Kind::Array(Array { items: link, .. })
        | Kind::Map(Map { value: link, .. }) => {
            if let Some(inner) = inner(search, link, &frame) {
                visit(search, inner, &frame);
            }
        }
        Kind::Tuple(items) => {
            let mut i = 0;
            while i < items.len() {
                if let Some(inner) = inner(search, &items[i], &frame) {
                    visit(search, inner, &frame);
                }
                i += 1;
            }
        }
        Kind::Union(union) => {
            let mut i = 0;
            while i < union.variants.len() {
                visit(search, &union.variants[i], &frame);
                i += 1;
            }
        }
        _ => {}
    }
    search.level -= 1;
}

/// Returns whether a named type was visited before, so that its content is known.
const fn skip<'a>(search: &mut Search<'a>, schema: &'a Schema<'a>, up: &Frame<'_, 'a>) -> bool {
    let Some(name) = schema.name else {
        return false;
    };
    if enclosing(schema, up).is_some() {
        // Every type of the cycle, because the entry point decides which of them comes first.
        let mut frame = up;
        loop {
            if let Some(around) = frame.named
                && let Some(other) = around.name
            {
                search.found.add(around, true);
                if other.same(name) {
                    return true;
                }
            }
            match frame.up {
                Some(up) => frame = up,
                None => return true,
            }
        }
    }
    if search.found.share {
        if search.seen.find(schema).is_some() {
            search.found.add(schema, false);
            return true;
        }
        search.seen.add(schema, false);
        return false;
    }
    // Too large: stop. The next walk visits each type once.
    search.nodes > MOST_NODES
}
