//! A compiled schema: its nodes, each with the checks of its keywords.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::patterns::PatternCheck;
use crate::constraint::IsOfFormat;
use crate::import::resources::ResourceId;
use crate::schema::Num;

/// The number of a schema in [`Program::nodes`].
pub(super) type SchemaId = usize;

/// A schema that accepts everything, in the place of one that can't be checked.
pub(super) const UNCHECKED: SchemaId = 0;

pub(super) struct Program {
    pub(super) nodes: Vec<CompiledSchema>,
    pub(super) root: SchemaId,
    /// True if a reference depends on the schemas around its schema while a value is checked.
    pub(super) is_dynamic: bool,
}

/// A compiled schema object, or a boolean schema.
#[derive(Default)]
pub(super) struct CompiledSchema {
    pub(super) resource: ResourceId,
    /// True for `false`.
    pub(super) is_never: bool,
    /// True if `nullable` accepts `null` beside everything else.
    pub(super) is_nullable: bool,
    /// True if no check descends into members or items.
    pub(super) is_shallow: bool,
    /// In the order in which they are made: `unevaluated..` is last.
    pub(super) checks: Vec<Check>,
}

/// The check of a keyword, or of several that belong together.
pub(super) enum Check {
    Type(Types),
    /// `const` or `enum`.
    Values(AllowedValues),
    Limit(Limit),
    MultipleOf(KeywordNumber),
    Pattern(PatternCheck),
    Format(String, IsOfFormat),
    UniqueItems,
    Required(Vec<String>),
    DependentRequired(Vec<(String, Vec<String>)>),
    Ref {
        schema: SchemaId,
        keyword: &'static str,
    },
    DynamicRef {
        keyword: &'static str,
        /// The node with [`Check::Anchors`].
        anchors: SchemaId,
        /// The schema if no resource in the dynamic scope has the anchor.
        otherwise: SchemaId,
    },
    /// The schemas with a `$dynamicAnchor` of one name, by their resource.
    Anchors(BTreeMap<ResourceId, SchemaId>),
    AllOf(Vec<SchemaId>),
    AnyOf(Alternatives),
    OneOf(Alternatives),
    Not {
        schema: SchemaId,
        /// The start of its text.
        text: String,
    },
    If {
        condition: SchemaId,
        then: Option<SchemaId>,
        otherwise: Option<SchemaId>,
    },
    DependentSchemas {
        all: Vec<(String, SchemaId)>,
        keyword: &'static str,
    },
    Members(Box<PropertyChecks>),
    PropertyNames(SchemaId),
    Items {
        prefix: Vec<SchemaId>,
        rest: Option<SchemaId>,
    },
    Contains(Box<Contains>),
    UnevaluatedProperties(SchemaId),
    UnevaluatedItems(SchemaId),
}

/// `properties`, `patternProperties` and `additionalProperties`.
#[derive(Default)]
pub(super) struct PropertyChecks {
    pub(super) properties: HashMap<String, SchemaId>,
    pub(super) patterns: Vec<(PatternCheck, SchemaId)>,
    pub(super) additional: Option<SchemaId>,
}

#[derive(Default)]
pub(super) struct Alternatives {
    pub(super) all: Vec<SchemaId>,
    /// True if no check of theirs descends into members or items.
    pub(super) are_shallow: bool,
}

/// `contains`, `minContains` and `maxContains`.
pub(super) struct Contains {
    pub(super) schema: SchemaId,
    pub(super) least: Option<KeywordNumber>,
    pub(super) most: Option<KeywordNumber>,
    /// True if the items that it matches are evaluated.
    pub(super) evaluates: bool,
}

pub(super) struct KeywordNumber {
    pub(super) value: Num<'static>,
    pub(super) text: String,
}

