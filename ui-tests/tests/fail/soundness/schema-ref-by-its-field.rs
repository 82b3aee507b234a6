// `new` is the only constructor.

use toolcast::schema::SchemaRef;

fn main() {
    let _ = SchemaRef(core::ptr::null());
}
