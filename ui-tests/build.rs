//! Sets `cfg(blessed)` if this rustc is the one that wrote the `.stderr` files.
//!
//! With any other rustc the test of the messages is ignored by name. If `TOOLCAST_REQUIRE` is set,
//! the build fails instead.

use std::process::Command;

/// The rustc that wrote the `.stderr` files. To update: change this, overwrite the files, and
/// review the difference.
const BLESSED: &str = "1.95";

fn main() {
    println!("cargo::rerun-if-env-changed=TOOLCAST_REQUIRE");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(blessed)");
    let rustc = std::env::var("RUSTC").expect("cargo sets RUSTC");
    let output = Command::new(&rustc)
        .arg("--version")
        .output()
        .expect("rustc starts");
    let version = String::from_utf8_lossy(&output.stdout);
    let number = version.split_whitespace().nth(1).unwrap_or("");
    if number.starts_with(&format!("{BLESSED}.")) {
        println!("cargo::rustc-cfg=blessed");
    } else {
        let required = std::env::var("TOOLCAST_REQUIRE").unwrap_or_default();
        assert!(
            required.is_empty(),
            "TOOLCAST_REQUIRE asks for rustc {BLESSED}, and this is {number}"
        );
    }
}
