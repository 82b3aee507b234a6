"""Mistral, Cohere, Groq and Ollama: the types of their SDKs, with members that they don't know forbidden where the type is about the declaration."""

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


def ollama_request(_, request):
    """The client wraps a picture into an object that it writes as the string it came as."""
    messages = []
    for message in request["messages"]:
        if "images" in message:
            message = {**message, "images": [ollama.Image(value=image) for image in message["images"]]}
            shared.same(request["messages"][len(messages)]["images"], [image.model_dump() for image in message["images"]])
        messages.append(message)
    forbidding(OLLAMA)(_, {**request, "messages": messages})


def run(name, provider, title, ask, ask_request, checks=CHECKS):
    judge = shared.Judge(name, [name], checks.format(title))
    judge.must_refuse("an unknown member", lambda: ask({"type": "function", "function": {"name": "a", "parameters": {}, "input_schema": {}}}))
    judge.must_refuse("a name that is no text", lambda: ask({"type": "function", "function": {"name": ["a"], "parameters": {}}}))
    for wrong in ({"messages": [{"role": "tool", "content": "a", "call_id": "b"}]}, {"messages": [], "toolChoice": "auto"}):
        judge.must_refuse(f"{wrong}", lambda: ask_request("", wrong))
    for line in shared.texts():
        if line["provider"] == provider and line["declaration"]:
            judge.feed(shared.label(line), line["tool"], lambda: ask(line["declaration"]))
    judge.feed_requests([provider], ask_request)
    judge.write()


COHERE = {
    "messages": list[cohere.ChatMessageV2],
    "tools": list[cohere.ToolV2],
    "tool_choice": cohere.V2ChatRequestToolChoice,
    "response_format": cohere.ResponseFormatV2,
}
OLLAMA = {"messages": list[ollama.Message], "tools": list[ollama.Tool], "format": dict}
run("mistralai", "mistral", "Tool", dumped(mistral.Tool), whole(mistral.ChatCompletionRequest))
run("cohere", "cohere", "ToolV2", dumped(cohere.ToolV2), forbidding(COHERE))
run("groq", "groq", "ChatCompletionToolParam", typed(TypeAdapter(GroqTool)), whole(CompletionCreateParams), TYPED)
run("ollama", "ollama", "Tool", dumped(ollama.Tool), ollama_request)
