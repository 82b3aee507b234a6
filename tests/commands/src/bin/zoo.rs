//! Lists the zoo: each type and tool with what it is there for. `cargo run -p toolcast-test-commands --bin zoo`.

use toolcast_tests::zoo;

fn main() {
    for specimen in zoo::all() {
        println!("{}: {}", specimen.name, specimen.purpose());
    }
    for tool in zoo::tools::all() {
        println!("tool {}: {}", tool.def.name(), tool.purpose.trim());
    }
}
