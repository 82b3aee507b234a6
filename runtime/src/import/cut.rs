//! Selects definitions to replace with JSON text if a tree is too large to be written without
//! definitions, for providers that don't support them.

use super::node::{NodeId, NodeKind, OwnedNode};
use crate::render::MAX_NODES;

/// The definitions, by number, that are written as text if definitions are not supported. None is
/// cut if the tree is small enough.
pub(super) fn cut(nodes: &[OwnedNode], root: NodeId, names: usize) -> Vec<bool> {
    let mut cut = vec![false; names];
    // Each round cuts one definition. A tree that needs more rounds is rejected as before.
    for _ in 0..64.min(names) {
        let tree = Tree::of(nodes, root, &cut);
        if tree.size[root] <= MAX_NODES {
            break;
        }
        let Some(name) = tree.largest_deep(nodes, root, &cut) else {
            break;
        };
        cut[name] = true;
    }
    cut
}

/// The tree with all links expanded, except to cut definitions.
struct Tree {
    /// The expanded size of each node.
    size: Vec<u32>,
    /// The number of occurrences of each node.
    often: Vec<u32>,
    /// The smallest distance of each node from the root.
    depth: Vec<u32>,
}

impl Tree {
    /// Relies on nodes coming after their children.
    fn of(nodes: &[OwnedNode], root: NodeId, cut: &[bool]) -> Self {
        let ends = |id: NodeId| id != root && nodes[id].name.is_some_and(|name| cut[name]);
        let mut size = Vec::with_capacity(nodes.len());
        for (id, node) in nodes.iter().enumerate() {
            let mut all = 1_u32;
            if !ends(id) {
                children(&node.kind, |child| {
                    all = all.saturating_add(size.get(child).copied().unwrap_or(0));
                });
            }
            size.push(all);
        }
        let mut often = vec![0_u32; nodes.len()];
        let mut depth = vec![u32::MAX; nodes.len()];
        often[root] = 1;
        depth[root] = 0;
        for id in (0..nodes.len()).rev() {
            if often[id] == 0 || ends(id) {
                continue;
            }
            children(&nodes[id].kind, |child| {
                often[child] = often[child].saturating_add(often[id]);
                depth[child] = depth[child].min(depth[id] + 1);
            });
        }
        Tree { size, often, depth }
    }

    /// Returns the deepest of the definitions that make up more than 1/20 of the tree, because a
    /// model should see those near the root. If there is none, returns the largest.
    fn largest_deep(&self, nodes: &[OwnedNode], root: NodeId, cut: &[bool]) -> Option<usize> {
        let gain = |id: NodeId| (self.size[id] - 1).saturating_mul(self.often[id]);
        let open = |id: &NodeId| {
            *id != root && self.often[*id] > 0 && nodes[*id].name.is_some_and(|name| !cut[name])
        };
        let part = self.size[root] / 20;
        let all = (0..nodes.len()).filter(open);
        all.clone()
            .filter(|id| gain(*id) > part)
            .max_by_key(|id| (self.depth[*id], gain(*id)))
            .or_else(|| all.filter(|id| gain(*id) > 0).max_by_key(|id| gain(*id)))
            .and_then(|id| nodes[id].name)
    }
}

pub(super) fn children(kind: &NodeKind, mut each: impl FnMut(NodeId)) {
    match kind {
        NodeKind::Array { items, .. } => each(*items),
        NodeKind::Tuple(items) => items.iter().copied().for_each(each),
        NodeKind::Object { fields, .. } => fields.iter().for_each(|field| each(field.ty)),
        NodeKind::Map { value, .. } => each(*value),
        NodeKind::Union { variants, .. } => variants.iter().copied().for_each(each),
        NodeKind::Option(inner) | NodeKind::Ruled(inner, _) => each(*inner),
        _ => {}
    }
}
