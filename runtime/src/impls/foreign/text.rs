//! Types that are strings in JSON.

#[cfg(feature = "camino1")]
mod camino {
    use crate::impls::forward;
    use camino1::{Utf8Path, Utf8PathBuf};

    forward! {
        [] Utf8Path => str;
        [] Utf8PathBuf => str;
    }
}

#[cfg(feature = "smol_str03")]
mod smol_str {
    crate::impls::forward! {
        [] smol_str03::SmolStr => str;
    }
}

#[cfg(feature = "url2")]
impl crate::schema::ToolSchema for url2::Url {
    const SCHEMA: crate::schema::SchemaRef =
        crate::schema::SchemaRef::new(&crate::impls::text::read_by(
            crate::impls::text::formatted(crate::schema::Format::Uri),
            crate::impls::text::parses::<url2::Url>,
        ));
}

#[cfg(feature = "uuid1")]
mod uuid {
    use crate::impls::forward;
    use crate::impls::text::{formatted, matching, parses, read_by};
    use crate::schema::ToolSchema;
    use crate::schema::{Format, SchemaRef, Text};
    use uuid1::fmt::{Braced, Hyphenated, Simple, Urn};
    use uuid1::{NonNilUuid, Uuid};

    impl ToolSchema for Uuid {
        const SCHEMA: SchemaRef = SchemaRef::new(&read_by(formatted(Format::Uuid), parses::<Uuid>));
    }

    forward! {
        [] Hyphenated => Uuid;
        [] NonNilUuid => Uuid;
    }

    impl ToolSchema for Simple {
        const SCHEMA: SchemaRef = SchemaRef::new(&read_by(
            matching(Text::plain("^[0-9A-Fa-f]{32}$"), 32),
            parses::<Simple>,
        ));
    }

    /// With hyphens, between a prefix and a suffix.
    macro_rules! hyphenated {
        ($before:literal, $after:literal) => {
            matching(
                Text::plain(concat!(
                    "^",
                    $before,
                    "[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}",
                    $after,
                    "$"
                )),
                12,
            )
        };
    }

    impl ToolSchema for Braced {
        const SCHEMA: SchemaRef =
            SchemaRef::new(&read_by(hyphenated!("[{]", "[}]"), parses::<Braced>));
    }

    impl ToolSchema for Urn {
        const SCHEMA: SchemaRef =
            SchemaRef::new(&read_by(hyphenated!("urn:uuid:", ""), parses::<Urn>));
    }
}

#[cfg(feature = "semver1")]
mod semver {
    use crate::impls::text::{form, parses, read_by};
    use crate::schema::ToolSchema;
    use crate::schema::{SchemaRef, Text};
    use semver1::{Comparator, Version, VersionReq};

    /// A number without leading zeros that fits into 64 bits.
    macro_rules! number {
        () => {
            "(0|[1-9][0-9]{0,17})"
        };
    }

    /// The pre-release part: `-beta.1`.
    macro_rules! pre {
        () => {
            concat!("(-", identifier!(), "([.]", identifier!(), ")*)?")
        };
    }

    macro_rules! identifier {
        () => {
            "(0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)"
        };
    }

    macro_rules! build {
        () => {
            "([+][0-9A-Za-z-]+([.][0-9A-Za-z-]+)*)?"
        };
    }

    /// One condition.
    macro_rules! comparator {
        () => {
            concat!(
                "([=~^]|[<>]=?)?",
                number!(),
                "([.]",
                number!(),
                "([.]",
                number!(),
                pre!(),
                build!(),
                ")?)?|",
                number!(),
                "[.]([*]|",
                number!(),
                "[.][*])"
            )
        };
    }

    impl ToolSchema for Version {
        const SCHEMA: SchemaRef = SchemaRef::new(&read_by(
            form(
                "a version, such as 1.2.3 or 1.0.0-beta.1",
                Text::plain(concat!(
                    "^",
                    number!(),
                    "[.]",
                    number!(),
                    "[.]",
                    number!(),
                    pre!(),
                    build!(),
                    "$"
                )),
                17,
            ),
            parses::<Version>,
        ));
    }

    impl ToolSchema for Comparator {
        const SCHEMA: SchemaRef = SchemaRef::new(&read_by(
            form(
                "a condition on versions in Cargo's syntax, such as ^1.2 or >=1.2.0",
                Text::plain(concat!("^(", comparator!(), ")$")),
                17,
            ),
            parses::<Comparator>,
        ));
    }

    impl ToolSchema for VersionReq {
        const SCHEMA: SchemaRef = SchemaRef::new(&read_by(
            form(
                "a version requirement in Cargo's syntax, such as ^1.2 or >=1.2.0, <2",
                Text::plain(concat!(
                    "^([*]|(",
                    comparator!(),
                    ")(, ?(",
                    comparator!(),
                    ")){0,31})$"
                )),
                31,
            ),
            parses::<VersionReq>,
        ));
    }
}
