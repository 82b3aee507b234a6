//! Compiles a schema as its author wrote it, in any draft, to nodes with checks. Only the document
//! itself and what its references lead to are compiled.

use std::collections::{BTreeMap, HashMap, VecDeque};

use super::faults::short;
use super::program::{Check, CompiledSchema, Program, SchemaId, UNCHECKED};
use super::report::{NodeOrigin, OriginKey, UncheckedReport};
use super::unchecked;
use super::weaken::weaken;
use crate::decode::{EXCERPT, JsonTree, member};
use crate::import::patterns::SchemaPatterns;
use crate::import::resources::{REFERENCES, ReferenceTarget, ResourceId, Resources};
use crate::render::ReportEntry;
use crate::text::excerpt;

/// Maximum number of values in `const` and `enum`, with 64 bytes of text as one. A reference may
/// lead into a value, which is copied for each of its levels then.
const MAX_COPIED: usize = 2_000_000;

pub(super) struct Compiler<'j, 'p> {
    pub(super) resources: Resources<'j>,
    pub(super) patterns: &'p mut SchemaPatterns,
    pub(super) nodes: Vec<CompiledSchema>,
    pub(super) report: UncheckedReport<'j>,
    /// The values of `const` and `enum` that may be copied.
    pub(super) left: usize,
    /// By the address of a schema in memory.
    known: HashMap<usize, SchemaId>,
    waiting: VecDeque<(SchemaId, &'j JsonTree)>,
    /// The nodes with [`Check::Anchors`], by the anchor's name.
    anchors: HashMap<&'j str, SchemaId>,
}

#[derive(Clone, Copy)]
pub(super) struct SchemaSource<'j> {
    pub(super) id: SchemaId,
    members: &'j [(String, JsonTree)],
}

pub(super) fn compile(
    root: &JsonTree,
    patterns: &mut SchemaPatterns,
) -> (Option<Program>, Vec<ReportEntry>) {
    let (resources, is_complete) = Resources::of(root);
    if !is_complete {
        let reason = "it is not checked: its addresses, or the names around them, are too long";
        return (None, Vec::from([unchecked("", "", reason)]));
    }
    let mut compiler = Compiler {
        resources,
        patterns,
        nodes: Vec::new(),
        report: UncheckedReport::default(),
        left: MAX_COPIED,
        known: HashMap::new(),
        waiting: VecDeque::new(),
        anchors: HashMap::new(),
    };
    let (resource, fragment) = (0, "");
    let origin = NodeOrigin::Reference { resource, fragment };
    compiler.add(CompiledSchema::default(), origin);
    compiler.report.mark_unchecked(UNCHECKED);
    let root = compiler.schema(root, 0, origin);
    while let Some((id, schema)) = compiler.waiting.pop_front() {
        compiler.read(id, schema);
    }
    let Compiler {
        resources,
        nodes,
        mut report,
        anchors,
        ..
    } = compiler;
    let mut program = Program {
        nodes,
        root,
        is_dynamic: !anchors.is_empty(),
    };
    weaken(&mut program, &mut report);
    (Some(program), report.into_entries(&resources))
}

