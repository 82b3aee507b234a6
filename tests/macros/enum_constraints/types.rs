//! Enums with constraints in their variants.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use toolcast::ToolSchema;

/// Checks the constraints on the decoded value.
pub(crate) trait Keeps {
    fn keeps(&self) -> bool;
}

impl<T: Keeps> Keeps for Vec<T> {
    fn keeps(&self) -> bool {
        self.iter().all(Keeps::keeps)
    }
}

impl<T: Keeps> Keeps for Option<T> {
    fn keeps(&self) -> bool {
        self.iter().all(Keeps::keeps)
    }
}

impl<T: Keeps> Keeps for Box<T> {
    fn keeps(&self) -> bool {
        (**self).keeps()
    }
}

impl<T: Keeps> Keeps for BTreeMap<String, T> {
    fn keeps(&self) -> bool {
        self.values().all(Keeps::keeps)
    }
}

fn chars(text: &str) -> usize {
    text.chars().count()
}

/// A jump.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
pub(crate) struct Jump {
    #[tool(range(1..=9))]
    pub(crate) height: u8,
}

/// The tag among the properties.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Step {
    Wait {
        #[tool(range(1..=60))]
        seconds: u8,
    },
    Say {
        #[tool(length(1..=5), pattern = "^[a-z]*$")]
        text: String,
        loud: Option<bool>,
    },
    Jump(Jump),
    Stop,
}

impl Keeps for Step {
    fn keeps(&self) -> bool {
        match self {
            Step::Wait { seconds } => (1..=60).contains(seconds),
            Step::Say { text, .. } => {
                (1..=5).contains(&chars(text)) && text.bytes().all(|byte| byte.is_ascii_lowercase())
            }
            Step::Jump(jump) => (1..=9).contains(&jump.height),
            Step::Stop => true,
        }
    }
}

