#![allow(unused_variables)]

mod search {
    #[toolcast::tool]
    pub fn search(query: &str) {}
}

pub use search::search;

fn main() {}
