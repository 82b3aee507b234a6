"""An editor without a window: it opens a crate in rust-analyzer, types, and looks at what it is shown.

client.py RUST_ANALYZER CRATE
"""

import json
import pathlib
import subprocess
import sys
import threading
import time

# Long enough for a machine that compiles something else; a hang ends here.
LIMIT = 420


class Editor:
    def __init__(self, program, crate):
        self.root = pathlib.Path(crate).resolve()
        self.file = self.root / "src/lib.rs"
        self.uri = self.file.as_uri()
        self.process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=self.root
        )
        self.answers = {}
        self.status = {}
        self.shown = {}
        self.changed = threading.Condition()
        self.number = 0
        self.version = 0
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        stream = self.process.stdout
        while True:
            length = 0
            while (line := stream.readline().strip()) != b"":
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            if length == 0:
                return
            message = json.loads(stream.read(length))
            with self.changed:
                method = message.get("method")
                if method is None:
                    self.answers[message["id"]] = message
                elif method == "experimental/serverStatus":
                    self.status = message["params"]
                elif method == "textDocument/publishDiagnostics":
                    self.shown[message["params"]["uri"]] = message["params"]
                elif "id" in message:
                    items = message["params"].get("items", []) if isinstance(message.get("params"), dict) else []
                    result = [None] * len(items) if method == "workspace/configuration" else None
                    self.send({"id": message["id"], "result": result})
                self.changed.notify_all()

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def wait(self, what, ready):
        end = time.monotonic() + LIMIT
        with self.changed:
            while (found := ready()) is None:
                left = end - time.monotonic()
                if left <= 0 or self.process.poll() is not None:
                    sys.exit(f"waited in vain for {what}")
                self.changed.wait(min(left, 5))
        return found

    def ask(self, method, params):
        """Asks, and again where the server says that the text has changed meanwhile."""
        while True:
            with self.changed:
                self.number += 1
                number = self.number
                self.send({"id": number, "method": method, "params": params})
            answer = self.wait(method, lambda: self.answers.pop(number, None))
            if answer.get("error", {}).get("code") in (-32801, -32802):
                time.sleep(0.2)
                continue
            if "error" in answer:
                sys.exit(f"{method}: {answer['error']}")
            return answer["result"]

    def start(self):
        options = {
            "cargo": {"buildScripts": {"enable": True}},
            "procMacro": {"enable": True},
            "checkOnSave": False,
            "cachePriming": {"enable": False},
        }
        capabilities = {
            "experimental": {"serverStatusNotification": True},
            "textDocument": {"publishDiagnostics": {"versionSupport": True}, "diagnostic": {}, "completion": {"completionItem": {"snippetSupport": False}}},
        }
        self.ask(
            "initialize",
            {"processId": None, "rootUri": self.root.as_uri(), "capabilities": capabilities, "initializationOptions": options},
        )
        self.send({"method": "initialized", "params": {}})
        self.send(
            {
                "method": "textDocument/didOpen",
                "params": {"textDocument": {"uri": self.uri, "languageId": "rust", "version": 0, "text": self.file.read_text()}},
            }
        )
        self.settle()

    def settle(self):
        self.wait("a quiet server", lambda: True if self.status.get("quiescent") else None)

    def type(self, text):
        """The whole text, with a cursor at `|`."""
        before, _, after = text.partition("|")
        self.version += 1
        document = {"uri": self.uri, "version": self.version}
        self.send({"method": "textDocument/didChange", "params": {"textDocument": document, "contentChanges": [{"text": before + after}]}})
        line = before.count("\n")
        return {"line": line, "character": len(before) - (before.rfind("\n") + 1)}

    def complete(self, text):
        place = self.type(text)
        result = self.ask("textDocument/completion", {"textDocument": {"uri": self.uri}, "position": place})
        items = result["items"] if isinstance(result, dict) else result or []
        return {item.get("filterText", item["label"]).split("(")[0] for item in items} | {item["label"].split("(")[0] for item in items}

    def diagnostics(self, text):
        self.type(text)
        result = self.ask("textDocument/diagnostic", {"textDocument": {"uri": self.uri}})
        return [(item["range"]["start"]["line"], item.get("code"), item["message"]) for item in result["items"] if item["severity"] == 1]

    def stop(self):
        self.ask("shutdown", None)
        self.send({"method": "exit"})
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()


