//! Separate crates that use toolcast under another name, through a re-export, without a serde
//! dependency, and without the standard library.

use serde_json::Value;
use toolcast::Provider;

fn parameters(text: Option<&str>) -> Value {
    serde_json::from_str(text.expect("parameters")).expect("JSON")
}

#[test]
fn the_macros_work_in_a_crate_that_renames_toolcast() {
    use toolcast_fixture_renamed::sort_list;
    let schema = parameters(sort_list::parameters_for(Provider::Anthropic));
    assert_eq!(
        schema["properties"]["list"]["properties"]["items"]["items"]["type"],
        "integer"
    );
    let list = toolcast_fixture_renamed::List { items: vec![2, 1] };
    assert_eq!(sort_list(list, None), [1, 2]);
    assert_eq!(toolcast_fixture_renamed::count(), 1);
    let fits = toolcast_fixture_renamed::Shelf::tool_def("fits");
    assert!(fits.schema_for(Provider::Mcp).contains("\"fits\""));
}

#[test]
fn the_macros_work_through_a_re_export() {
    use toolcast_fixture_reexport::{Source, count_lines};
    let schema = parameters(count_lines::parameters_for(Provider::Anthropic));
    assert_eq!(schema["required"], serde_json::json!(["source"]));
    assert_eq!(count_lines(Source::Empty), 0);
}

#[test]
fn the_macros_work_in_a_crate_without_serde() {
    use toolcast_fixture_no_serde::{Place, hemisphere};
    let schema = parameters(hemisphere::parameters_for(Provider::Mcp));
    assert_eq!(
        schema["properties"]["place"]["properties"]["degreesNorth"]["minimum"],
        -90.0
    );
    assert_eq!(
        hemisphere(Place {
            degrees_north: 1.0,
            degrees_east: 1.0
        }),
        "north"
    );
}

/// `./check all` also compiles it alone, because other crates of this build enable the standard
/// library.
#[test]
fn the_macros_work_without_the_standard_library() {
    assert!(toolcast_fixture_no_std::TEXT.contains("\"record\""));
    assert_eq!(toolcast_fixture_no_std::HIGHEST.name(), "highest");
}
