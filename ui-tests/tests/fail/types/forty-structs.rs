use toolcast::{ToolSchema, tool};

macro_rules! levels {
    ($name:ident) => {
        #[derive(serde::Deserialize, ToolSchema)]
        #[allow(dead_code)]
        struct $name {
            value: u8,
        }
    };
    ($name:ident $below:ident $($rest:ident)*) => {
        #[derive(serde::Deserialize, ToolSchema)]
        #[allow(dead_code)]
        struct $name {
            below: $below,
        }
        levels!($below $($rest)*);
    };
}
levels!(
    L01 L02 L03 L04 L05 L06 L07 L08 L09 L10 L11 L12 L13 L14 L15 L16 L17 L18 L19 L20
    L21 L22 L23 L24 L25 L26 L27 L28 L29 L30 L31 L32 L33 L34 L35 L36 L37 L38 L39 L40
);

#[tool]
fn dig(first: u8, deep: L01) {
    let _ = (first, deep);
}

fn main() {}
