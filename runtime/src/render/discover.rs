//! Finds the types of a tree that need a definition: recursive ones, and in a large tree also those
//! that are used more than once.

use super::depth::SHALLOW;
use super::writer::Definitions;
use super::{check, map_keys};
use crate::schema::{Array, Kind, Link, Map, Newtype, Schema};
use crate::shape::{Frame, FrameStep, enclosing_frame, resolve};

/// The maximum number of schemas in a text before types that are used more than once are shared.
pub(crate) const MAX_NODES: u32 = 1000;

/// The maximum number of schemas in a tree that is accepted without a look by the renderer.
const MAX_ACCEPTED: u32 = 200;

struct DefinitionSearch<'a> {
    found: Definitions<'a>,
    /// The named types visited so far, when searching for shared ones.
    seen: Definitions<'a>,
    nodes: u32,
    /// The current level, and the deepest one.
    level: u32,
    levels: u32,
    /// Every provider accepts what was visited; `false` if that is not asked.
    accepted: bool,
}

/// Returns the definitions that a schema needs.
pub(crate) const fn find_definitions<'a>(schema: &'a Schema<'a>) -> Definitions<'a> {
    search(schema, false)
}

/// Like [`find_definitions`], and decides on the way whether every provider accepts the schema, by
/// the rules of each node: [`Enum::is_accepted`](crate::schema::Enum::is_accepted),
/// [`check::is_accepted`]. A flag in each schema can't do that, because a `static` that read the
/// flag of another one would be a cycle for types that contain themselves.
pub(super) const fn examine<'a>(schema: &'a Schema<'a>) -> Definitions<'a> {
    let mut found = search(schema, true);
    // The renderer has further rules for recursive types and deep trees.
    found.accepted = found.accepted && found.len == 0 && found.levels <= SHALLOW;
    found
}

const fn search<'a>(schema: &'a Schema<'a>, accepted: bool) -> Definitions<'a> {
    let mut search = DefinitionSearch {
        found: Definitions::new(),
        seen: Definitions::new(),
        nodes: 0,
        level: 0,
        levels: 0,
        accepted,
    };
    visit(&mut search, schema, &Frame::ROOT);
    if search.nodes > MAX_NODES {
        search.found = Definitions::new();
        search.found.share = true;
        visit(&mut search, schema, &Frame::ROOT);
    }
    search.found.levels = search.levels;
    search.found.accepted = search.accepted && search.nodes <= MAX_ACCEPTED;
    search.found
}

/// Returns a link's schema unless it is a leaf. Most schemas are, and const evaluation allows few
/// nested calls.
const fn inner<'a>(
    search: &mut DefinitionSearch<'a>,
    link: &'a Link<'a>,
    up: &Frame<'_, 'a>,
) -> Option<&'a Schema<'a>> {
    let schema = resolve(link, up);
    match &schema.kind {
        Kind::String(_) | Kind::Integer(_) | Kind::Boolean | Kind::Number(_) => {
            search.nodes += 1;
            None
        }
        Kind::Enum(all) => {
            search.nodes += 1;
            search.accepted = search.accepted && all.is_accepted();
            None
        }
        _ => Some(schema),
    }
}

const fn visit<'a>(search: &mut DefinitionSearch<'a>, schema: &'a Schema<'a>, up: &Frame<'_, 'a>) {
    search.nodes += 1;
    search.level += 1;
    if search.level > search.levels {
        search.levels = search.level;
    }
    let mut frame = Frame {
        step: FrameStep::Items,
        named: None,
        optional: false,
        up: Some(up),
        output: up.output,
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
            let fields = object.fields;
            let n = fields.len();
            let mut i = 0;
            while i < n {
                let field = &fields[i];
                search.accepted = search.accepted && check::is_accepted(field, &frame);
                if let Some(inner) = inner(search, &field.ty, &frame) {
                    visit(search, inner, &frame);
                }
                i += 1;
            }
        }
        Kind::Option(link)
        | Kind::Newtype(Newtype { ty: link, .. })
        | Kind::Array(Array { items: link, .. })
        | Kind::Map(Map { value: link, .. }) => {
            if let Kind::Map(map) = &schema.kind {
                search.accepted =
                    search.accepted && map_keys::are_accepted(resolve(&map.key, &frame));
            }
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
        Kind::Enum(all) => search.accepted = search.accepted && all.is_accepted(),
        Kind::Never => search.accepted = false,
        _ => {}
    }
    search.level -= 1;
}

/// Returns whether a named type was visited before, so that its content is known.
const fn skip<'a>(
    search: &mut DefinitionSearch<'a>,
    schema: &'a Schema<'a>,
    up: &Frame<'_, 'a>,
) -> bool {
    let Some(name) = schema.name else {
        return false;
    };
    if enclosing_frame(schema, up).is_some() {
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
    search.nodes > MAX_NODES
}
