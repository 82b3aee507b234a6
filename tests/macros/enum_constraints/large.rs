//! Enums with 300 variants in lists of thousands of items: valid calls are decoded, and hostile
//! ones end.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::fmt::Write;
use std::time::{Duration, Instant};
use toolcast::{Provider, ToolSchema, decode};

macro_rules! enums {
    ($($variant:ident $field:ident)*) => {
        /// The tag among the properties.
        #[derive(Debug, Deserialize, ToolSchema)]
        #[serde(tag = "kind")]
        #[allow(dead_code)]
        enum Internal {
            $($variant { id: u32, #[tool(range(..=9))] n: u8, text: Option<String> },)*
        }

        /// Tag and content.
        #[derive(Debug, Deserialize, ToolSchema)]
        #[serde(tag = "kind", content = "of")]
        #[allow(dead_code)]
        enum Adjacent {
            $($variant { id: u32, #[tool(range(..=9))] n: u8 },)*
        }

        /// A name for each.
        #[derive(Debug, Deserialize, ToolSchema)]
        #[allow(dead_code)]
        enum External {
            $($variant { id: u32, #[tool(range(..=9))] n: u8 },)*
        }

        /// A property for each.
        #[derive(Debug, Deserialize, ToolSchema)]
        #[serde(untagged)]
        #[allow(dead_code)]
        enum Untagged {
            $($variant { $field: u32, #[tool(range(..=9))] n: u8 },)*
        }

        /// The variant's properties among others.
        #[derive(Debug, Deserialize, ToolSchema)]
        #[allow(dead_code)]
        struct Flat {
            #[tool(range(..=9))]
            times: u8,
            #[serde(flatten)]
            of: Untagged,
        }

        const NAMES: &[(&str, &str)] = &[$((stringify!($variant), stringify!($field))),*];
    };
}

enums! {
        A000 a000 A001 a001 A002 a002 A003 a003 A004 a004 A005 a005 A006 a006 A007 a007 A008 a008 A009 a009 A010 a010
        A011 a011 A012 a012 A013 a013 A014 a014 A015 a015 A016 a016 A017 a017 A018 a018 A019 a019 A020 a020 A021 a021
        A022 a022 A023 a023 A024 a024 A025 a025 A026 a026 A027 a027 A028 a028 A029 a029 A030 a030 A031 a031 A032 a032
        A033 a033 A034 a034 A035 a035 A036 a036 A037 a037 A038 a038 A039 a039 A040 a040 A041 a041 A042 a042 A043 a043
        A044 a044 A045 a045 A046 a046 A047 a047 A048 a048 A049 a049 A050 a050 A051 a051 A052 a052 A053 a053 A054 a054
        A055 a055 A056 a056 A057 a057 A058 a058 A059 a059 A060 a060 A061 a061 A062 a062 A063 a063 A064 a064 A065 a065
        A066 a066 A067 a067 A068 a068 A069 a069 A070 a070 A071 a071 A072 a072 A073 a073 A074 a074 A075 a075 A076 a076
        A077 a077 A078 a078 A079 a079 A080 a080 A081 a081 A082 a082 A083 a083 A084 a084 A085 a085 A086 a086 A087 a087
        A088 a088 A089 a089 A090 a090 A091 a091 A092 a092 A093 a093 A094 a094 A095 a095 A096 a096 A097 a097 A098 a098
        A099 a099 A100 a100 A101 a101 A102 a102 A103 a103 A104 a104 A105 a105 A106 a106 A107 a107 A108 a108 A109 a109
        A110 a110 A111 a111 A112 a112 A113 a113 A114 a114 A115 a115 A116 a116 A117 a117 A118 a118 A119 a119 A120 a120
        A121 a121 A122 a122 A123 a123 A124 a124 A125 a125 A126 a126 A127 a127 A128 a128 A129 a129 A130 a130 A131 a131
        A132 a132 A133 a133 A134 a134 A135 a135 A136 a136 A137 a137 A138 a138 A139 a139 A140 a140 A141 a141 A142 a142
        A143 a143 A144 a144 A145 a145 A146 a146 A147 a147 A148 a148 A149 a149 A150 a150 A151 a151 A152 a152 A153 a153
        A154 a154 A155 a155 A156 a156 A157 a157 A158 a158 A159 a159 A160 a160 A161 a161 A162 a162 A163 a163 A164 a164
        A165 a165 A166 a166 A167 a167 A168 a168 A169 a169 A170 a170 A171 a171 A172 a172 A173 a173 A174 a174 A175 a175
        A176 a176 A177 a177 A178 a178 A179 a179 A180 a180 A181 a181 A182 a182 A183 a183 A184 a184 A185 a185 A186 a186
        A187 a187 A188 a188 A189 a189 A190 a190 A191 a191 A192 a192 A193 a193 A194 a194 A195 a195 A196 a196 A197 a197
        A198 a198 A199 a199 A200 a200 A201 a201 A202 a202 A203 a203 A204 a204 A205 a205 A206 a206 A207 a207 A208 a208
        A209 a209 A210 a210 A211 a211 A212 a212 A213 a213 A214 a214 A215 a215 A216 a216 A217 a217 A218 a218 A219 a219
        A220 a220 A221 a221 A222 a222 A223 a223 A224 a224 A225 a225 A226 a226 A227 a227 A228 a228 A229 a229 A230 a230
        A231 a231 A232 a232 A233 a233 A234 a234 A235 a235 A236 a236 A237 a237 A238 a238 A239 a239 A240 a240 A241 a241
        A242 a242 A243 a243 A244 a244 A245 a245 A246 a246 A247 a247 A248 a248 A249 a249 A250 a250 A251 a251 A252 a252
        A253 a253 A254 a254 A255 a255 A256 a256 A257 a257 A258 a258 A259 a259 A260 a260 A261 a261 A262 a262 A263 a263
        A264 a264 A265 a265 A266 a266 A267 a267 A268 a268 A269 a269 A270 a270 A271 a271 A272 a272 A273 a273 A274 a274
        A275 a275 A276 a276 A277 a277 A278 a278 A279 a279 A280 a280 A281 a281 A282 a282 A283 a283 A284 a284 A285 a285
        A286 a286 A287 a287 A288 a288 A289 a289 A290 a290 A291 a291 A292 a292 A293 a293 A294 a294 A295 a295 A296 a296
        A297 a297 A298 a298 A299 a299
}

/// A list of so many items, with all variants in turn; the last item's `n` is given.
fn list(items: usize, last: u8, item: impl Fn(&str, &str, u8) -> String) -> String {
    let mut text = String::from("{\"value\":[");
    for i in 0..items {
        let (variant, field) = NAMES[i * 7 % NAMES.len()];
        let n = if i + 1 == items { last } else { 9 };
        let _ = write!(
            text,
            "{}{}",
            if i == 0 { "" } else { "," },
            item(variant, field, n)
        );
    }
    text + "]}"
}

fn internal(variant: &str, _: &str, n: u8) -> String {
    format!(r#"{{"kind":"{variant}","id":1,"n":{n}}}"#)
}

fn adjacent(variant: &str, _: &str, n: u8) -> String {
    format!(r#"{{"kind":"{variant}","of":{{"id":1,"n":{n}}}}}"#)
}

fn external(variant: &str, _: &str, n: u8) -> String {
    format!(r#"{{"{variant}":{{"id":1,"n":{n}}}}}"#)
}

fn untagged(_: &str, field: &str, n: u8) -> String {
    format!(r#"{{"{field}":1,"n":{n}}}"#)
}

const ITEMS: usize = 5_000;

/// The time at which the test gives up. It measures no speed.
const HANG: Duration = Duration::from_secs(120);

#[track_caller]
fn read<T: DeserializeOwned + ToolSchema + core::fmt::Debug>(
    items: usize,
    item: impl Fn(&str, &str, u8) -> String,
) {
    let begun = Instant::now();
    let text = list(items, 9, &item);
    let read = decode::<Vec<T>>(Provider::OpenAi, &text);
    assert_eq!(read.map(|all| all.len()), Ok(items));
    let right = begun.elapsed();
    let text = list(items, 10, &item);
    let error = decode::<Vec<T>>(Provider::OpenAi, &text).expect_err("the last is wrong");
    assert_eq!(error.faults.len(), 1, "{error}");
    assert_eq!(
        error.faults[0].path.rsplit('.').next(),
        Some("n"),
        "{error}"
    );
    // Shown with `--nocapture`.
    println!("{items} items: right {right:?}, both {:?}", begun.elapsed());
    assert!(begun.elapsed() < HANG);
}

#[test]
fn lists_of_tagged_variants_are_decoded() {
    read::<Internal>(ITEMS, internal);
    read::<Adjacent>(ITEMS, adjacent);
    read::<External>(ITEMS, external);
}

#[test]
fn lists_of_untagged_variants_are_decoded() {
    read::<Untagged>(1_000, untagged);
    read::<Flat>(500, |_, field, n| {
        format!(r#"{{"times":1,"{field}":1,"n":{n}}}"#)
    });
}

/// An item that fits no variant is an error, even if that takes many steps to find out.
#[test]
fn items_of_no_variant_are_rejected() {
    let begun = Instant::now();
    for item in [
        r#"{"n":1}"#,
        r#"{"kind":"B","id":1,"n":1}"#,
        r#"{"kind":"A299","id":true,"n":1}"#,
        r#"{"a299":true,"n":1}"#,
        r#"{"A299":[]}"#,
        r#"["A299"]"#,
        "[]",
    ] {
        let text = format!(
            "{{\"value\":[{}{item}]}}",
            format!("{item},").repeat(20_000)
        );
        assert!(decode::<Vec<Internal>>(Provider::Cohere, &text).is_err());
        assert!(decode::<Vec<Adjacent>>(Provider::Cohere, &text).is_err());
        assert!(decode::<Vec<External>>(Provider::Cohere, &text).is_err());
        assert!(decode::<Vec<Untagged>>(Provider::Cohere, &text).is_err());
        assert!(decode::<Vec<Flat>>(Provider::Cohere, &text).is_err());
    }
    println!("{:?}", begun.elapsed());
    assert!(begun.elapsed() < HANG);
}
