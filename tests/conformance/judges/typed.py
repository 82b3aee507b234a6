"""Mistral, Cohere, Groq and Ollama: the types of their SDKs, with members that they don't know forbidden where the type is about the declaration."""

from collections.abc import Mapping, Sequence
from typing import Optional

import cohere
import mistralai.client.models as mistral
import ollama
import shared
from groq.types.chat import ChatCompletionToolParam as GroqTool
from groq.types.chat.completion_create_params import CompletionCreateParams
from pydantic import TypeAdapter

CHECKS = "`{}` takes the declaration, knows each member, and writes it back unchanged. Requests: the types of their members take them"
TYPED = "`{}` takes the declaration and knows each member. Requests: the type of all parameters takes them"


def dumped(model):
    """Reads by a class of models and writes again."""
    adapter = TypeAdapter(model)

    def ask(declaration):
        read = adapter.validate_python(declaration, extra="forbid")
        shared.same(declaration, adapter.dump_python(read, mode="json", by_alias=True, exclude_unset=True))

    return ask


def typed(adapter):
    """A typed dictionary: it is only read."""
    return lambda declaration: adapter.validate_python(declaration, strict=True, extra="forbid")


def forbidding(members):
    """Reads each member of a request by its own type; others are unknown."""
    adapters = {key: TypeAdapter(model) for key, model in members.items()}

    def ask(_, request):
        for key, value in request.items():
            shared.seen(adapters[key].validate_python(value, extra="forbid"))

    return ask


def whole(model):
    """Reads a whole request."""
    adapter = TypeAdapter(model)
    return lambda _, request: shared.seen(adapter.validate_python({"model": "a", **request}, extra="forbid"))


class OllamaProperty(ollama.Tool.Function.Parameters.Property):
    """A property as Ollama's server reads it: `ToolProperty` of its `api/types.go` has three more members than the client."""

    anyOf: Optional[Sequence["OllamaProperty"]] = None
    properties: Optional[Mapping[str, "OllamaProperty"]] = None
    required: Optional[Sequence[str]] = None


class OllamaTool(ollama.Tool):
    """A tool with these properties."""

    class Function(ollama.Tool.Function):
        class Parameters(ollama.Tool.Function.Parameters):
            properties: Optional[Mapping[str, OllamaProperty]] = None

        parameters: Optional[Parameters] = None

    function: Optional[Function] = None


class OllamaMessage(ollama.Message):
    """A message with the ids that the server has: `ToolCall.ID` and `Message.ToolCallID` of the same file."""

    class ToolCall(ollama.Message.ToolCall):
        id: Optional[str] = None

    tool_calls: Optional[Sequence[ToolCall]] = None
    tool_call_id: Optional[str] = None


def ollama_request(_, request):
    """The client wraps a picture into an object that it writes as the string it came as."""
    messages = []
    for message in request["messages"]:
        if "images" in message:
            message = {**message, "images": [ollama.Image(value=image) for image in message["images"]]}
            shared.same(request["messages"][len(messages)]["images"], [image.model_dump() for image in message["images"]])
        messages.append(message)
    forbidding(OLLAMA)(_, {**request, "messages": messages})


def run(name, provider, title, ask, ask_request, checks=CHECKS, looks_into_schemas=False):
    judge = shared.Judge(name, [name], checks.format(title))
    function = {"name": "a", "parameters": {}}
    judge.must_refuse("an unknown member", "^extra_forbidden: `input_schema`$", lambda: ask({"type": "function", "function": {**function, "input_schema": {}}}))
    judge.must_refuse("a name that is not a string", "^string_type: `name`$", lambda: ask({"type": "function", "function": {**function, "name": ["a"]}}))
    if looks_into_schemas:
        schema = {"type": "object", "properties": {"a": {"type": "object", "properties": {"b": {"type": "string", "minLength": 1}}}}}
        judge.must_refuse("a keyword that it drops", "^extra_forbidden: `minLength`$", lambda: ask({"type": "function", "function": {**function, "parameters": schema}}))
    for wrong, because in (({"messages": [{"role": "tool", "content": "a", "call_id": "b"}]}, "`(call_id|tool_call_id)`$"), ({"messages": [], "toolChoice": "auto"}, "`toolChoice`$|'toolChoice'")):
        judge.must_refuse(f"{wrong}", because, lambda: ask_request("", wrong))
    for line in shared.texts():
        if line["provider"] == provider and line["declaration"]:
            if looks_into_schemas:
                judge.feed(shared.label(line), line["tool"], lambda: ask(line["declaration"]))
            else:
                judge.feed_envelope(line, lambda: ask(line["declaration"]))
    judge.feed_requests([provider], ask_request)
    judge.write()


COHERE = {
    "messages": list[cohere.ChatMessageV2],
    "tools": list[cohere.ToolV2],
    "tool_choice": cohere.V2ChatRequestToolChoice,
    "response_format": cohere.ResponseFormatV2,
    "max_tokens": int,
    "temperature": float,
}
OLLAMA = {"messages": list[OllamaMessage], "tools": list[OllamaTool], "format": dict, "stream": bool, "options": ollama.Options}
run("mistralai", "mistral", "Tool", dumped(mistral.Tool), whole(mistral.ChatCompletionRequest))
run("cohere", "cohere", "ToolV2", dumped(cohere.ToolV2), forbidding(COHERE))
run("groq", "groq", "ChatCompletionToolParam", typed(TypeAdapter(GroqTool)), whole(CompletionCreateParams), TYPED)
run(
    "ollama",
    "ollama",
    "Tool",
    dumped(OllamaTool),
    ollama_request,
    CHECKS + ". The types have the members that the server reads and the client drops: `anyOf`, `properties` and `required` of a property, ids of calls",
    looks_into_schemas=True,
)
