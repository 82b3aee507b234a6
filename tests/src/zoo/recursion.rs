//! Types that contain themselves, alone and in pairs.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use toolcast::ToolSchema;

/// A tree of named nodes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Node {
    /// What it is called
    pub name: String,
    /// What is below it
    pub children: Vec<Node>,
}

/// The way back may be absent.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Linked {
    value: u8,
    next: Option<Box<Linked>>,
}

/// A type that contains itself through a flattened type.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Section {
    id: u8,
    #[serde(flatten)]
    inside: Inside,
}

/// The properties of a section.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Inside {
    #[serde(rename = "sub sections")]
    sections: Vec<Section>,
    #[serde(default)]
    counts: BTreeMap<String, u8>,
}

/// The same through a tagged enum.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Step {
    #[serde(flatten)]
    kind: StepKind,
    note: Option<u8>,
}

/// One step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "kind")]
pub enum StepKind {
    Then { next: Option<Box<Step>> },
    Last,
}

/// A query filter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Filter {
    /// All of them match
    All(Vec<Filter>),
    /// Any of them matches
    Any(Vec<Filter>),
    /// It doesn't match
    Not(Box<Filter>),
    /// A field has a value
    Equals {
        /// The field's name
        field: String,
        /// The value
        value: String,
    },
}

/// A filter with all its parts as options.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Query {
    all: Option<Vec<Query>>,
    not: Option<Box<Query>>,
    text: Option<String>,
}

/// One half of a pair.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Folder {
    files: Vec<File>,
}

/// The other half.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct File {
    name: String,
    link: Option<Box<Folder>>,
}

/// Through a map and a tuple.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Tangle {
    by_name: BTreeMap<String, Tangle>,
    pairs: Vec<(u8, Tangle)>,
}

/// JSON, spelled out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Json {
    Null,
    Bool(bool),
    Number(f64),
    String(String),
    Array(Vec<Json>),
    Object(BTreeMap<String, Json>),
}

/// Tagged inside.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "op", rename_all = "lowercase")]
pub enum Expr {
    Number { value: f64 },
    Add { left: Box<Expr>, right: Box<Expr> },
    Sum { terms: Vec<Expr> },
}

/// A generic type that names itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Tree<T> {
    value: T,
    kids: Vec<Tree<T>>,
}

/// A generic type that names itself as `Self`, in an option.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Chain<T> {
    value: Vec<T>,
    next: Option<Box<Self>>,
}

/// Flattened on the way back.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Comment {
    #[serde(flatten)]
    text: Text,
    replies: Vec<Comment>,
}

/// A part of [`Comment`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Text {
    body: String,
}

/// Other names, with values of the type itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Branches {
    size: u8,
    #[serde(flatten)]
    rest: BTreeMap<String, Branches>,
}

/// Flattens a type whose other names have values of that type.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Trunk {
    id: u8,
    #[serde(flatten)]
    branches: Branches,
}

/// The same of a generic type, which names itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Twigs<T> {
    value: T,
    #[serde(flatten)]
    rest: BTreeMap<String, Twigs<T>>,
}

/// Flattens a generic type whose other names have values of that type.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Bough {
    id: u8,
    #[serde(flatten)]
    twigs: Twigs<u8>,
}

/// Recursive types where a root is not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Holder {
    node: Node,
    other_node: Option<Node>,
    filter: Filter,
    numbers: Tree<u8>,
    names: Tree<String>,
}

fn node(name: &str, children: Vec<Node>) -> Node {
    Node {
        name: name.into(),
        children,
    }
}

fn equals(field: &str) -> Filter {
    Filter::Equals {
        field: field.into(),
        value: "v".into(),
    }
}

fn number(value: f64) -> Expr {
    Expr::Number { value }
}

fn branches(size: u8, rest: Option<(&str, Branches)>) -> Branches {
    Branches {
        size,
        rest: rest
            .map(|(name, one)| (name.to_owned(), one))
            .into_iter()
            .collect(),
    }
}

fn twigs(value: u8, rest: Option<(&str, Twigs<u8>)>) -> Twigs<u8> {
    Twigs {
        value,
        rest: rest
            .map(|(name, one)| (name.to_owned(), one))
            .into_iter()
            .collect(),
    }
}

fn section(id: u8, sections: Vec<Section>) -> Section {
    Section {
        id,
        inside: Inside {
            sections,
            counts: [("a".into(), id)].into(),
        },
    }
}

