//! Repairs the tool choice: the names of its tools, and the provider's format. A repair never lets
//! the model call a tool that the request's choice excludes.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::choice_read::{Mode, ReadChoice};
use super::{Repair, at, discard, remove_at, set, take};
use crate::lint::choice::{self, GOOGLE_PATHS, chosen};
use crate::lint::finding::{Finding, Findings};
use crate::lint::report::ChangeKind;
use crate::lint::rule::Rule;
use crate::lint::tool::ToolSummary;
use crate::lint::walk::{below, find};
use crate::provider::{CacheMark, ChoiceForm, ChoiceFormat, ChoiceText, ParallelFlag};
use crate::request::{RequestedChoice, ToolChoice, merge};

/// The members of a choice in Google's configuration.
const CONFIG: [&str; 3] = ["mode", "allowedFunctionNames", "allowed_function_names"];

/// The locations of a choice in other requests than Google's.
const PLACES: [&[&str]; 3] = [
    &["tool_choice"],
    &["function_call"],
    &["toolConfig", "toolChoice"],
];

impl Repair<'_> {
    /// Takes a choice with findings out of the request, before the tools are repaired. The tools
    /// that it excludes are left out then if the provider's format can't name the others.
    pub(super) fn take_choice(&mut self, request: &mut Value) {
        let known = self.known(request);
        self.given = known.iter().filter_map(|one| one.name.clone()).collect();
        let mut findings = self.choice_findings(request, &known);
        for one in findings
            .iter()
            .filter(|one| one.rule == Rule::ParallelToolCalls)
        {
            let path: Vec<&str> = one.pointer.split('/').skip(1).collect();
            self.remove(request, &path, &one.found);
        }
        // Names in a list are repaired in place, after the tools.
        let listed: BTreeSet<String> = chosen(self.body, request)
            .into_iter()
            .filter_map(|one| one.entry.map(|_| one.pointer))
            .collect();
        findings.retain(|one| one.rule == Rule::ToolChoice && !listed.contains(&one.pointer));
        let thinks = matches!(self.body.choice(), ChoiceForm::Anthropic)
            && request["thinking"]["type"] == "enabled"
            && findings
                .first()
                .is_some_and(|one| one.pointer == "/tool_choice" && one.keyword == "type");
        let Some(mut choice) = self.taken_out(request, &findings, &known) else {
            return;
        };
        let given = &self.given;
        choice.keep_names(|name| given.contains(name).then(|| name.to_owned()));
        if thinks && choice.mode == Mode::Required {
            choice.mode = Mode::Auto;
        }
        let format = self.choice_format(request);
        if let Some(names) = &choice.names {
            let is_named = match (choice.mode, names.len()) {
                (Mode::Auto, _) => format.some_of.is_some(),
                (_, 1) => format.tool.is_some(),
                _ => format.any_of.is_some(),
            };
            if !is_named {
                self.only = choice.names.take().map(BTreeSet::from_iter);
            }
        }
        self.choice = Some(choice);
    }

    /// Returns `true` for a tool that the choice excludes, if the format can't express that.
    pub(super) fn is_excluded(&self, entry: &Value, name: Option<&str>) -> bool {
        let Some(only) = &self.only else { return false };
        match name.or_else(|| entry.get("name")?.as_str()) {
            Some(name) => !only.contains(name),
            // Google's lists of names don't limit the tools that it runs.
            None => !self.body.is_google() && !self.is_mark(entry),
        }
    }

    /// Returns `true` for an entry that marks the end of a cached part.
    fn is_mark(&self, entry: &Value) -> bool {
        let Some(CacheMark::Entry(mark)) = self.body.provider.request().cache else {
            return false;
        };
        let mark: Map<String, Value> = serde_json::from_str(mark).unwrap_or_default();
        mark.keys().any(|key| entry.get(key).is_some())
    }

    /// Writes the choice, after the tools have been repaired, with their new names.
    pub(super) fn put_choice(&mut self, request: &mut Value) {
        let known = self.known(request);
        let names: BTreeSet<String> = known.iter().filter_map(|one| one.name.clone()).collect();
        let choice = if let Some(choice) = self.choice.take() {
            Some(choice)
        } else {
            self.repair_names(request, &names);
            let findings = self.choice_findings(request, &known);
            self.taken_out(request, &findings, &known)
        };
        let Some(mut choice) = choice else { return };
        choice.keep_names(|name| {
            let name = self.renamed.get(name).map_or(name, String::as_str);
            names.contains(name).then(|| name.to_owned())
        });
        let is_google = self.body.has_declarations();
        let mut entries = known
            .iter()
            .filter_map(|one| Some((one, request.pointer(&one.pointer)?)));
        let has_tools =
            entries.any(|(one, entry)| one.function || !is_google && !self.is_mark(entry));
        let is_own = GOOGLE_PATHS
            .iter()
            .any(|path| below("", path) == choice.pointer);
        if has_tools {
            return self.write_choice(request, &choice, &known);
        }
        // The rest of Google's configuration, which needs functions.
        let findings = self.choice_findings(request, &known);
        self.taken_out(request, &findings, &known);
        if choice.mode == Mode::None && !known.is_empty() && !is_own {
            self.no_tools(request, &known);
        }
    }

    fn choice_findings(&self, request: &Value, known: &[ToolSummary]) -> Vec<Finding> {
        let names = known.iter().filter_map(|one| one.name.as_deref()).collect();
        let functions = known.iter().any(|one| one.function);
        Findings::of(|all| choice::check(self.body, request, &names, functions, all))
    }

    /// Repairs the names in the provider's own form of a choice: replaces those of renamed tools,
    /// and removes unknown ones from a list, unless it would be empty then.
    fn repair_names(&mut self, request: &mut Value, names: &BTreeSet<String>) {
        let all = chosen(self.body, request).into_iter();
        let name = |value: &Value| value.as_str().map(ToOwned::to_owned);
        let all: Vec<_> = all
            .map(|one| (one.pointer, name(one.name), one.entry))
            .collect();
        let mut unknown = Vec::new();
        for (pointer, mut name, entry) in all {
            if let Some(old) = &name
                && let Some(new) = self.renamed.get(old).filter(|new| *new != old)
                && let Some(value) = request.pointer_mut(&pointer)
            {
                *value = new.as_str().into();
                let why = "a tool that has another name now";
                self.report
                    .change(&pointer, Some(old), ChangeKind::Renamed, why);
                name = Some(new.clone());
            }
            let is_known = name.as_ref().is_some_and(|name| names.contains(name));
            if let Some((list, at)) = entry.filter(|_| !is_known) {
                unknown.push((list, at, name));
            }
        }
        let Some((pointer, ..)) = unknown.first() else {
            return;
        };
        let pointer = pointer.clone();
        unknown.retain(|(list, ..)| *list == pointer);
        let Some(Value::Array(list)) = request.pointer_mut(&pointer) else {
            return;
        };
        if list.len() == unknown.len() {
            return;
        }
        remove_at(list, &unknown.iter().map(|(_, at, _)| *at).collect());
        for (list, at, name) in unknown {
            let pointer = format!("{list}/{at}");
            let why = "a choice of a tool that the request doesn't have";
            self.report
                .change(&pointer, name.as_deref(), ChangeKind::Removed, why);
        }
    }

    /// Removes the choices of other providers, and the provider's own if it has findings. Returns
    /// the one that applies: the first that can be read, the own one before others. If the own
    /// choice has no findings, it remains, and nothing is returned.
    fn taken_out(
        &mut self,
        request: &mut Value,
        findings: &[Finding],
        known: &[ToolSummary],
    ) -> Option<ReadChoice> {
        let about = || findings.iter().filter(|one| one.rule == Rule::ToolChoice);
        let why = match about().next() {
            Some(first) => first.found.clone(),
            None if self.has_foreign_choice(request) => "a choice in another place".to_owned(),
            None => return None,
        };
        let mut choice = None;
        let mut is_kept = false;
        for (path, own) in self.choice_places(request) {
            let pointer = below("", path);
            let is_config = own && path.len() > 1 && self.body.is_google();
            let is_fine = own && !about().any(|one| one.pointer.starts_with(&pointer));
            if is_fine && at(request, path).is_some_and(|it| is_choice(it, is_config)) {
                is_kept = true;
                continue;
            }
            let inside = is_config && known.iter().any(|one| one.function);
            let Some(found) = take_choice(request, path, inside) else {
                continue;
            };
            choice = choice.or_else(|| ReadChoice::of(&found, &pointer));
            discard(found);
            self.report
                .change(&pointer, None, ChangeKind::Removed, &*why);
            let outer = at(request, &path[..1]).and_then(|it| it.as_object());
            if path.len() > 1 && outer.is_some_and(Map::is_empty) {
                take(request, &path[..1]);
            }
        }
        choice.filter(|_| !is_kept)
    }

    /// Returns `true` for another provider's choice beside tools in its format, which are repaired.
    fn has_foreign_choice(&self, request: &Value) -> bool {
        let places = self.choice_places(request);
        let mut foreign = places.iter().filter(|(path, own)| path.len() > 1 && !own);
        foreign.any(|(path, _)| find(request, path).is_some_and(|found| !found.is_null()))
            && (self.body.lists(request).iter().any(|list| list.misplaced)
                || (self.body.all_entries(request).iter()).any(|(place, _)| place.misplaced))
    }

    /// Returns the places of a choice, with `true` for the provider's own, which come first.
    fn choice_places(&self, request: &Value) -> Vec<(&'static [&'static str], bool)> {
        let key = self.choice_format(request).key;
        let is_own = |path: &[&str]| match self.body.choice() {
            ChoiceForm::Google { .. } => path.len() > 1 && path != ["toolConfig", "toolChoice"],
            ChoiceForm::Bedrock => path == ["toolConfig", "toolChoice"],
            _ => path == [key],
        };
        let all = PLACES.into_iter().chain(GOOGLE_PATHS);
        let (own, others): (Vec<_>, Vec<_>) = all.partition(|path| is_own(path));
        let own = own.into_iter().map(|path| (path, true));
        own.chain(others.into_iter().map(|path| (path, false)))
            .collect()
    }

    fn choice_format(&self, request: &Value) -> ChoiceFormat {
        let own = self.body.provider.request().api.tool_choice();
        let is_legacy = request.get("functions").is_some() && request["tools"].is_null();
        match self.body.flat {
            true if self.body.is_google() => ChoiceFormat::INTERACTIONS,
            true => own.flat(),
            false if is_legacy && !self.body.refusal().lists.is_empty() => ChoiceFormat::FUNCTIONS,
            false => *own,
        }
    }

    /// Writes the choice in the provider's format. A call that can't be required is left to the
    /// model.
    fn write_choice(&mut self, request: &mut Value, choice: &ReadChoice, known: &[ToolSummary]) {
        let format = self.choice_format(request);
        if choice.mode == Mode::None && !matches!(format.none, ChoiceText::Value(_)) {
            return self.no_tools(request, known);
        }
        let mut parallel = choice.parallel;
        let flag = ["parallel_tool_calls"];
        match format.parallel {
            ParallelFlag::None if parallel.is_some() => {
                let why = "a flag for parallel calls, which the provider doesn't have";
                let pointer = below(&choice.pointer, &["disable_parallel_tool_use"]);
                self.report.change(&pointer, None, ChangeKind::Removed, why);
                parallel = None;
            }
            ParallelFlag::Disabled(_) if request.get(flag[0]) == Some(&Value::Bool(false)) => {
                self.remove(request, &flag, "a flag that is part of the choice");
                parallel = Some(false);
            }
            _ => {}
        }
        let names = choice.names.as_deref();
        let wanted = match (choice.mode, names) {
            (Mode::Auto, _) => None,
            (Mode::None, _) => Some(ToolChoice::None),
            (Mode::Required, None) => Some(ToolChoice::Required),
            (Mode::Required, Some([one])) => Some(ToolChoice::Tool(one.clone())),
            (Mode::Required, Some(names)) => Some(ToolChoice::AnyOf(names.to_vec())),
        };
        let requested = RequestedChoice {
            provider: self.body.provider,
            format: &format,
            choice: wanted.as_ref(),
            parallel,
        };
        let Ok(mut encoded) = requested.encoded() else {
            return;
        };
        if let (Mode::Auto, Some(names), Some(texts)) = (choice.mode, names, format.some_of) {
            encoded.members.push((format.key, texts.text(names)));
        }
        for (key, text) in encoded.members {
            if let Ok(value) = serde_json::from_str(&text) {
                self.insert(request, key, value);
            }
        }
    }

    /// Puts a member of the choice into the request, beside other members of its object.
    fn insert(&mut self, request: &mut Value, key: &str, value: Value) {
        let Value::Object(map) = request else { return };
        let (key, value) = match (key, value) {
            ("toolChoice", chosen) => ("toolConfig", json!({"toolChoice": chosen})),
            ("toolConfig", config) => google_spelling(map, &config["functionCallingConfig"]),
            other => other,
        };
        match map.get_mut(key) {
            Some(old @ Value::Object(_)) if value.is_object() => merge(old, value),
            _ => set(map, key, value),
        }
        let why = "the choice in the provider's format";
        self.report
            .change(&below("", &[key]), None, ChangeKind::Set, why);
    }

    /// Removes all tools, for a provider that has no choice of none.
    fn no_tools(&mut self, request: &mut Value, known: &[ToolSummary]) {
        let why = "the choice allows no call, and the provider has no value for that";
        self.leave_out(request, known, why);
        let path = self.body.provider.request().tools.path;
        self.remove(request, &path[..1], why);
    }
}