/// A bound on a number, or on the characters, items or properties of a value.
pub(super) struct Limit {
    pub(super) measure: Measure,
    pub(super) side: Side,
    pub(super) is_exclusive: bool,
    pub(super) number: KeywordNumber,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Measure {
    Number,
    Characters,
    Items,
    Properties,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Side {
    Least,
    Most,
}

impl Side {
    /// Returns whether a number is on the right side of a limit.
    pub(super) fn has(self, is_exclusive: bool, limit: &KeywordNumber, number: &Num<'_>) -> bool {
        let (low, high) = match self {
            Side::Least => (&limit.value, number),
            Side::Most => (number, &limit.value),
        };
        if is_exclusive {
            low.less_than(high)
        } else {
            !high.less_than(low)
        }
    }
}

/// A number of characters, items or properties.
pub(super) fn count(number: usize) -> Num<'static> {
    Num::int(false, number as u128, "")
}

/// The values of a `const` or an `enum`, each as the text that equal values have in common.
pub(super) struct AllowedValues {
    pub(super) all: HashSet<String>,
    /// The bytes of the longest.
    pub(super) longest: usize,
    /// The only value that a tag may have: the `const`, or the only string.
    pub(super) tag: Option<String>,
    /// The values as words, for a fault.
    pub(super) words: String,
}

/// A set of types, a bit for each.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) struct Types(u8);

/// The names of the types, in the order of their bits, each with the words for a fault.
const TYPES: [(&str, &str); 7] = [
    ("null", "null"),
    ("boolean", "a boolean"),
    ("integer", "an integer"),
    ("number", "a number"),
    ("string", "a string"),
    ("array", "an array"),
    ("object", "an object"),
];

impl Types {
    pub(super) const NULL: Types = Types(1);
    pub(super) const BOOLEAN: Types = Types(1 << 1);
    pub(super) const INTEGER: Types = Types(1 << 2);
    pub(super) const NUMBER: Types = Types(1 << 3);
    pub(super) const STRING: Types = Types(1 << 4);
    pub(super) const ARRAY: Types = Types(1 << 5);
    pub(super) const OBJECT: Types = Types(1 << 6);

    pub(super) fn add(&mut self, name: &str) {
        let place = TYPES.iter().position(|(one, _)| *one == name);
        self.0 |= place.map_or(0, |place| 1 << place);
    }

    pub(super) fn has(self, one: Types) -> bool {
        self.0 & one.0 != 0
    }

    pub(super) fn words(self) -> Vec<String> {
        let each = TYPES.iter().enumerate();
        each.filter(|(place, _)| self.0 & (1 << place) != 0)
            .map(|(_, (_, words))| (*words).to_owned())
            .collect()
    }
}

impl Check {
    /// The keyword of a check that applies schemas, or the first of those that belong together.
    /// Empty for the others, of which nothing is left out.
    pub(super) fn keyword(&self) -> &'static str {
        match self {
            Check::Ref { keyword, .. }
            | Check::DynamicRef { keyword, .. }
            | Check::DependentSchemas { keyword, .. } => keyword,
            Check::Anchors(_) => "$dynamicAnchor",
            Check::AllOf(_) => "allOf",
            Check::AnyOf(_) => "anyOf",
            Check::OneOf(_) => "oneOf",
            Check::Not { .. } => "not",
            Check::If { .. } => "if",
            Check::Members(_) => "properties",
            Check::PropertyNames(_) => "propertyNames",
            Check::Items { .. } => "items",
            Check::Contains(_) => "contains",
            Check::UnevaluatedProperties(_) => "unevaluatedProperties",
            Check::UnevaluatedItems(_) => "unevaluatedItems",
            _ => "",
        }
    }

    pub(super) fn is_unevaluated(&self) -> bool {
        matches!(
            self,
            Check::UnevaluatedProperties(_) | Check::UnevaluatedItems(_)
        )
    }

    /// Calls back with each schema that the check applies, and whether it applies to the same
    /// value.
    pub(super) fn each_schema(&mut self, each: &mut dyn FnMut(&mut SchemaId, bool)) {
        let mut same = |one: &mut SchemaId| each(one, true);
        match self {
            Check::Ref { schema, .. } | Check::Not { schema, .. } => same(schema),
            Check::DynamicRef {
                anchors, otherwise, ..
            } => [anchors, otherwise].into_iter().for_each(same),
            Check::Anchors(all) => all.values_mut().for_each(same),
            Check::AllOf(all) => all.iter_mut().for_each(same),
            Check::AnyOf(alternatives) | Check::OneOf(alternatives) => {
                alternatives.all.iter_mut().for_each(same);
            }
            Check::If {
                condition,
                then,
                otherwise,
            } => {
                let all = [Some(condition), then.as_mut(), otherwise.as_mut()];
                all.into_iter().flatten().for_each(same);
            }
            Check::DependentSchemas { all, .. } => all.iter_mut().for_each(|(_, one)| same(one)),
            Check::Members(members) => {
                let properties = members.properties.values_mut();
                let patterns = members.patterns.iter_mut().map(|(_, one)| one);
                let all = properties.chain(patterns).chain(&mut members.additional);
                all.for_each(|one| each(one, false));
            }
            Check::Items { prefix, rest } => {
                let all = prefix.iter_mut().chain(rest);
                all.for_each(|one| each(one, false));
            }
            Check::Contains(contains) => each(&mut contains.schema, false),
            Check::PropertyNames(one)
            | Check::UnevaluatedProperties(one)
            | Check::UnevaluatedItems(one) => each(one, false),
            _ => {}
        }
    }
}
