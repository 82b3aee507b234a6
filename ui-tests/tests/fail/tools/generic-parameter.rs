#![allow(unused_variables)]

use toolcast::tools;

struct Store<T>(T);

#[tools]
impl<T> Store<T> {
    #[tool]
    fn put(&self, value: Option<T>) {}
}

fn main() {}
