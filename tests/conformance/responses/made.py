"""Responses made by the providers' own SDKs, for `parse_turn` and `stream` to read: `made.py FILE`.

Each line of FILE is

    {"provider": "openai", "tool": "what it says", "package": "openai 3.54.0", "response": {}, "turn": {"text": "", "calls": [], "finish": "stop"}}

or has `events`, a list, in the place of `response`. `turn` is what the object was made of. A call is `{"id": "..", "name": "..", "arguments": {}}`; `id` is null where the
provider has none.
"""

import importlib
import json
import sys
from importlib.metadata import version
from pathlib import Path

# The turns of a model. `thoughts` are not part of the text.
TURNS = {
    "a text": {"text": "It rains in Zürich.\n\"Today\"", "finish": "stop"},
    "a text that was cut": {"text": "It rai", "finish": "length"},
    "a call": {"calls": [("get_weather", {"city": "Zürich", "days": 3})], "finish": "calls"},
    "a call without arguments": {"calls": [("now", {})], "finish": "calls"},
    "a text and two calls": {
        "text": "I look.",
        "calls": [("get_weather", {"city": "Oslo", "days": None}), ("read_file", {"path": "a \"b\"\\c.txt", "lines": [1, 2.5, {"deep": [True]}]})],
        "finish": "calls",
    },
    "the same call twice": {"calls": [("now", {"zone": "UTC"}), ("now", {"zone": "UTC"})], "finish": "calls"},
    "thoughts and a call": {"thoughts": "Let me see.", "calls": [("get_weather", {"city": "Bern"})], "finish": "calls"},
    "thoughts and a text": {"thoughts": "Easy.", "text": "It is fine.", "finish": "stop"},
    "a refusal": {"text": "I can't help with that.", "finish": "refused"},
}

# A module for each SDK: `PACKAGE`, and `made(name, turn)`, which yields `(provider, "response" or
# "events", JSON)`. It yields nothing if the provider has no such turn.
MODULES = ["anthropic_made", "bedrock_made", "cohere_made", "google_made", "groq_made", "interactions_made", "mcp_made", "mistral_made", "ollama_made", "openai_made"]


def pieces(text, size=5):
    """A text in pieces, as a stream has it; one empty piece of an empty text."""
    return [text[at : at + size] for at in range(0, len(text), size)] or [""]


def dumped(model, **options):
    """A typed object as the JSON that it stands for."""
    return json.loads(model.model_dump_json(by_alias=True, **options))


def full(turn):
    """A turn with everything in it, each call with an id."""
    calls = [{"id": f"call_{at}abc", "name": name, "arguments": arguments} for at, (name, arguments) in enumerate(turn.get("calls", []))]
    return {"thoughts": "", "text": "", **turn, "calls": calls}


def main():
    lines = 0
    with open(Path(sys.argv[1]), "w", encoding="utf-8") as out:
        for module in MODULES:
            module = importlib.import_module(module)
            package = f"{module.PACKAGE} {version(module.PACKAGE)}"
            for name, turn in TURNS.items():
                for provider, kind, made, *told in module.made(name, full(turn)):
                    turned = told[0] if told else full(turn)
                    said = {key: turned[key] for key in ("text", "calls", "finish")}
                    line = {"provider": provider, "tool": name, "package": package, kind: made, "turn": said}
                    out.write(json.dumps(line, ensure_ascii=False) + "\n")
                    lines += 1
    print(f"  {lines} responses made by {len(MODULES)} SDKs")


if __name__ == "__main__":
    main()
