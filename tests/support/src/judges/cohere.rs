//! Cohere, version 2: section 9. Its documents don't specify if a "not supported" keyword is
//! dropped or rejected (section 17, 27).

use super::walk::nodes;
use super::{Findings, keys, shared, texts};
use serde_json::Value;

pub fn schema(root: &Value, f: &mut Findings) {
    shared::everywhere(root, f);
    shared::complete(root, f, Findings::house);
    shared::references_alone(root, f, Findings::house);
    let unsupported = keys::documented("cohere", "refused");
    shared::without_keys(root, unsupported, f, Findings::lost);
    shared::formats(
        root,
        keys::documented("cohere", "formats"),
        f,
        Findings::lost,
    );
    for (path, pattern) in texts::patterns(root) {
        let mut bare = pattern.replace("\\^", "").replace("\\$", "");
        bare = bare.replace("[^", "[");
        if bare.contains(['^', '$']) || texts::looks_around(&pattern) {
            f.lost(&path, "a pattern with `^`, `$` or lookaround");
        }
    }
    for node in nodes(root) {
        if node.types().len() > 1 {
            f.house(&node.path, "a list of types, where `anyOf` is sure");
        }
    }
}
