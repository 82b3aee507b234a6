//! Scans the name of a Unicode property: `\p{..}`.

use super::scan::Scan;
use super::script::SCRIPTS;

/// The general categories of Unicode by both names, without surrogates.
#[rustfmt::skip]
pub(super) const CATEGORIES: &[&str] = &[
    "C", "Cc", "Cf", "Cn", "Co", "L", "LC", "Ll", "Lm", "Lo", "Lt", "Lu", "M", "Mc", "Me", "Mn", "N",
    "Nd", "Nl", "No", "P", "Pc", "Pd", "Pe", "Pf", "Pi", "Po", "Ps", "S", "Sc", "Sk", "Sm", "So", "Z",
    "Zl", "Zp", "Zs", "Cased_Letter", "Close_Punctuation", "Connector_Punctuation", "Control",
    "Currency_Symbol", "Dash_Punctuation", "Decimal_Number", "Enclosing_Mark", "Final_Punctuation",
    "Format", "Initial_Punctuation", "Letter", "Letter_Number", "Line_Separator", "Lowercase_Letter",
    "Mark", "Math_Symbol", "Modifier_Letter", "Modifier_Symbol", "Nonspacing_Mark", "Number",
    "Open_Punctuation", "Other", "Other_Letter", "Other_Number", "Other_Punctuation", "Other_Symbol",
    "Paragraph_Separator", "Private_Use", "Punctuation", "Separator", "Space_Separator",
    "Spacing_Mark", "Symbol", "Titlecase_Letter", "Unassigned", "Uppercase_Letter",
];

/// Other names of general categories, and binary properties.
#[rustfmt::skip]
pub(super) const BINARY: &[&str] = &[
    "ASCII", "Alpha", "Alphabetic", "Any", "Cased", "Combining_Mark", "Dash",
    "Default_Ignorable_Code_Point", "Emoji", "Emoji_Component", "Emoji_Modifier",
    "Emoji_Modifier_Base", "Emoji_Presentation", "Extended_Pictographic", "Hex_Digit", "IDC", "IDS",
    "ID_Continue", "ID_Start", "Ideographic", "Lower", "Lowercase", "Math", "Regional_Indicator",
    "Upper", "Uppercase", "Variation_Selector", "White_Space", "XIDC", "XIDS", "XID_Continue",
    "XID_Start", "cntrl", "digit", "punct", "space",
];

impl Scan<'_> {
    /// Reads the name of a Unicode property. Engines share the general categories, the binary
    /// properties above, and scripts that are named as such.
    pub(super) fn property(&mut self) {
        let name = self.property_name();
        let (key, of) = name.split_once('=').unwrap_or(("", &name));
        let known = match key {
            "" => CATEGORIES.contains(&of) || BINARY.contains(&of),
            "gc" | "General_Category" => CATEGORIES.contains(&of),
            "sc" | "Script" | "scx" | "Script_Extensions" => SCRIPTS.contains(&of),
            _ => false,
        };
        self.facts.unreadable |= !known;
    }

    fn property_name(&mut self) -> String {
        let start = self.at;
        if self.peek(0) == Some('{') {
            self.braces();
            let end = self.at.max(start + 2) - 1;
            self.chars[(start + 1).min(end)..end].iter().collect()
        } else {
            self.at = (self.at + 1).min(self.chars.len());
            self.chars[start..self.at].iter().collect()
        }
    }
}