/// A name for each.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Outside {
    Off,
    Wait {
        #[tool(range(1..=60))]
        seconds: u8,
    },
    Level(#[tool(range(0..=10))] u8),
    Pair(
        #[tool(length(1..=2))] String,
        #[tool(range(-1.0..=1.0))] f64,
    ),
    Many(#[tool(length(1..=2))] Vec<Jump>),
}

impl Keeps for Outside {
    fn keeps(&self) -> bool {
        match self {
            Outside::Off => true,
            Outside::Wait { seconds } => (1..=60).contains(seconds),
            Outside::Level(level) => *level <= 10,
            Outside::Pair(text, n) => (1..=2).contains(&chars(text)) && (-1.0..=1.0).contains(n),
            Outside::Many(jumps) => {
                (1..=2).contains(&jumps.len())
                    && jumps.iter().all(|jump| (1..=9).contains(&jump.height))
            }
        }
    }
}

/// Tag and content.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(tag = "t", content = "c")]
pub(crate) enum Beside {
    Off,
    Wait {
        #[tool(range(1..=60))]
        seconds: u8,
    },
    Level(#[tool(range(0..=10))] u8),
    Pair(
        #[tool(length(1..=2))] String,
        #[tool(range(-1.0..=1.0))] f64,
    ),
    Steps(#[tool(length(..=2))] Vec<Step>),
}

impl Keeps for Beside {
    fn keeps(&self) -> bool {
        match self {
            Beside::Off => true,
            Beside::Wait { seconds } => (1..=60).contains(seconds),
            Beside::Level(level) => *level <= 10,
            Beside::Pair(text, n) => (1..=2).contains(&chars(text)) && (-1.0..=1.0).contains(n),
            Beside::Steps(steps) => steps.len() <= 2 && steps.keeps(),
        }
    }
}

/// The first that serde reads: constraints do not choose.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
pub(crate) enum First {
    Small(#[tool(range(1..=10))] u8),
    Big(#[tool(multiple_of = 5)] u32),
    Text(#[tool(length(..=3))] String),
    List(#[tool(length(1..=2))] Vec<u8>),
    Named {
        #[tool(length(1..=3))]
        name: String,
    },
    Numbered {
        #[tool(range(10..))]
        number: u32,
        more: Option<Box<First>>,
    },
    Pair(#[tool(range(..=5))] u8, bool),
}

impl Keeps for First {
    fn keeps(&self) -> bool {
        match self {
            First::Small(n) => (1..=10).contains(n),
            First::Big(n) => n.is_multiple_of(5),
            First::Text(text) => chars(text) <= 3,
            First::List(list) => (1..=2).contains(&list.len()),
            First::Named { name } => (1..=3).contains(&chars(name)),
            First::Numbered { number, more } => *number >= 10 && more.keeps(),
            First::Pair(n, _) => *n <= 5,
        }
    }
}

/// A tagged variant, and one for unknown tags.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(tag = "is")]
pub(crate) enum Mixed {
    Number {
        #[tool(range(..=100))]
        n: i32,
    },
    #[serde(untagged)]
    Short(#[tool(length(..=2))] String),
}

impl Keeps for Mixed {
    fn keeps(&self) -> bool {
        match self {
            Mixed::Number { n } => *n <= 100,
            Mixed::Short(text) => chars(text) <= 2,
        }
    }
}

/// Inside itself, by every way that there is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(tag = "op", rename_all = "lowercase")]
pub(crate) enum Expr {
    Lit {
        #[tool(range(0..=9))]
        n: u8,
    },
    Not {
        inner: Box<Expr>,
    },
    All {
        #[tool(length(1..))]
        of: Vec<Expr>,
    },
    Named {
        by: BTreeMap<String, Expr>,
        or: Option<Box<Expr>>,
    },
}

impl Keeps for Expr {
    fn keeps(&self) -> bool {
        match self {
            Expr::Lit { n } => *n <= 9,
            Expr::Not { inner } => inner.keeps(),
            Expr::All { of } => !of.is_empty() && of.keeps(),
            Expr::Named { by, or } => by.keeps() && or.keeps(),
        }
    }
}

/// Inside itself, by name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
pub(crate) enum Tree<T> {
    Leaf(#[tool(length(1..=2))] Vec<T>),
    Node(Vec<Tree<T>>),
}

impl<T> Keeps for Tree<T> {
    fn keeps(&self) -> bool {
        match self {
            Tree::Leaf(items) => (1..=2).contains(&items.len()),
            Tree::Node(kids) => kids.keeps(),
        }
    }
}

/// A flattened variant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
pub(crate) struct Flat {
    #[tool(range(..=7))]
    id: u8,
    #[serde(flatten)]
    step: Step,
}

impl Keeps for Flat {
    fn keeps(&self) -> bool {
        self.id <= 7 && self.step.keeps()
    }
}

/// A flattened enum tagged by name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
pub(crate) struct FlatOutside {
    id: u8,
    #[serde(flatten)]
    what: Outside,
}

impl Keeps for FlatOutside {
    fn keeps(&self) -> bool {
        self.what.keeps()
    }
}

/// Any other tag.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum OrOther {
    Wait {
        #[tool(range(1..=60))]
        seconds: u8,
    },
    #[serde(alias = "hop")]
    Jump(Jump),
    #[serde(other, rename = "none-of-these")]
    Other,
}

impl Keeps for OrOther {
    fn keeps(&self) -> bool {
        match self {
            OrOther::Wait { seconds } => (1..=60).contains(seconds),
            OrOther::Jump(jump) => (1..=9).contains(&jump.height),
            OrOther::Other => true,
        }
    }
}

/// Any other tag, whose content is ignored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(tag = "t", content = "c")]
pub(crate) enum ContentOrOther {
    Level(#[tool(range(0..=10))] u8),
    #[serde(other)]
    Other,
}

impl Keeps for ContentOrOther {
    fn keeps(&self) -> bool {
        match self {
            ContentOrOther::Level(level) => *level <= 10,
            ContentOrOther::Other => true,
        }
    }
}

/// Any other name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
pub(crate) enum NameOrOther {
    Here,
    #[serde(other)]
    Elsewhere,
}

/// A flattened variant, for any tag.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
pub(crate) struct FlatOrOther {
    #[tool(range(..=7))]
    id: u8,
    #[serde(flatten)]
    kind: OrOther,
    #[tool(length(1..))]
    #[serde(rename = "the name")]
    name: Option<String>,
    place: NameOrOther,
}

impl Keeps for FlatOrOther {
    fn keeps(&self) -> bool {
        self.id <= 7 && self.kind.keeps() && self.name.as_ref().is_none_or(|name| !name.is_empty())
    }
}

/// Two of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
pub(crate) struct FlatTwice {
    #[tool(range(..=7))]
    id: u8,
    #[serde(flatten)]
    kind: OrOther,
    #[serde(flatten)]
    content: ContentOrOther,
}

impl Keeps for FlatTwice {
    fn keeps(&self) -> bool {
        self.id <= 7 && self.kind.keeps() && self.content.keeps()
    }
}

/// An internally tagged enum in an internally tagged enum: either may be a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(tag = "outer")]
pub(crate) enum Nested {
    Step(Step),
    Jump(Box<Jump>),
    Sized {
        #[tool(range(..=3))]
        #[serde(default)]
        size: u8,
        step: Option<Step>,
    },
    Nothing,
}

impl Keeps for Nested {
    fn keeps(&self) -> bool {
        match self {
            Nested::Step(step) => step.keeps(),
            Nested::Jump(jump) => (1..=9).contains(&jump.height),
            Nested::Sized { size, step } => *size <= 3 && step.keeps(),
            Nested::Nothing => true,
        }
    }
}

/// Without a tag, of types that serde reads from lists too.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
pub(crate) enum Lists {
    Jump(Jump),
    Named {
        #[tool(range(..=3))]
        named: u8,
    },
    Bytes(#[tool(length(..=2))] Vec<u8>),
    Step(Step),
    Outside(Outside),
}

impl Keeps for Lists {
    fn keeps(&self) -> bool {
        match self {
            Lists::Jump(jump) => (1..=9).contains(&jump.height),
            Lists::Named { named } => *named <= 3,
            Lists::Bytes(bytes) => bytes.len() <= 2,
            Lists::Step(step) => step.keeps(),
            Lists::Outside(outside) => outside.keeps(),
        }
    }
}

/// All of them, in lists, maps and options.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
pub(crate) struct Everything {
    steps: Vec<Step>,
    outside: BTreeMap<String, Outside>,
    beside: Option<Beside>,
    first: Vec<Option<First>>,
    mixed: Mixed,
    flat: Option<Flat>,
}

impl Keeps for Everything {
    fn keeps(&self) -> bool {
        self.steps.keeps()
            && self.outside.keeps()
            && self.beside.keeps()
            && self.first.keeps()
            && self.mixed.keeps()
            && self.flat.keeps()
    }
}
