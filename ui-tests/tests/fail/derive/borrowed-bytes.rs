//! Bytes that serde borrows from a string, in fields.

#![allow(dead_code)]

mod in_a_field {
    use std::borrow::Cow;
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    struct Blob<'a> {
        plain: &'a [u8],
        maybe: Option<&'a [u8]>,
        #[serde(borrow)]
        cow: Cow<'a, [u8]>,
    }
}

mod inside_a_type {
    use std::collections::BTreeMap;
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    struct Parts<'a> {
        list: Vec<&'a [u8]>,
        map: BTreeMap<String, (u8, Option<&'a [u8]>)>,
    }
}

mod in_a_variant {
    use std::borrow::Cow;
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    enum Blob<'a> {
        Plain(&'a [u8]),
        Cow(#[serde(borrow)] Cow<'a, [u8]>),
    }
}

mod in_another_type_that_serde_reads {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    #[serde(from = "Vec<&'a [u8]>")]
    struct Blob<'a>(&'a str);
}

mod declared_on_a_variant {
    use std::borrow::Cow;
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    enum Blob<'a> {
        #[serde(borrow)]
        Cow(Cow<'a, [u8]>),
    }
}

fn main() {}
