//! Types that are strings in JSON.

use serde::{Deserialize, Serialize};
use toolcast::ToolSchema;
use uuid::fmt::{Braced, Hyphenated, Simple, Urn};

/// Names for things.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
pub struct Identifiers {
    id: uuid::Uuid,
    hyphenated: Hyphenated,
    simple: Simple,
    braced: Braced,
    urn: Urn,
}

/// A version and which ones would do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
pub struct Versions {
    version: semver::Version,
    needs: semver::VersionReq,
    one: semver::Comparator,
}

/// Paths in a file system.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
pub struct Places {
    path: camino::Utf8PathBuf,
    boxed: Box<camino::Utf8Path>,
    short: smol_str::SmolStr,
}

/// An address of the web; not every URI is one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Link {
    url: url::Url,
    more: Vec<url::Url>,
}

fn versions(version: &str, needs: &str, one: &str) -> Versions {
    Versions {
        version: version.parse().expect("a version"),
        needs: needs.parse().expect("a requirement"),
        one: one.parse().expect("a comparator"),
    }
}

fn identifiers(id: u128) -> Identifiers {
    let id = uuid::Uuid::from_u128(id);
    Identifiers {
        id,
        hyphenated: id.hyphenated(),
        simple: id.simple(),
        braced: id.braced(),
        urn: id.urn(),
    }
}

super::super::specimens! {
    Identifiers = [identifiers(0), identifiers(u128::MAX), identifiers(0x0123_4567_89ab_cdef_0123_4567_89ab_cdef)];
    Versions = [
        versions("1.2.3-alpha.1+build.5", "^1.2, <2.0.0-rc.1", ">=1"),
        versions("0.0.0", "*", "1.2.*"),
        versions("10.20.30", "~1.2.3, =4", "^0.3"),
    ];
    Places = [Places { path: "/tmp/a".into(), boxed: camino::Utf8PathBuf::from("é").into_boxed_path(), short: "x".into() }];
    Link = [Link { url: "https://example.com/a?b#c".parse().expect("a URL"), more: vec!["mailto:a@b.c".parse().expect("a URL")] }];
}
