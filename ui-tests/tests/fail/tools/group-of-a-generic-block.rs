#![allow(unused_variables)]

use toolcast::tools;

struct Store<T>(T);

#[tools(type = Reads)]
impl<T: Send + Sync> Store<T> {
    #[tool]
    fn read(&self) {}
}

#[tools(type = Self)]
impl Store<u8> {
    #[tool]
    fn write(&self) {}
}

fn main() {}
