// There is no constructor but `new`.

use toolcast::schema::SchemaRef;

fn main() {
    let _ = SchemaRef(core::ptr::null());
}
