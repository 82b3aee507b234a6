#![allow(unused_variables, dead_code)]

use toolcast::{ToolSchema, tool};

macro_rules! choice {
    ($name:ident: $($variant:ident)*) => {
        #[derive(serde::Deserialize, ToolSchema)]
        enum $name {
            $($variant(u8),)*
        }
    };
}

choice!(First: A B C D);
choice!(Second: E F G H);
choice!(Third: I J K L);
choice!(Fourth: M N O P);

#[derive(serde::Deserialize, ToolSchema)]
struct Filter {
    #[serde(flatten)]
    first: Option<First>,
    #[serde(flatten)]
    second: Option<Second>,
    #[serde(flatten)]
    third: Option<Third>,
    #[serde(flatten)]
    fourth: Option<Fourth>,
}

#[tool]
fn search(query: &str, filter: Filter) {}

fn main() {}
