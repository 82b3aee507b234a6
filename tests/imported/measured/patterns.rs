//! The scan of patterns is used twice: by the macros for the source, by the runtime for imported
//! schemas. The crates share no code, so the two copies must be equal.

#[test]
fn the_two_copies_of_the_scan_are_equal() {
    for (runtime, macros) in [
        (
            include_str!("../../../runtime/src/import/pattern/scan.rs"),
            include_str!("../../../macros/src/shared/pattern/scan.rs"),
        ),
        (
            include_str!("../../../runtime/src/import/pattern/class.rs"),
            include_str!("../../../macros/src/shared/pattern/class.rs"),
        ),
        (
            include_str!("../../../runtime/src/import/pattern/group.rs"),
            include_str!("../../../macros/src/shared/pattern/group.rs"),
        ),
        (
            include_str!("../../../runtime/src/import/pattern/property.rs"),
            include_str!("../../../macros/src/shared/pattern/property.rs"),
        ),
        (
            include_str!("../../../runtime/src/import/pattern/script.rs"),
            include_str!("../../../macros/src/shared/pattern/script.rs"),
        ),
    ] {
        let mut lines = runtime.lines().zip(macros.lines());
        let different = lines.find(|(a, b)| a != b);
        assert!(runtime == macros, "first difference: {different:?}");
    }
}
