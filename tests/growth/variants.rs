//! Enums of ten, a hundred and two hundred variants. Decoding takes work for each variant and for
//! each value, not for each pair, regardless of how the variant is chosen.

use crate::instructions::{self, assert_linear_tasks, count, count_a_square, is_counted, sizes};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::fmt::Write;
use toolcast::import::ToolDefinition;
use toolcast::{Provider, ToolSchema, decode};

macro_rules! enums {
    ($size:ident: $($variant:ident $field:ident)*) => {
        mod $size {
            use super::{Deserialize, ToolSchema};

            /// A property for each.
            #[derive(Debug, Deserialize, ToolSchema)]
            #[serde(untagged)]
            #[allow(dead_code)]
            pub(super) enum Untagged {
                $($variant { $field: u32, #[tool(range(..=9))] n: u8 },)*
            }

            /// The same properties in each.
            #[derive(Debug, Deserialize, ToolSchema)]
            #[serde(tag = "kind")]
            #[allow(dead_code)]
            pub(super) enum Internal {
                $($variant { id: u32, #[tool(range(..=9))] n: u8 },)*
            }

            /// The variant's properties among others.
            #[derive(Debug, Deserialize, ToolSchema)]
            #[allow(dead_code)]
            pub(super) struct Flat {
                #[tool(range(..=9))]
                times: u8,
                #[serde(flatten)]
                of: Untagged,
            }

            pub(super) const FIELDS: &[(&str, &str)] = &[$((stringify!($variant), stringify!($field))),*];
        }
    };
}

enums! {
    ten:
    V000 v000 V001 v001 V002 v002 V003 v003 V004 v004 V005 v005 V006 v006 V007 v007 V008 v008 V009 v009
}

enums! {
    hundred:
    V000 v000 V001 v001 V002 v002 V003 v003 V004 v004 V005 v005 V006 v006 V007 v007 V008 v008 V009 v009 V010 v010 V011 v011 V012 v012 V013 v013
    V014 v014 V015 v015 V016 v016 V017 v017 V018 v018 V019 v019 V020 v020 V021 v021 V022 v022 V023 v023 V024 v024 V025 v025 V026 v026 V027 v027
    V028 v028 V029 v029 V030 v030 V031 v031 V032 v032 V033 v033 V034 v034 V035 v035 V036 v036 V037 v037 V038 v038 V039 v039 V040 v040 V041 v041
    V042 v042 V043 v043 V044 v044 V045 v045 V046 v046 V047 v047 V048 v048 V049 v049 V050 v050 V051 v051 V052 v052 V053 v053 V054 v054 V055 v055
    V056 v056 V057 v057 V058 v058 V059 v059 V060 v060 V061 v061 V062 v062 V063 v063 V064 v064 V065 v065 V066 v066 V067 v067 V068 v068 V069 v069
    V070 v070 V071 v071 V072 v072 V073 v073 V074 v074 V075 v075 V076 v076 V077 v077 V078 v078 V079 v079 V080 v080 V081 v081 V082 v082 V083 v083
    V084 v084 V085 v085 V086 v086 V087 v087 V088 v088 V089 v089 V090 v090 V091 v091 V092 v092 V093 v093 V094 v094 V095 v095 V096 v096 V097 v097
    V098 v098 V099 v099
}

enums! {
    two_hundred:
    V000 v000 V001 v001 V002 v002 V003 v003 V004 v004 V005 v005 V006 v006 V007 v007 V008 v008 V009 v009 V010 v010 V011 v011 V012 v012 V013 v013
    V014 v014 V015 v015 V016 v016 V017 v017 V018 v018 V019 v019 V020 v020 V021 v021 V022 v022 V023 v023 V024 v024 V025 v025 V026 v026 V027 v027
    V028 v028 V029 v029 V030 v030 V031 v031 V032 v032 V033 v033 V034 v034 V035 v035 V036 v036 V037 v037 V038 v038 V039 v039 V040 v040 V041 v041
    V042 v042 V043 v043 V044 v044 V045 v045 V046 v046 V047 v047 V048 v048 V049 v049 V050 v050 V051 v051 V052 v052 V053 v053 V054 v054 V055 v055
    V056 v056 V057 v057 V058 v058 V059 v059 V060 v060 V061 v061 V062 v062 V063 v063 V064 v064 V065 v065 V066 v066 V067 v067 V068 v068 V069 v069
    V070 v070 V071 v071 V072 v072 V073 v073 V074 v074 V075 v075 V076 v076 V077 v077 V078 v078 V079 v079 V080 v080 V081 v081 V082 v082 V083 v083
    V084 v084 V085 v085 V086 v086 V087 v087 V088 v088 V089 v089 V090 v090 V091 v091 V092 v092 V093 v093 V094 v094 V095 v095 V096 v096 V097 v097
    V098 v098 V099 v099 V100 v100 V101 v101 V102 v102 V103 v103 V104 v104 V105 v105 V106 v106 V107 v107 V108 v108 V109 v109 V110 v110 V111 v111
    V112 v112 V113 v113 V114 v114 V115 v115 V116 v116 V117 v117 V118 v118 V119 v119 V120 v120 V121 v121 V122 v122 V123 v123 V124 v124 V125 v125
    V126 v126 V127 v127 V128 v128 V129 v129 V130 v130 V131 v131 V132 v132 V133 v133 V134 v134 V135 v135 V136 v136 V137 v137 V138 v138 V139 v139
    V140 v140 V141 v141 V142 v142 V143 v143 V144 v144 V145 v145 V146 v146 V147 v147 V148 v148 V149 v149 V150 v150 V151 v151 V152 v152 V153 v153
    V154 v154 V155 v155 V156 v156 V157 v157 V158 v158 V159 v159 V160 v160 V161 v161 V162 v162 V163 v163 V164 v164 V165 v165 V166 v166 V167 v167
    V168 v168 V169 v169 V170 v170 V171 v171 V172 v172 V173 v173 V174 v174 V175 v175 V176 v176 V177 v177 V178 v178 V179 v179 V180 v180 V181 v181
    V182 v182 V183 v183 V184 v184 V185 v185 V186 v186 V187 v187 V188 v188 V189 v189 V190 v190 V191 v191 V192 v192 V193 v193 V194 v194 V195 v195
    V196 v196 V197 v197 V198 v198 V199 v199
}

/// Ten, a hundred, two hundred.
const SIZES: [usize; 3] = [10, 100, 200];

/// How many values are read of each enum: of the first variant, the last, and those between.
const VALUES: usize = 40;

fn list(fields: &[(&str, &str)], values: usize, one: impl Fn(&str, &str) -> String) -> String {
    let mut text = String::from("{\"value\":[");
    for i in 0..values {
        let (variant, field) = fields[i * (fields.len() - 1) / (values - 1)];
        let _ = write!(
            text,
            "{}{}",
            if i == 0 { "" } else { "," },
            one(variant, field)
        );
    }
    text + "]}"
}

#[track_caller]
fn read<T: DeserializeOwned + ToolSchema>(text: &str, values: usize) {
    let all = decode::<Vec<T>>(Provider::OpenAi, text).expect("values");
    assert_eq!(all.len(), values);
}

/// Reads values of the enum with so many variants.
fn read_one_of(kind: &str, variants: usize, values: usize) {
    macro_rules! of {
        ($size:ident) => {{
            let list = |one: fn(&str, &str) -> String| list($size::FIELDS, values, one);
            match kind {
                "untagged" => read::<$size::Untagged>(
                    &list(|_, field| format!(r#"{{"{field}":1,"n":9}}"#)),
                    values,
                ),
                "internal" => read::<$size::Internal>(
                    &list(|variant, _| format!(r#"{{"kind":"{variant}","id":1,"n":9}}"#)),
                    values,
                ),
                _ => read::<$size::Flat>(
                    &list(|_, field| format!(r#"{{"times":1,"{field}":1,"n":9}}"#)),
                    values,
                ),
            }
        }};
    }
    match variants {
        10 => of!(ten),
        100 => of!(hundred),
        200 => of!(two_hundred),
        _ => {}
    }
}

/// An imported schema whose alternatives differ only in a bound, so that each is tried. `None` for
/// no variants.
fn foreign(variants: usize, values: usize) -> Option<()> {
    let one = |i: usize| json!({"type": "object", "properties": {"v": {"type": "integer", "minimum": i, "maximum": i}}, "required": ["v"]});
    let all: Vec<Value> = (0..variants).map(one).collect();
    let schema = json!({"type": "object", "properties": {"all": {"type": "array", "items": {"anyOf": all}}}, "required": ["all"]});
    let tool = ToolDefinition::parse(&json!({"name": "t", "inputSchema": schema})).ok()?;
    let last = variants.checked_sub(1)?;
    let sent: Vec<Value> = (0..values)
        .map(|i| json!({"v": i * last / values}))
        .collect();
    let sent = json!({ "all": sent });
    let read = tool.decode_arguments(Provider::Anthropic, &sent.to_string());
    assert_eq!(read.expect("arguments"), sent);
    Some(())
}

#[test]
#[cfg_attr(not(has_valgrind), ignore = "needs valgrind")]
fn work_grows_with_the_number_of_variants_and_of_values() {
    assert_linear_tasks("variants::task_read");
}

#[test]
#[ignore = "a task for valgrind"]
fn task_read() {
    if !is_counted() {
        return;
    }
    count_a_square(SIZES);
    for kind in ["untagged", "flattened"] {
        read_one_of(kind, 10, VALUES);
        for size in SIZES {
            count(kind, size, || read_one_of(kind, size, VALUES));
        }
    }
    for size in sizes([100, 200, 400]) {
        count("alternatives of a foreign schema", size, || {
            foreign(size, VALUES)
        });
    }
    for values in sizes([50, 100, 200]) {
        count("values of a hundred variants", values, || {
            read_one_of("untagged", 100, values);
        });
    }
}

/// By its tag a variant is found at once: nothing grows but what serde itself compares.
#[test]
#[cfg_attr(not(has_valgrind), ignore = "needs valgrind")]
fn a_tagged_variant_is_found_without_the_others() {
    let counts = instructions::of("variants::task_read_tagged");
    let [(_, work)] = &counts[..] else {
        panic!("{counts:?}")
    };
    assert!(work[2].1 < 10 * work[0].1, "{work:?}");
}

#[test]
#[ignore = "a task for valgrind"]
fn task_read_tagged() {
    if !is_counted() {
        return;
    }
    read_one_of("internal", 10, VALUES);
    for size in SIZES {
        count("internal", size, || read_one_of("internal", size, VALUES));
    }
}
