//! The fault of a value of the wrong type, or of one that violates a constraint.

use super::{Explain, TYPE};
use crate::constraint::num;
use crate::decode::errors::{Fault, FaultKind};
use crate::decode::expected::{expected, expected_or_null};
use crate::decode::guided::Cursor;
use crate::decode::path::{got_of, got_unknown, path};
use crate::decode::type_bounds::{beyond, has_json_type, may_be_rounded};
use crate::json_index::{Node, TokenKind as Json};
use crate::schema::{Kind, Rules};
use crate::suggest::nearest;

impl<'de> Explain<'_, 'de> {
    /// Reports a value of the wrong type or one that violates a constraint.
    pub(super) fn unfit(
        &mut self,
        leaf: &Cursor<'_, 'de>,
        rules: &[&Rules<'_>],
        weight: u32,
        hint: Option<String>,
    ) {
        // State the type's bound only if the number exceeds it; otherwise its twenty digits are
        // noise.
        let number = leaf.node.kind() == Json::Number;
        let bounds = number
            .then(|| beyond(&leaf.schema.kind, leaf.node.raw()))
            .flatten();
        let rules: Vec<&Rules<'_>> = rules.iter().copied().chain(&bounds).collect();
        let describe = if leaf.via.nullable && leaf.place.null {
            expected_or_null
        } else {
            expected
        };
        let mut words = describe(leaf.walk, leaf.schema, leaf.place, &rules);
        let node = leaf.node;
        if let Kind::Integer(_) = leaf.schema.kind
            && number
            && let Some(n) = num(node.raw())
            && bounds.is_some_and(|of| of.minimum.is_none() && of.maximum.is_none())
            && may_be_rounded(&n, node.raw())
        {
            words.push_str(", all its digits without a fraction or an exponent");
        }
        let of_its_type = has_json_type(&leaf.schema.kind, node) == Some(true);
        self.weight += if !of_its_type && self.root == Some(node.id()) {
            TYPE
        } else {
            weight
        };
        let mut fault = Fault {
            kind: FaultKind::Invalid,
            path: path(self.session, leaf.node),
            expected: words,
            got: if self.other_name {
                got_unknown(self.session, leaf.node)
            } else {
                got_of(self.session, leaf.schema, &rules, leaf.place.up, leaf.node)
            },
            hint,
        };
        if leaf.node.is_string() && fault.expected.starts_with("a string containing JSON") {
            fault.got = self.broken_text(leaf.node, fault.got);
        }
        if let (Kind::Enum(values), Some(text)) = (&leaf.schema.kind, leaf.node.as_str()) {
            let names = values.values.iter().filter_map(|one| match &one.value {
                crate::schema::Literal::String(name) => Some(name.raw()),
                _ => None,
            });
            fault.hint = nearest(text, names).map(ToOwned::to_owned);
            self.wrong = Some(text);
        }
        self.add(fault);
    }

    /// Adds the position of the syntax error in a string that should hold JSON.
    fn broken_text(&self, node: Node<'de>, got: String) -> String {
        let text = node.as_str().unwrap_or_default();
        match crate::json_index::scan(text, self.session.limits) {
            Ok(_) => got,
            Err(broken) => {
                let (line, column) = crate::text::line_and_column(text, broken.offset);
                format!(
                    "{got} (not valid JSON: line {line}, column {column}: {})",
                    broken.what
                )
            }
        }
    }
}
