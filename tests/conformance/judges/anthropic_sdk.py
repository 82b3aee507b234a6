"""Anthropic: the types of its SDK, and what its own transform for strict schemas would still change."""

import shared
from anthropic import transform_schema
from anthropic.types import ToolParam
from anthropic.types.message_create_params import MessageCreateParamsNonStreaming
from pydantic import TypeAdapter

judge = shared.Judge(
    "anthropic",
    ["anthropic"],
    "`ToolParam` takes the declaration and knows each member; `transform_schema` changes nothing in a strict schema (but for `type` beside `enum`: it leaves it out of any). Requests: the type of all parameters takes them",
)
tool = TypeAdapter(ToolParam)


def ask(line):
    tool.validate_python(line["declaration"], strict=True, extra="forbid")
    if (line["declaration"].get("strict") is True) != line["strict"]:
        raise shared.Refused(f"`strict` is {line['declaration'].get('strict')}")
    if line["strict"]:
        shared.same(shared.without_types_of_enums(line["parameters"]), transform_schema(line["parameters"]), "the transform")


def wrong(strict, schema, **more):
    return {"strict": strict, "declaration": {"name": "a", "input_schema": schema, "strict": strict, **more}, "parameters": schema}


judge.must_refuse("an unknown member", "^extra_forbidden: `parameters`$", lambda: ask(wrong(False, {"type": "object"}, parameters={})))
judge.must_refuse("a schema that is not an object", "^dict_type: ", lambda: ask(wrong(False, "object")))
for member, because in (({"minimum": 1}, "without `minimum`"), ({"type": "object"}, "with `additionalProperties`"), ({"multipleOf": 2}, "without `multipleOf`")):
    schema = {"type": "object", "properties": {"a": {"type": "integer", **member}}, "additionalProperties": False}
    judge.must_refuse(f"{member}", because, lambda: ask(wrong(True, schema)))
for line in shared.texts():
    if line["provider"] == "anthropic" and line["declaration"]:
        if line["strict"]:
            judge.feed(shared.label(line), line["tool"], lambda: ask(line))
        else:
            judge.feed_envelope(line, lambda: ask(line))


requests = TypeAdapter(MessageCreateParamsNonStreaming)


def ask_request(_, request):
    shared.seen(requests.validate_python({"model": "a", "max_tokens": 1, **request}, strict=True, extra="forbid"))


block = {"type": "tool_result", "tool_call_id": "a", "content": "b"}
for wrong, because in (({"messages": [{"role": "user", "content": [block]}]}, "tool_use_id|tool_call_id"), ({"messages": [], "tool_choice": "any"}, "_type: `tool_choice`|_type: `Tool")):
    judge.must_refuse(f"{wrong}", because, lambda: ask_request("anthropic", wrong))
judge.feed_requests(["anthropic"], ask_request)
judge.write()
