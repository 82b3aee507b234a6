#![allow(unused_variables)]

use toolcast::{ToolSchema, tool};

#[derive(serde::Deserialize, ToolSchema)]
struct Node {
    next: Box<Node>,
}

#[tool]
fn walk(from: Node) {}

#[derive(serde::Deserialize, ToolSchema)]
struct Question {
    answer: Box<Answer>,
}

#[derive(serde::Deserialize, ToolSchema)]
#[serde(tag = "kind")]
enum Answer {
    Counter { question: Question },
    Both { questions: [Question; 2] },
}

#[tool]
fn ask(question: Option<Question>) {}

#[derive(serde::Deserialize, ToolSchema)]
struct Generic<T> {
    value: T,
    inner: (u8, Box<Generic<T>>),
}

#[tool]
fn generic(value: Generic<u8>) {}

// These types are finite.
#[derive(serde::Deserialize, ToolSchema)]
struct Tree {
    leaf: Option<Box<Leaf>>,
    children: Vec<Tree>,
}

#[derive(serde::Deserialize, ToolSchema)]
struct Leaf {
    tree: Tree,
    next: Either,
}

#[derive(serde::Deserialize, ToolSchema)]
enum Either {
    Leaf(Box<Leaf>),
    Leaves([Box<Leaf>; 0]),
}

#[tool]
fn climb(tree: Tree, leaf: Leaf) {}

fn main() {}
