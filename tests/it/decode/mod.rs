//! Decoding: what a model sent, read with the schema in hand.

mod law;
