//! Enums of ten, a hundred and five hundred variants. Decoding takes work for each variant and for
//! each value, not for each pair, regardless of how the variant is chosen.

use crate::growth::assert_linear;
use crate::instructions;
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
    five_hundred:
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
    V196 v196 V197 v197 V198 v198 V199 v199 V200 v200 V201 v201 V202 v202 V203 v203 V204 v204 V205 v205 V206 v206 V207 v207 V208 v208 V209 v209
    V210 v210 V211 v211 V212 v212 V213 v213 V214 v214 V215 v215 V216 v216 V217 v217 V218 v218 V219 v219 V220 v220 V221 v221 V222 v222 V223 v223
    V224 v224 V225 v225 V226 v226 V227 v227 V228 v228 V229 v229 V230 v230 V231 v231 V232 v232 V233 v233 V234 v234 V235 v235 V236 v236 V237 v237
    V238 v238 V239 v239 V240 v240 V241 v241 V242 v242 V243 v243 V244 v244 V245 v245 V246 v246 V247 v247 V248 v248 V249 v249 V250 v250 V251 v251
    V252 v252 V253 v253 V254 v254 V255 v255 V256 v256 V257 v257 V258 v258 V259 v259 V260 v260 V261 v261 V262 v262 V263 v263 V264 v264 V265 v265
    V266 v266 V267 v267 V268 v268 V269 v269 V270 v270 V271 v271 V272 v272 V273 v273 V274 v274 V275 v275 V276 v276 V277 v277 V278 v278 V279 v279
    V280 v280 V281 v281 V282 v282 V283 v283 V284 v284 V285 v285 V286 v286 V287 v287 V288 v288 V289 v289 V290 v290 V291 v291 V292 v292 V293 v293
    V294 v294 V295 v295 V296 v296 V297 v297 V298 v298 V299 v299 V300 v300 V301 v301 V302 v302 V303 v303 V304 v304 V305 v305 V306 v306 V307 v307
    V308 v308 V309 v309 V310 v310 V311 v311 V312 v312 V313 v313 V314 v314 V315 v315 V316 v316 V317 v317 V318 v318 V319 v319 V320 v320 V321 v321
    V322 v322 V323 v323 V324 v324 V325 v325 V326 v326 V327 v327 V328 v328 V329 v329 V330 v330 V331 v331 V332 v332 V333 v333 V334 v334 V335 v335
    V336 v336 V337 v337 V338 v338 V339 v339 V340 v340 V341 v341 V342 v342 V343 v343 V344 v344 V345 v345 V346 v346 V347 v347 V348 v348 V349 v349
    V350 v350 V351 v351 V352 v352 V353 v353 V354 v354 V355 v355 V356 v356 V357 v357 V358 v358 V359 v359 V360 v360 V361 v361 V362 v362 V363 v363
    V364 v364 V365 v365 V366 v366 V367 v367 V368 v368 V369 v369 V370 v370 V371 v371 V372 v372 V373 v373 V374 v374 V375 v375 V376 v376 V377 v377
    V378 v378 V379 v379 V380 v380 V381 v381 V382 v382 V383 v383 V384 v384 V385 v385 V386 v386 V387 v387 V388 v388 V389 v389 V390 v390 V391 v391
    V392 v392 V393 v393 V394 v394 V395 v395 V396 v396 V397 v397 V398 v398 V399 v399 V400 v400 V401 v401 V402 v402 V403 v403 V404 v404 V405 v405
    V406 v406 V407 v407 V408 v408 V409 v409 V410 v410 V411 v411 V412 v412 V413 v413 V414 v414 V415 v415 V416 v416 V417 v417 V418 v418 V419 v419
    V420 v420 V421 v421 V422 v422 V423 v423 V424 v424 V425 v425 V426 v426 V427 v427 V428 v428 V429 v429 V430 v430 V431 v431 V432 v432 V433 v433
    V434 v434 V435 v435 V436 v436 V437 v437 V438 v438 V439 v439 V440 v440 V441 v441 V442 v442 V443 v443 V444 v444 V445 v445 V446 v446 V447 v447
    V448 v448 V449 v449 V450 v450 V451 v451 V452 v452 V453 v453 V454 v454 V455 v455 V456 v456 V457 v457 V458 v458 V459 v459 V460 v460 V461 v461
    V462 v462 V463 v463 V464 v464 V465 v465 V466 v466 V467 v467 V468 v468 V469 v469 V470 v470 V471 v471 V472 v472 V473 v473 V474 v474 V475 v475
    V476 v476 V477 v477 V478 v478 V479 v479 V480 v480 V481 v481 V482 v482 V483 v483 V484 v484 V485 v485 V486 v486 V487 v487 V488 v488 V489 v489
    V490 v490 V491 v491 V492 v492 V493 v493 V494 v494 V495 v495 V496 v496 V497 v497 V498 v498 V499 v499
}

/// Ten, a hundred, five hundred.
const SIZES: [usize; 3] = [10, 100, 500];

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
        500 => of!(five_hundred),
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

/// Instructions for one value, of enums with more and more variants.
#[track_caller]
fn grows_with_variants(task: &str) {
    let work = instructions::of(&format!("variants::task_{task}"), SIZES);
    assert_linear(&format!("{task}, {VALUES} values"), work);
}

#[test]
#[cfg_attr(not(has_valgrind), ignore = "needs valgrind")]
fn untagged_by_variants() {
    grows_with_variants("untagged");
}

#[test]
#[cfg_attr(not(has_valgrind), ignore = "needs valgrind")]
fn flattened_by_variants() {
    grows_with_variants("flattened");
}

#[test]
#[cfg_attr(not(has_valgrind), ignore = "needs valgrind")]
fn foreign_by_variants() {
    grows_with_variants("foreign");
}

/// By its tag a variant is found at once: nothing grows but what serde itself compares.
#[test]
#[cfg_attr(not(has_valgrind), ignore = "needs valgrind")]
fn tagged_by_variants() {
    let work = instructions::of("variants::task_internal", SIZES);
    println!("internal, {VALUES} values: {work:?}");
    assert!(work[2].1 < 10 * work[0].1, "{work:?}");
}

#[test]
#[cfg_attr(not(has_valgrind), ignore = "needs valgrind")]
fn untagged_by_values() {
    let work = instructions::of("variants::task_values", [50, 100, 200]);
    assert_linear("a hundred variants, by values", work);
}

macro_rules! tasks {
    ($($name:ident($size:ident) $work:block)*) => {$(
        #[test]
        #[ignore = "a task for valgrind"]
        fn $name() {
            if let Some($size) = instructions::size() $work
        }
    )*};
}

tasks! {
    task_untagged(size) { read_one_of("untagged", size, VALUES); }
    task_internal(size) { read_one_of("internal", size, VALUES); }
    task_flattened(size) { read_one_of("flattened", size, VALUES); }
    task_foreign(size) { foreign(size, VALUES); }
    task_values(size) {
        if size > 0 {
            read_one_of("untagged", 100, size);
        }
    }
}