impl<'j> Compiler<'j, '_> {
    fn add(&mut self, node: CompiledSchema, origin: NodeOrigin<'j>) -> SchemaId {
        self.nodes.push(node);
        self.report.add_node(origin);
        self.nodes.len() - 1
    }

    /// The node of a schema. For one that is a reference and nothing else, the node of its target.
    fn schema(
        &mut self,
        schema: &'j JsonTree,
        outside: ResourceId,
        origin: NodeOrigin<'j>,
    ) -> SchemaId {
        if let JsonTree::Object(members) = schema
            && let [(name, JsonTree::String(reference))] = members.as_slice()
            && name == "$ref"
            && let Ok(target) = self.referred(name, reference, outside)
        {
            return self.target(target);
        }
        self.node(schema, outside, origin)
    }

    /// The node of a schema, which is read later.
    fn node(
        &mut self,
        schema: &'j JsonTree,
        outside: ResourceId,
        origin: NodeOrigin<'j>,
    ) -> SchemaId {
        let place = core::ptr::from_ref(schema).addr();
        if let Some(&known) = self.known.get(&place) {
            return known;
        }
        let node = CompiledSchema {
            resource: self.resources.around(schema, outside),
            ..CompiledSchema::default()
        };
        let id = self.add(node, origin);
        self.known.insert(place, id);
        self.waiting.push_back((id, schema));
        id
    }

    /// The node of a schema inside of another one.
    pub(super) fn inside(
        &mut self,
        source: SchemaSource<'j>,
        keyword: &'static str,
        key: OriginKey<'j>,
        schema: &'j JsonTree,
    ) -> SchemaId {
        let origin = NodeOrigin::Inside {
            parent: source.id,
            keyword,
            key,
        };
        let resource = self.nodes[source.id].resource;
        self.schema(schema, resource, origin)
    }

    pub(super) fn list(
        &mut self,
        source: SchemaSource<'j>,
        keyword: &'static str,
        schemas: &'j [JsonTree],
    ) -> Vec<SchemaId> {
        let each = schemas.iter().enumerate();
        each.map(|(i, one)| self.inside(source, keyword, OriginKey::Index(i), one))
            .collect()
    }

    fn target(&mut self, target: ReferenceTarget<'j, 'j>) -> SchemaId {
        self.node(target.schema, target.resource, NodeOrigin::of(target))
    }

    /// The schema that a reference leads to. The error is the reason.
    fn referred(
        &self,
        keyword: &str,
        reference: &'j str,
        from: ResourceId,
    ) -> Result<ReferenceTarget<'j, 'j>, String> {
        let found = self.resources.find(keyword, reference, from)?;
        found
            .filter(|found| matches!(found.schema, JsonTree::Object(_) | JsonTree::Bool(_)))
            .ok_or_else(|| format!("`{}` refers to no schema", excerpt(reference, EXCERPT)))
    }

    fn read(&mut self, id: SchemaId, schema: &'j JsonTree) {
        match schema {
            JsonTree::Bool(is_any) => self.nodes[id].is_never = !is_any,
            JsonTree::Object(members) => {
                let source = SchemaSource { id, members };
                self.references(source);
                if !self.resources.conventions.is_reference_alone(schema) {
                    self.keywords(source);
                }
                self.nodes[id].checks.shrink_to_fit();
            }
            other => {
                self.report.of_node(id, &expectation("a schema", other));
            }
        }
    }

    fn references(&mut self, source: SchemaSource<'j>) {
        for keyword in REFERENCES {
            let Some(value) = source.get(keyword) else {
                continue;
            };
            let resource = self.nodes[source.id].resource;
            let target = match value {
                JsonTree::String(reference) => self.referred(keyword, reference, resource),
                other => Err(expectation("a reference", other)),
            };
            let check = match target {
                Ok(target) => match target.dynamic {
                    Some(name) => self.dynamic_reference(keyword, name, target),
                    None => Check::Ref {
                        schema: self.target(target),
                        keyword,
                    },
                },
                Err(reason) => {
                    self.report.applicator(source.id, keyword, &reason);
                    continue;
                }
            };
            self.nodes[source.id].checks.push(check);
        }
    }

    fn dynamic_reference(
        &mut self,
        keyword: &'static str,
        name: &'j str,
        target: ReferenceTarget<'j, 'j>,
    ) -> Check {
        let anchors = if let Some(known) = self.anchors.get(name) {
            *known
        } else {
            let id = self.add(CompiledSchema::default(), NodeOrigin::of(target));
            self.anchors.insert(name, id);
            let all = self.resources.dynamic(name).to_vec().into_iter();
            let all = all.map(|(resource, schema)| {
                let origin = NodeOrigin::Reference {
                    resource,
                    fragment: name,
                };
                (resource, self.node(schema, resource, origin))
            });
            let all = Check::Anchors(all.collect::<BTreeMap<_, _>>());
            self.nodes[id].checks.push(all);
            id
        };
        Check::DynamicRef {
            keyword,
            anchors,
            otherwise: self.target(target),
        }
    }

    pub(super) fn check(&mut self, source: SchemaSource<'j>, check: Check) {
        self.nodes[source.id].checks.push(check);
    }

    /// Reads the value of a keyword that constrains the value itself.
    pub(super) fn value<T>(
        &mut self,
        source: SchemaSource<'j>,
        keyword: &'static str,
        expected: &str,
        read: impl FnOnce(&'j JsonTree) -> Option<T>,
    ) -> Option<T> {
        let value = source.get(keyword)?;
        let found = read(value);
        if found.is_none() {
            let reason = expectation(expected, value);
            self.report.assertion(source.id, keyword, &reason);
        }
        found
    }

    /// Reports a value that a keyword with schemas can't have.
    pub(super) fn wrong(
        &mut self,
        source: SchemaSource<'j>,
        keyword: &'static str,
        expected: &str,
        got: &JsonTree,
    ) {
        let reason = expectation(expected, got);
        self.report.applicator(source.id, keyword, &reason);
    }
}

/// The reason for a value that its keyword can't have.
pub(super) fn expectation(expected: &str, got: &JsonTree) -> String {
    format!("expected {expected}, got {}", words(got))
}

/// The text of a value, cut if it is long.
pub(super) fn words(value: &JsonTree) -> String {
    short(&value.excerpt(4 * EXCERPT))
}

impl<'j> SchemaSource<'j> {
    /// The value of a keyword. A keyword other than `const` that is `null` is not set.
    pub(super) fn get(self, name: &str) -> Option<&'j JsonTree> {
        let value = member(self.members, name);
        value.filter(|value| **value != JsonTree::Null || name == "const")
    }
}
