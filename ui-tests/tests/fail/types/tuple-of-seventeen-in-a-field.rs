use std::marker::PhantomData;
use toolcast::ToolSchema;

type Short = (u8, u8);

#[derive(ToolSchema)]
struct Labels {
    all: (u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8),
    short: Short,
    nothing: PhantomData<(u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8)>,
}

#[derive(ToolSchema)]
enum Label<T> {
    Many(Vec<(T, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8)>),
}

fn main() {}
