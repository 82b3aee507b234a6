//! `llguidance`: its matcher with a tokenizer whose tokens are bytes.

use super::{Engine, Next, Taken};
use llguidance::api::TopLevelGrammar;
use llguidance::toktrie::ApproximateTokEnv;
use llguidance::{Matcher, ParserFactory};

/// The version in `Cargo.lock`, which a test looks at.
const VERSION: &str = "1.9.1";

pub(crate) struct Llguidance {
    factory: ParserFactory,
    fresh: Option<Matcher>,
    now: Option<Matcher>,
}

impl Llguidance {
    pub(crate) fn new() -> Result<Self, String> {
        let mut factory = ParserFactory::new_simple(&ApproximateTokEnv::single_byte_env())
            .map_err(|error| error.to_string())?;
        factory.quiet();
        factory.limits_mut().verbose_errors = false;
        Ok(Llguidance {
            factory,
            fresh: None,
            now: None,
        })
    }

    fn matcher(&mut self) -> &mut Matcher {
        self.now.as_mut().expect("a grammar was compiled")
    }
}

impl Engine for Llguidance {
    fn name(&self) -> &'static str {
        "llguidance"
    }

    fn version(&self) -> String {
        VERSION.to_owned()
    }

    fn compile(&mut self, text: &str) -> Result<(), String> {
        (self.fresh, self.now) = (None, None);
        let schema = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let parser = self
            .factory
            .create_parser(TopLevelGrammar::from_json_schema(schema));
        let matcher = Matcher::new(Ok(parser.map_err(|error| format!("{error:#}"))?));
        if let Some(error) = matcher.get_error() {
            return Err(error);
        }
        self.fresh = Some(matcher);
        self.restart()
    }

    fn restart(&mut self) -> Result<(), String> {
        self.now = self.fresh.as_ref().map(Matcher::deep_clone);
        Ok(())
    }

    fn next(&mut self) -> Result<Next, String> {
        let now = self.matcher();
        let mut may = [false; 256];
        if now.is_stopped() {
            return Ok(Next {
                forced: Vec::new(),
                may,
                end: true,
            });
        }
        let end = now.is_accepting().map_err(|error| error.to_string())?;
        let mask = now.compute_mask().map_err(|error| error.to_string())?;
        for (byte, may) in may.iter_mut().enumerate() {
            *may = mask.get(byte);
        }
        Ok(Next {
            forced: Vec::new(),
            may,
            end,
        })
    }

    fn push(&mut self, byte: u8) -> Result<(), String> {
        self.matcher()
            .consume_token(byte.into())
            .map_err(|error| error.to_string())
    }

    fn take(&mut self, text: &str) -> Result<Taken, String> {
        self.restart()?;
        let now = self.matcher();
        for (at, byte) in text.bytes().enumerate() {
            let taken = now
                .try_consume_tokens(&[byte.into()])
                .map_err(|error| error.to_string())?;
            if taken == 0 {
                return Ok(Taken::Until(at));
            }
        }
        Ok(if now.is_accepting().map_err(|error| error.to_string())? {
            Taken::Whole
        } else {
            Taken::Unfinished
        })
    }
}
