//! Lists the zoo's types and tools with their purposes: `cargo run -p toolcast-test-commands --bin
//! zoo`.

use toolcast_tests::zoo;

fn main() {
    for specimen in zoo::all() {
        println!("{}: {}", specimen.name, specimen.purpose());
    }
    for tool in zoo::tools::all() {
        println!("tool {}: {}", tool.def.name(), tool.purpose.trim());
    }
}