super::specimens! {
    Node = [
        Node::default(),
        node("a", vec![node("b", vec![node("c", vec![node("d", vec![])])]), node("e", vec![])]),
    ];
    Linked = [
        Linked::default(),
        Linked {
            value: 1,
            next: Some(Box::new(Linked { value: 2, next: Some(Box::new(Linked { value: 3, next: None })) })),
        },
    ];
    Filter = [
        equals("f"),
        Filter::Not(Box::new(Filter::Not(Box::new(equals("g"))))),
        Filter::All(vec![Filter::Any(vec![equals("h"), Filter::All(vec![])]), equals("i")]),
    ];
    Query = [
        Query::default(),
        Query {
            all: Some(vec![Query { text: Some("x".into()), ..Query::default() }, Query::default()]),
            not: Some(Box::new(Query { not: Some(Box::default()), ..Query::default() })),
            text: None,
        },
    ];
    Folder = [
        Folder::default(),
        Folder {
            files: vec![File {
                name: "a".into(),
                link: Some(Box::new(Folder { files: vec![File::default()] })),
            }],
        },
    ];
    Section = [
        Section::default(),
        section(1, vec![section(2, vec![section(3, vec![])])]),
    ];
    Step = [
        Step { kind: StepKind::Last, note: None },
        Step {
            kind: StepKind::Then {
                next: Some(Box::new(Step {
                    kind: StepKind::Then { next: Some(Box::new(Step { kind: StepKind::Last, note: Some(1) })) },
                    note: None,
                })),
            },
            note: Some(2),
        },
    ];
    Tangle = [
        Tangle::default(),
        Tangle {
            by_name: [("x".into(), Tangle { by_name: [("y".into(), Tangle::default())].into(), pairs: vec![] })].into(),
            pairs: vec![(1, Tangle { by_name: BTreeMap::new(), pairs: vec![(2, Tangle::default())] })],
        },
    ];
    Json = [
        Json::Null, Json::Bool(true), Json::Number(1.0), Json::String("null".into()),
        Json::Array(vec![Json::Null, Json::Array(vec![Json::Number(0.5)])]),
        Json::Object([("a".into(), Json::Object([("b".into(), Json::Null)].into()))].into()),
    ];
    Expr = [
        number(1.5),
        Expr::Add {
            left: Box::new(number(1.0)),
            right: Box::new(Expr::Sum { terms: vec![number(2.0), Expr::Sum { terms: vec![] }] }),
        },
    ];
    /// A generic type that names itself.
    Tree<u8> = [
        Tree::default(),
        Tree { value: 1, kids: vec![Tree { value: 2, kids: vec![Tree::default()] }] },
    ];
    /// A generic type that names itself, of another recursive one.
    Tree<Linked> = [
        Tree { value: Linked { value: 1, next: Some(Box::default()) }, kids: vec![Tree::default()] },
    ];
    Chain<String> = [
        Chain::default(),
        Chain { value: vec!["a".into()], next: Some(Box::new(Chain { value: vec![], next: Some(Box::default()) })) },
    ];
    Comment = [
        Comment::default(),
        Comment {
            text: Text { body: "a".into() },
            replies: vec![Comment { text: Text { body: "b".into() }, replies: vec![Comment::default()] }],
        },
    ];
    Branches = [
        Branches::default(),
        branches(1, Some(("a", branches(2, Some(("b", branches(3, None))))))),
    ];
    Trunk = [
        Trunk::default(),
        Trunk { id: 1, branches: branches(2, Some(("a", branches(3, Some(("b", branches(4, None))))))) },
    ];
    /// A generic type that names itself in a flattened map.
    Twigs<u8> = [
        Twigs::default(),
        twigs(1, Some(("a", twigs(2, Some(("b", twigs(3, None))))))),
    ];
    Bough = [
        Bough::default(),
        Bough { id: 1, twigs: twigs(2, Some(("a", twigs(3, Some(("b", twigs(4, None))))))) },
    ];
    Holder = [Holder {
        node: node("n", vec![node("m", vec![])]),
        other_node: Some(node("o", vec![])),
        filter: Filter::Not(Box::new(equals("f"))),
        numbers: Tree { value: 1, kids: vec![Tree { value: 2, kids: vec![] }] },
        names: Tree { value: "x".into(), kids: vec![Tree { value: "y".into(), kids: vec![] }] },
    }];
}
