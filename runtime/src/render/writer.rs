//! The renderer's state: the text, the dialect, and the data collected during a walk.

use super::types::FragmentTypes;
use crate::dialect::{Dialect, DialectReader, kw};
use crate::json::Sink;
use crate::schema::{Num, Schema};

/// The most bytes of a text that is written at run time. A schema that is read at run time can
/// write the same part in many places.
pub(super) const MAX_BYTES: usize = 16 << 20;

/// The maximum number of definitions in a text: one bit each in a word.
pub(crate) const MAX_DEFINITIONS: usize = 64;

/// Types that are written as definitions.
#[derive(Clone, Copy)]
pub(crate) struct Definitions<'a> {
    pub(crate) list: [Option<&'a Schema<'a>>; MAX_DEFINITIONS],
    pub(crate) len: usize,
    /// The recursive ones: one bit each.
    pub(crate) recursive: u64,
    /// The list was too short.
    pub(crate) full: bool,
    /// The tree is too large to write in place, so named types that are used more than once are
    /// definitions too.
    pub(crate) share: bool,
    /// The number of levels in the tree.
    pub(crate) levels: u32,
    /// Every provider accepts the tree. If `false`, only the renderer can decide.
    pub(crate) accepted: bool,
}

impl<'a> Definitions<'a> {
    pub(crate) const fn new() -> Self {
        Definitions {
            list: [None; MAX_DEFINITIONS],
            len: 0,
            recursive: 0,
            full: false,
            share: false,
            levels: 0,
            accepted: false,
        }
    }

    /// Returns the index of a named type in the list.
    pub(crate) const fn find(&self, schema: &Schema<'_>) -> Option<usize> {
        if self.len == 0 {
            return None;
        }
        let Some(name) = schema.name else {
            return None;
        };
        let mut i = 0;
        while i < self.len {
            if let Some(other) = self.list[i]
                && let Some(other) = other.name
                && other.same(name)
            {
                return Some(i);
            }
            i += 1;
        }
        None
    }

    pub(crate) const fn add(&mut self, schema: &'a Schema<'a>, recursive: bool) {
        let index = if let Some(index) = self.find(schema) {
            index
        } else {
            if self.len == MAX_DEFINITIONS {
                self.full = true;
                return;
            }
            self.list[self.len] = Some(schema);
            self.len += 1;
            self.len - 1
        };
        if recursive {
            self.recursive |= 1 << index;
        }
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Tally {
    pub(crate) nodes: u32,
    pub(crate) properties: u32,
    pub(crate) depth: u32,
    pub(crate) enum_values: u32,
    /// The most characters in the values of one enum that has more than 250 values.
    pub(crate) long_enum: u32,
    pub(crate) characters: u32,
    pub(crate) optional: u32,
    pub(crate) unions: u32,
    /// A construct that a strict mode can't express without a rewrite: a map, a tuple, any value,
    /// or a `null` that isn't the same as an absent property.
    pub(crate) rewritten: bool,
    /// Another dialect may reject a construct of the tree.
    pub(crate) doubtful: bool,
    pub(crate) faults: u32,
}

impl Tally {
    pub(crate) const NONE: Self = Tally {
        nodes: 0,
        properties: 0,
        depth: 0,
        enum_values: 0,
        long_enum: 0,
        characters: 0,
        optional: 0,
        unions: 0,
        rewritten: false,
        doubtful: false,
        faults: 0,
    };
}

pub(crate) struct Records<'w> {
    pub(crate) out: Sink<'w>,
    pub(crate) style: NoteStyle,
    pub(crate) tool: &'w str,
}

#[derive(Clone, Copy)]
pub(crate) enum NoteStyle {
    /// Every note as a record, for the report.
    Records,
    /// Rejections as lines for a reader, with the rejecting provider.
    Faults(&'static str),
}

pub(crate) struct Writer<'w, 'a> {
    pub(crate) out: Sink<'w>,
    /// The dialect. Its accessors record the fields that the text depends on.
    pub(crate) d: DialectReader<'static>,
    pub(crate) definitions: Definitions<'a>,
    /// The types of the fragment that is being written.
    pub(super) types: FragmentTypes,
    /// The definitions that the text refers to.
    pub(crate) used_definitions: u64,
    /// The root's property that first referred to each definition.
    pub(crate) named_by: [usize; MAX_DEFINITIONS],
    pub(crate) tally: Tally,
    /// The root's property that is being written.
    pub(crate) param: usize,
    /// The root's first property with a fault.
    pub(crate) first_fault: usize,
    /// A rejection because of too large a tree was noted.
    pub(crate) too_large: bool,
    /// Describes serialization instead of deserialization.
    pub(crate) output: bool,
    /// Checks for faults that apply to every provider: once per tool, on the canonical text.
    pub(crate) structural: bool,
    /// Any loss is a fault.
    pub(crate) lossless: bool,
    pub(crate) notes: Option<Records<'w>>,
}

/// No property of the root: the tool itself.
pub(crate) const WHOLE_TOOL: usize = usize::MAX;

impl<'w> Writer<'w, '_> {
    pub(crate) const fn new(out: Sink<'w>, d: &'static Dialect) -> Self {
        Writer {
            out,
            d: d.reader(),
            definitions: Definitions::new(),
            types: FragmentTypes::None,
            used_definitions: 0,
            named_by: [WHOLE_TOOL; MAX_DEFINITIONS],
            tally: Tally::NONE,
            param: WHOLE_TOOL,
            first_fault: usize::MAX,
            too_large: false,
            output: false,
            structural: false,
            lossless: false,
            notes: None,
        }
    }

    /// Switches to another dialect. Keeps the data about the tree and resets the data about the
    /// text.
    pub(crate) const fn switch_dialect(&mut self, d: &'static Dialect) {
        self.d = d.reader();
        self.types = FragmentTypes::None;
        self.used_definitions = 0;
        self.tally = Tally::NONE;
        self.too_large = false;
        self.first_fault = WHOLE_TOOL;
        self.param = WHOLE_TOOL;
    }

    pub(crate) const fn has(&mut self, keyword: u32) -> bool {
        self.d.has(keyword)
    }

    /// Returns whether the dialect has `minimum` and `maximum` for that number.
    pub(crate) const fn has_bound(&mut self, n: &Num<'_>) -> bool {
        self.d.has(kw::BOUNDS) && (!n.is_zero() || self.d.zero_bounds())
    }

    /// Returns whether `minItems` is supported; `one`: its value is at most 1.
    pub(crate) const fn has_min_items(&mut self, one: bool) -> bool {
        self.has(kw::MIN_ITEMS) || (one && self.has(kw::MIN_ITEMS_ONE))
    }
}
