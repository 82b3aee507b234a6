//! The dependencies that this crate brings into a program: licences, packages in two versions, and
//! code that runs at compile time. Reads the lock file and needs no network.

use serde_json::Value;
use spdx::{Expression, LicenseReq, ParseMode};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

/// Licences that require no more than attribution.
const LICENCES: [&str; 9] = [
    "MIT",
    "MIT-0",
    "Apache-2.0",
    "BSD-3-Clause",
    "ISC",
    "Unicode-3.0",
    "Zlib",
    // Data: the root certificates that browsers trust.
    "CDLA-Permissive-2.0",
    "0BSD",
];

/// All packages that the macros may bring into a build.
const OF_THE_MACROS: [&str; 10] = [
    "darling",
    "darling_core",
    "darling_macro",
    "ident_case",
    "proc-macro2",
    "quote",
    "strsim",
    "syn",
    "toolcast-pattern",
    "unicode-ident",
];

/// The crates that are released in lockstep.
const OURS: [&str; 3] = ["toolcast", "toolcast-macros", "toolcast-pattern"];

/// Crates with another crate's types in their API. Each is a package of its own, and `toolcast`
/// reaches none of those other crates.
const INTEGRATIONS: [(&str, &str); 7] = [
    ("toolcast-async-openai", "async-openai"),
    ("toolcast-bedrock", "aws-sdk-bedrockruntime"),
    ("toolcast-genai", "genai"),
    ("toolcast-history", "ureq"),
    ("toolcast-mcp", "rmcp"),
    ("toolcast-rig", "rig-core"),
    ("toolcast-schemars", "schemars"),
];

/// Packages in two versions, by the feature of `toolcast`, the integration, or the integration and
/// its feature that bring them. Our macros use the current syn, those of other crates the previous
/// one. The rest are two versions within one framework.
const TWICE: [(&str, &[&str]); 13] = [
    (
        "toolcast-async-openai",
        &["darling", "darling_core", "darling_macro", "syn"],
    ),
    ("toolcast-bedrock", &["http", "http-body", "syn"]),
    ("toolcast-genai", &["syn"]),
    ("toolcast-mcp", &["syn"]),
    ("toolcast-mcp/client", &["syn"]),
    ("toolcast-mcp/default", &["syn"]),
    ("toolcast-mcp/http-client", &["syn"]),
    ("toolcast-mcp/http-server", &["syn"]),
    // `oauth2` is older than the rest of the SDK's tree.
    (
        "toolcast-mcp/oauth",
        &[
            "base64",
            "block-buffer",
            "cpufeatures",
            "crypto-common",
            "digest",
            "sha2",
            "syn",
            "thiserror",
            "thiserror-impl",
        ],
    ),
    ("toolcast-mcp/server", &["syn"]),
    ("toolcast-mcp/tls", &["libc", "syn"]),
    ("toolcast-mcp/validate", &["syn"]),
    ("toolcast-rig", &["syn"]),
];

/// Otherwise `serde_json` reads a fifth of all floats of 17 digits as their neighbours. The crates
/// of the tests may ask for it too, so only the features of the crate alone show it.
#[test]
fn floats_are_read_exactly() {
    let tree = cargo(&[
        "tree",
        "-p",
        "toolcast",
        "-e",
        "features,no-dev",
        "-i",
        "serde_json",
    ]);
    assert!(
        tree.contains("serde_json feature \"float_roundtrip\""),
        "{tree}"
    );
}

fn cargo(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO"))
        .args(args)
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../runtime"))
        .output()
        .expect("cargo can be run");
    assert!(
        output.status.success(),
        "cargo {args:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("text")
}

/// Returns the packages that a crate of this workspace reaches with all its features, on any
/// target.
fn reached<'m>(metadata: &'m Value, name: &str) -> Vec<&'m Value> {
    let packages: BTreeMap<&str, &Value> = list(&metadata["packages"])
        .map(|package| (text(&package["id"]), package))
        .collect();
    let nodes: BTreeMap<&str, &Value> = list(&metadata["resolve"]["nodes"])
        .map(|node| (text(&node["id"]), node))
        .collect();
    let root = packages
        .iter()
        .find(|(_, package)| package["name"] == name)
        .expect("the crate");
    let mut open = vec![*root.0];
    let mut seen = BTreeSet::new();
    while let Some(id) = open.pop() {
        if seen.insert(id) {
            let used = list(&nodes[id]["deps"]).filter(|dependency| {
                list(&dependency["dep_kinds"]).any(|kind| kind["kind"] != "dev")
            });
            open.extend(used.map(|dependency| text(&dependency["pkg"])));
        }
    }
    seen.into_iter().map(|id| packages[id]).collect()
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().expect("a list").iter()
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn metadata() -> Value {
    serde_json::from_str(&cargo(&[
        "metadata",
        "--format-version",
        "1",
        "--all-features",
        "--locked",
    ]))
    .expect("JSON")
}

#[test]
fn licences_require_no_more_than_attribution() {
    let metadata = metadata();
    let crates = ["toolcast"].into_iter();
    let crates = crates.chain(INTEGRATIONS.map(|(integration, _)| integration));
    let packages: Vec<&Value> = crates.flat_map(|name| reached(&metadata, name)).collect();
    assert!(packages.len() > 100, "{} packages", packages.len());
    let allowed = |wanted: &LicenseReq| {
        wanted
            .license
            .id()
            .is_some_and(|id| LICENCES.contains(&id.name))
    };
    for package in packages {
        let licence = package["license"].as_str().unwrap_or_default();
        let parsed = Expression::parse_mode(licence, ParseMode::LAX)
            .unwrap_or_else(|error| panic!("{}: {error}", package["id"]));
        assert!(parsed.evaluate(allowed), "{}: {licence}", package["id"]);
        let source = package["source"].as_str().unwrap_or("path");
        assert!(
            source == "path" || source.starts_with("registry+"),
            "{}: {source}",
            package["id"]
        );
    }
}

