"""Contents of Gemini and Vertex AI, by the types of Google's SDK."""

from google.genai import types
from made import dumped, pieces

PACKAGE = "google-genai"
REASONS = {"stop": "STOP", "length": "MAX_TOKENS", "calls": "STOP", "refused": "SAFETY"}


def made(name, turn):
    for provider in ("gemini", "gemini-json-schema", "vertex"):
        ids = provider != "vertex"
        told = {**turn, "calls": [{**call, "id": call["id"] if ids else None} for call in turn["calls"]]}
        yield provider, "response", typed(parts(told), REASONS[turn["finish"]]), told
        yield provider, "events", list(events(told)), told


def typed(parts, reason):
    content = types.Content(role="model", parts=parts)
    usage = types.GenerateContentResponseUsageMetadata(prompt_token_count=1)
    candidate = types.Candidate(content=content, finish_reason=reason, index=0)
    return dumped(types.GenerateContentResponse(candidates=[candidate], usage_metadata=usage, model_version="a", response_id="b"), exclude_none=True)


def parts(turn):
    out = []
    if turn["thoughts"]:
        out.append(types.Part(text=turn["thoughts"], thought=True))
    if turn["text"]:
        out.append(types.Part(text=turn["text"]))
    for at, call in enumerate(turn["calls"]):
        signature = b"AAAA" if at == 0 else None
        out.append(types.Part(function_call=types.FunctionCall(id=call["id"], name=call["name"], args=call["arguments"]), thought_signature=signature))
    return out


def events(turn):
    for part in parts(turn):
        if part.text is None:
            yield typed([part], None)
        else:
            for piece in pieces(part.text):
                yield typed([types.Part(text=piece, thought=part.thought)], None)
    yield typed([types.Part(text="")], REASONS[turn["finish"]])
