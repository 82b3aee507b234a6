"""Gemini and Vertex: what Google's own SDK makes of a declaration on its way to the API."""

import shared
from google.genai import models, types
from google.genai._gaos.types.interactions import FunctionResultStep
from pydantic import TypeAdapter

judge = shared.Judge(
    "google-genai", ["google-genai"], "`Tool` takes the declaration, knows each member, and what the SDK would send is what we send. Requests: the types take each member, contents unchanged; results for the Interactions API are `FunctionResultStep`s"
)
WAYS = {"gemini": models._Tool_to_mldev, "gemini-json-schema": models._Tool_to_mldev, "vertex": models._Tool_to_vertex}


def ask(provider, declaration):
    tool = types.Tool.model_validate({"functionDeclarations": [declaration]})
    sent = WAYS[provider](tool)["functionDeclarations"]
    sent = [one.model_dump(mode="json", by_alias=True, exclude_none=True) for one in sent]
    shared.same([declaration], sent, "the SDK")


for provider in WAYS:
    judge.must_refuse("a member that it does not know", "^extra_forbidden: `input_schema`$", lambda: ask(provider, {"name": "a", "input_schema": {}}))
judge.must_refuse("a keyword that it does not know", "^extra_forbidden: `const`$", lambda: ask("gemini", {"name": "a", "parameters": {"type": "OBJECT", "const": 1}}))
for line in shared.texts():
    if line["provider"] in WAYS and line["declaration"]:
        # `parametersJsonSchema` is of any type.
        if line["provider"] == "gemini-json-schema":
            judge.feed_envelope(line, lambda: ask(line["provider"], line["declaration"]))
        else:
            judge.feed(line["provider"], line["tool"], lambda: ask(line["provider"], line["declaration"]))

MEMBERS = {
    "contents": TypeAdapter(list[types.Content]),
    "systemInstruction": TypeAdapter(types.Content),
    "tools": TypeAdapter(list[types.Tool]),
    "toolConfig": TypeAdapter(types.ToolConfig),
    "generationConfig": TypeAdapter(types.GenerationConfig),
    "steps": TypeAdapter(list[FunctionResultStep]),
}


def ask_request(_, request):
    for key, value in request.items():
        if key == "steps":  # An object is there, but the type has no members for what is in it.
            value = [{**step, "result": {} if isinstance(step.get("result"), dict) else step.get("result")} for step in value]
        read = MEMBERS[key].validate_python(value, extra="forbid", by_alias=True)
        if key == "contents":
            shared.same(value, MEMBERS[key].dump_python(read, mode="json", by_alias=True, exclude_none=True), "the SDK")


WRONG = (
    ({"tool_choice": "auto"}, "KeyError: 'tool_choice'"),
    ({"toolConfig": {"functionCallingConfig": {"mode": "ANY", "names": []}}}, "^extra_forbidden: `names`$"),
    ({"steps": [{"type": "function_result", "id": "a"}]}, "^missing: `"),
)
for wrong, because in WRONG:
    judge.must_refuse(f"{wrong}", because, lambda: ask_request("", wrong))
judge.feed_requests([*WAYS, "gemini, interactions"], ask_request)
judge.write()
