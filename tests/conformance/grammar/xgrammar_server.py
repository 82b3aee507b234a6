"""xgrammar, asked line by line over pipes: JSON in, JSON out. A grammar is walked byte by byte.

Only the engine is loaded. The package's own `__init__` imports what models need, half a gigabyte of it, and no grammar does.
"""

import importlib.metadata
import importlib.util
import json
import sys
import types

found = importlib.util.find_spec("xgrammar")
package = types.ModuleType("xgrammar")
package.__path__ = list(found.submodule_search_locations)
sys.modules["xgrammar"] = package

import numpy  # noqa: E402
import tvm_ffi  # noqa: E402
from xgrammar import load_binding  # noqa: E402, F401
from xgrammar.base import _core  # noqa: E402

RAW = 0
EOS = 256
# Words of 32 bits that have a bit for each token.
WORDS = 9

tokens = [bytes([byte]) for byte in range(256)] + [b"<eos>"]
tokenizer = _core.TokenizerInfo(tokens, RAW, len(tokens), [EOS], False)


class Walk:
    """A compiled grammar, and where a walk through it stands."""

    def __init__(self, text):
        # Threads, a cache of grammars, its size.
        compiler = _core.GrammarCompiler(tokenizer, 1, False, -1)
        # The package's defaults: any white space, no indentation, closed objects unless the schema
        # opens them, properties in their order.
        self.grammar = compiler.compile_json_schema(text, True, None, None, True, None, False)
        self.restart()

    def restart(self):
        # No other stop tokens; ends at the stop token, not before; no limit on rollback; no
        # temperature.
        self.matcher = _core.GrammarMatcher(self.grammar, None, False, -1, None)

    def next(self, pushed):
        for byte in pushed:
            if not self.matcher.accept_token(byte, False):
                raise ValueError(f"byte {byte} may not follow")
        # It may end within a character, and is then taken byte by byte.
        try:
            forced = self.matcher.find_jump_forward_string()
        except UnicodeDecodeError:
            forced = ""
        if forced and not self.matcher.accept_string(forced.encode(), False):
            raise ValueError(f"{forced!r} must follow, and may not")
        mask = numpy.zeros((1, WORDS), dtype=numpy.int32)
        self.matcher.fill_next_token_bitmask(tvm_ffi.from_dlpack(mask), 0, False)
        bits = numpy.unpackbits(mask.view(numpy.uint8), bitorder="little")
        # Each bit from the first byte on, eight to a pair of digits.
        may = numpy.packbits(bits[:EOS]).tobytes().hex()
        return {"forced": forced, "may": may, "end": bool(bits[EOS])}

    def take(self, text):
        """The byte that is not taken, the length if the text may not end there, or None."""
        self.restart()
        text = text.encode()
        for at, byte in enumerate(text):
            if not self.matcher.accept_token(byte, False):
                return at
        return None if self.matcher.accept_token(EOS, False) else len(text)


walk = None


def answer(asked):
    global walk
    match asked["do"]:
        case "version":
            return importlib.metadata.version("xgrammar")
        case "compile":
            walk = None
            walk = Walk(asked["text"])
        case "restart":
            walk.restart()
        case "next":
            return walk.next(asked["pushed"])
        case "take":
            return walk.take(asked["text"])


for line in sys.stdin:
    try:
        said = {"ok": answer(json.loads(line))}
    except Exception as error:
        said = {"error": str(error)}
    print(json.dumps(said), flush=True)
