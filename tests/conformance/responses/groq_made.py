"""Chat completions of Groq, by the types of its SDK."""

from groq.types.chat import ChatCompletion, ChatCompletionChunk
from made import dumped
from openai_made import completion, deltas

PACKAGE = "groq"


def made(name, turn):
    if turn["finish"] == "refused":
        return  # It has no refusals.
    whole = completion(turn)
    message = whole["choices"][0]["message"]
    del message["refusal"]
    if turn["thoughts"]:
        message["reasoning"] = turn["thoughts"]
    yield "groq", "response", dumped(ChatCompletion.model_validate(whole, strict=True, extra="forbid"))
    chunks = list(deltas(turn))
    last = chunks.pop()
    chunks[-1]["x_groq"] = {"id": "req_1", "usage": last["usage"]}
    if turn["thoughts"]:
        chunks[0]["choices"][0]["delta"]["reasoning"] = turn["thoughts"]
    typed = [ChatCompletionChunk.model_validate(chunk, strict=True, extra="forbid") for chunk in chunks]
    yield "groq", "events", [dumped(chunk, exclude_unset=True) for chunk in typed]