#[test]
fn each_package_has_the_texts_of_its_licences() {
    let crates = INTEGRATIONS.map(|(integration, _)| integration);
    for name in crates.into_iter().chain(OURS) {
        let package = cargo(&[
            "package",
            "--list",
            "--allow-dirty",
            "--locked",
            "--package",
            name,
        ]);
        for file in ["LICENSE-APACHE", "LICENSE-MIT"] {
            assert!(package.lines().any(|line| line == file), "{name}: {file}");
        }
    }
}

/// A type of an SDK can't be in the API of `toolcast` if no feature of it reaches the SDK.
#[test]
fn no_sdk_is_reached_without_its_integration() {
    // The features that the tests switch on in other crates don't count here.
    let named = |name: &str| -> BTreeSet<String> {
        let tree = cargo(&[
            "tree",
            "--locked",
            "--package",
            name,
            "--all-features",
            "--target",
            "all",
            "--edges",
            "normal,build",
            "--prefix",
            "none",
        ]);
        let lines = tree.lines().filter_map(|line| line.split(' ').next());
        lines.map(str::to_owned).collect()
    };
    let of_toolcast = named("toolcast");
    for (integration, sdk) in INTEGRATIONS {
        assert!(
            named(integration).contains(sdk),
            "{integration} has no {sdk}"
        );
        assert!(!of_toolcast.contains(sdk), "toolcast reaches {sdk}");
    }
}

/// Only the macros run at compile time, and they read nothing but their tokens.
#[test]
fn macros_do_nothing_but_expand() {
    let metadata = metadata();
    for package in reached(&metadata, "toolcast-macros") {
        let name = text(&package["name"]);
        assert!(
            name == "toolcast-macros" || OF_THE_MACROS.contains(&name),
            "{name}"
        );
    }
    for package in
        list(&metadata["packages"]).filter(|package| OURS.contains(&text(&package["name"])))
    {
        for target in list(&package["targets"]) {
            assert_ne!(target["kind"][0], "custom-build", "{}", package["name"]);
        }
    }
    let mut seen = 0;
    let mut look = |path: &Path, source: &str| {
        seen += 1;
        // Generated code may read a variable of the user's build.
        let source = source.replace("__tool::option_env!(", "");
        // It has collections and strings alone.
        let source = source.replace("extern crate alloc;", "");
        for word in [
            "std::fs",
            "std::net",
            "std::process",
            "std::env",
            "std::io",
            "std::thread",
            "env!(",
            "include!(",
            "include_bytes!(",
            "extern crate",
        ] {
            assert!(!source.contains(word), "{} has {word}", path.display());
        }
        // The words above don't match grouped or glob imports.
        let uses_std = source
            .lines()
            .any(|line| line.contains("use std::{") || line.contains("use std::*"));
        assert!(
            !uses_std,
            "{} has a grouped or glob import from std",
            path.display()
        );
    };
    for folder in ["../../macros/src", "../../pattern/src"] {
        sources(
            &Path::new(env!("CARGO_MANIFEST_DIR")).join(folder),
            &mut look,
        );
    }
    assert!(seen > 30, "{seen} files");
}

/// Visits the sources of the crate, without its tests.
fn sources(folder: &Path, look: &mut impl FnMut(&Path, &str)) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.ends_with("tests") {
            continue;
        }
        if path.is_dir() {
            sources(&path, look);
        } else {
            look(
                &path,
                &std::fs::read_to_string(&path).expect("a source file"),
            );
        }
    }
}

/// Two versions of a package compile twice, and their types are not compatible.
#[test]
fn no_package_has_two_versions() {
    let metadata = metadata();
    let features = |name: &'static str| {
        let mut packages = list(&metadata["packages"]);
        let package = packages.find(|package| package["name"] == name);
        let features = package.expect("the crate")["features"].as_object();
        let features = features.expect("features").keys().map(String::as_str);
        features.map(move |feature| (name, feature))
    };
    let mut builds: Vec<(&str, &str)> = features("toolcast").collect();
    for (name, _) in INTEGRATIONS {
        builds.push((name, ""));
        builds.extend(features(name));
    }
    let mut found = BTreeMap::new();
    for (package, feature) in builds {
        let tree = cargo(&[
            "tree",
            "--locked",
            "--package",
            package,
            "--no-default-features",
            "--features",
            feature,
            "--edges",
            "normal,build",
            "--duplicates",
            "--prefix",
            "none",
            "--depth",
            "0",
        ]);
        let twice: BTreeSet<String> = tree
            .lines()
            .filter_map(|line| line.split(' ').next())
            .filter(|name| !name.is_empty())
            .map(str::to_owned)
            .collect();
        if !twice.is_empty() {
            let name = match (package, feature) {
                ("toolcast", feature) => feature.to_owned(),
                (package, "") => package.to_owned(),
                (package, feature) => format!("{package}/{feature}"),
            };
            found.insert(name, twice);
        }
    }
    let known: BTreeMap<String, BTreeSet<String>> = TWICE
        .iter()
        .map(|(feature, names)| {
            (
                (*feature).to_owned(),
                names.iter().map(|name| (*name).to_owned()).collect(),
            )
        })
        .collect();
    assert_eq!(found, known);
}