/// Returns `true` if a value has a choice. Google's configuration has other members too.
fn is_choice(found: &Value, is_config: bool) -> bool {
    if is_config {
        CONFIG
            .iter()
            .any(|key| found.get(*key).is_some_and(|it| !it.is_null()))
    } else {
        !found.is_null()
    }
}

/// Removes a choice. If it is inside of Google's configuration, the other members remain.
fn take_choice(request: &mut Value, path: &[&str], inside: bool) -> Option<Value> {
    let config = at(request, path).filter(|_| inside);
    let Some(Value::Object(config)) = config else {
        return take(request, path);
    };
    let members = CONFIG.iter().filter_map(|key| config.remove_entry(*key));
    let found: Map<String, Value> = members.collect();
    if found.is_empty() {
        return None;
    }
    if config.is_empty() {
        take(request, path);
    }
    Some(Value::Object(found))
}

/// Returns the member of a Google request with a choice, in the spelling that the request has.
fn google_spelling(map: &Map<String, Value>, choice: &Value) -> (&'static str, Value) {
    let has = |path: &&[&str]| map.get(path[0]).is_some_and(|it| it[path[1]].is_object());
    let found = GOOGLE_PATHS.into_iter().find(has);
    let path = found.unwrap_or(GOOGLE_PATHS[usize::from(map.contains_key("tool_config"))]);
    (path[0], json!({path[1]: choice}))
}
