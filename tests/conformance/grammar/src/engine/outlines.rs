//! `outlines-core`: a regular expression for each schema, and the automaton behind its `Index`.
//!
//! The `Index` holds every state at once, which is too many for large schemas. So this module
//! builds the same automaton, with the same crate, state by state during the walk.

use super::{Engine, Next, Taken};
use outlines_core::json_schema;
use regex_automata::hybrid::LazyStateID;
use regex_automata::hybrid::dfa::{Cache, DFA};
use regex_automata::nfa::thompson;
use regex_automata::util::start;
use regex_automata::{Anchored, MatchKind};

/// The version in `Cargo.lock`, which a test looks at.
const VERSION: &str = "0.2.14";

/// Longer expressions are not compiled, in bytes: the engine writes some of hundreds of megabytes.
const LONGEST: usize = 4 << 20;

pub(crate) struct Outlines {
    walked: Option<Walked>,
}

struct Walked {
    dfa: DFA,
    cache: Cache,
    now: LazyStateID,
}

impl Outlines {
    pub(crate) fn new() -> Self {
        Outlines { walked: None }
    }

    fn walked(&mut self) -> &mut Walked {
        self.walked.as_mut().expect("a grammar was compiled")
    }
}

impl Walked {
    fn start(&mut self) -> Result<(), String> {
        let config = start::Config::new().anchored(Anchored::Yes);
        self.now = self
            .dfa
            .start_state(&mut self.cache, &config)
            .map_err(|error| error.to_string())?;
        Ok(())
    }

    /// Returns the state after a byte, if the `Index` has one. Matches are reported one byte late:
    /// a match state that does not match at the end of input is already past the end.
    fn after(&mut self, byte: u8) -> Result<Option<LazyStateID>, String> {
        let next = self
            .dfa
            .next_state(&mut self.cache, self.now, byte)
            .map_err(|error| error.to_string())?;
        if next.is_dead() || next.is_quit() {
            return Ok(None);
        }
        Ok((!next.is_match() || self.is_end(next)?).then_some(next))
    }

    fn is_end(&mut self, state: LazyStateID) -> Result<bool, String> {
        let end = self
            .dfa
            .next_eoi_state(&mut self.cache, state)
            .map_err(|error| error.to_string())?;
        Ok(end.is_match())
    }
}

impl Engine for Outlines {
    fn name(&self) -> &'static str {
        "outlines-core"
    }

    fn version(&self) -> String {
        VERSION.to_owned()
    }

    fn compile(&mut self, text: &str) -> Result<(), String> {
        self.walked = None;
        let regex =
            json_schema::regex_from_str(text, None, None).map_err(|error| error.to_string())?;
        if regex.len() > LONGEST {
            return Err(format!("a regular expression of more than {LONGEST} bytes"));
        }
        let dfa = DFA::builder()
            .configure(
                DFA::config()
                    .match_kind(MatchKind::All)
                    .cache_capacity(256 << 20)
                    .skip_cache_capacity_check(true),
            )
            .thompson(thompson::Config::new().nfa_size_limit(Some(1 << 30)))
            .build(&regex)
            .map_err(|error| format!("{error}: {}", cause(&error)))?;
        let cache = dfa.create_cache();
        self.walked = Some(Walked {
            dfa,
            cache,
            now: LazyStateID::default(),
        });
        self.restart()
    }

    fn restart(&mut self) -> Result<(), String> {
        self.walked().start()
    }

    fn next(&mut self) -> Result<Next, String> {
        let walked = self.walked();
        let mut may = [false; 256];
        for byte in 0..=255 {
            may[usize::from(byte)] = walked.after(byte)?.is_some();
        }
        Ok(Next {
            forced: Vec::new(),
            may,
            end: walked.is_end(walked.now)?,
        })
    }

    fn push(&mut self, byte: u8) -> Result<(), String> {
        let walked = self.walked();
        walked.now = walked.after(byte)?.ok_or("a byte that may not follow")?;
        Ok(())
    }

    fn take(&mut self, text: &str) -> Result<Taken, String> {
        let walked = self.walked();
        walked.start()?;
        for (at, byte) in text.bytes().enumerate() {
            match walked.after(byte)? {
                Some(next) => walked.now = next,
                None => return Ok(Taken::Until(at)),
            }
        }
        Ok(if walked.is_end(walked.now)? {
            Taken::Whole
        } else {
            Taken::Unfinished
        })
    }
}

/// Returns the innermost source of the error.
fn cause(error: &dyn std::error::Error) -> String {
    let mut last = error;
    while let Some(source) = last.source() {
        last = source;
    }
    last.to_string()
}
