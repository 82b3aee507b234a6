#![doc = include_str!("../../docs/bridges.md")]

pub mod schemars;