TYPE = """
/// How to sort.
#[derive(serde::Deserialize, toolcast::ToolSchema)]
pub enum Sort { Newest, Best }
"""

TOOL = TYPE + """
/// Searches.
#[toolcast::tool]
pub async fn search(
    /// What to look for.
    query: &str,
    #[tool(range(1..=50))] limit: u8,
    sort: Option<Sort>,
) -> Result<String, String> {
    BODY
}
"""

METHODS = """
pub struct Store { names: Vec<String> }

#[toolcast::tools]
impl Store {
    /// Finds.
    #[tool]
    fn find(&self, name: &str) -> usize {
        BODY
    }
}
"""

failures = []
checked = 0


def check(what, right, seen):
    global checked
    checked += 1
    print("ok  " if right else "FAIL", what, "" if right else f": {seen}")
    if not right:
        failures.append(what)


def has(editor, what, text, *wanted):
    found = editor.complete(text)
    check(what, set(wanted) <= found, sorted(found)[:40])


def main():
    editor = Editor(*sys.argv[1:3])
    editor.start()

    # A valid program has no diagnostics, which also shows that the macros run.
    check("a whole tool is clean", editor.diagnostics(TOOL.replace("BODY", "Ok(query.to_owned())")) == [], editor.diagnostics(TOOL))
    check("whole methods are clean", editor.diagnostics(METHODS.replace("BODY", "self.names.len() + name.len()")) == [], None)

    has(editor, "a parameter's name", TOOL.replace("BODY", "let n = qu|"), "query")
    has(editor, "a parameter's methods, half typed", TOOL.replace("BODY", "let n = query.|"), "len", "trim")
    has(editor, "a number's methods", TOOL.replace("BODY", "limit.|;\n    Ok(String::new())"), "checked_add")
    has(editor, "an option's methods", TOOL.replace("BODY", "if let Some(x) = sort.| { }"), "is_some", "map")
    has(editor, "a variant", TOOL.replace("BODY", "let s = Sort::|"), "Newest", "Best")
    has(editor, "a method's parameter", METHODS.replace("BODY", "name.|"), "len")
    has(editor, "a field of self", METHODS.replace("BODY", "self.|"), "names")
    has(editor, "what the macro made", TOOL.replace("BODY", "todo!()") + "pub fn f() { search::| }", "schema_for", "try_schema_for", "report_for")
    has(editor, "a type while a parameter is typed", TYPE + "#[toolcast::tool]\npub fn f(a: So|) {}", "Sort")
    has(editor, "a body before its function is whole", TYPE + "#[toolcast::tool]\npub fn f(a: &str, b) { a.| }", "len")
    has(editor, "a body while a key is typed", TYPE + "#[toolcast::tool(na)]\npub fn f(a: &str) { a.| }", "len")

    # An error in a body: once, where it is.
    text = TOOL.replace("BODY", "let n: u32 = query;\n    Ok(n.to_string())")
    found = editor.diagnostics(text)
    line = text[: text.index("let n: u32")].count("\n")
    check("a wrong type is one error at its line", [at for at, *_ in found] == [line], found)
    text = TOOL.replace("BODY", "let n = ;\n    Ok(query.to_owned())")
    found = editor.diagnostics(text)
    line = text[: text.index("let n = ;")].count("\n")
    check("a syntax error is at its line, and nothing else is wrong", {at for at, *_ in found} == {line}, found)
    text = METHODS.replace("BODY", "let n: usize = name;\n        n")
    found = editor.diagnostics(text)
    line = text[: text.index("let n")].count("\n")
    check("a wrong type in a method is one error at its line", [at for at, *_ in found] == [line], found)
    # A mistake in an attribute: ours, once, at the attribute.
    text = TYPE + "#[toolcast::tool]\npub fn f(#[tool(rang(1..=5))] a: u8) -> u8 { a }"
    found = editor.diagnostics(text)
    line = text.count("\n", 0, text.index("rang("))
    check("a mistake in an attribute is one error", [at for at, *_ in found] == [line] and "range" in found[0][2], found)

    editor.stop()
    print(f"{checked} checked, {len(failures)} failed")
    sys.exit(1 if failures else 0)


main()
