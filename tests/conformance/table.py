"""The pages that show what the judges found.

table.py WORK --check    fails if a page differs from the results, a refusal is not explained, or an explanation explains nothing
table.py WORK --write    writes the pages

WORK/results has a file for each judge, as `judges/shared.py` describes them; those of the grammar engines are described in `grammar/src/report.rs`.
WORK/texts/tools.jsonl is what they were fed. The pages are `docs/conformance/judges.md`, `docs/conformance/grammar.md`, and the summary in `docs/conformance.md`. A
full run (`TOOLCAST_CHECK=full`) is fed more than the pages show: it checks the explanations alone.
"""

import json
import os
import re
import sys
from collections import Counter, defaultdict
from pathlib import Path

HERE = Path(__file__).parent
DOCS = HERE.parent.parent / "docs"
SUMMARY = DOCS / "conformance.md"
BEGIN, END = "<!-- judges: begin -->", "<!-- judges: end -->"
FULL = os.environ.get("TOOLCAST_CHECK") == "full"
KEYS = ("judge", "provider", "reason", "source", "why")
KINDS = {
    "schemas": "Schemas that a judge inspects",
    "envelopes": "Envelopes: these judges take any schema, so each sees one tool for every form of a declaration",
    "requests": "Requests: conversations, results, choices of tools, formats for the answer",
    "verdicts": "Verdicts of the tests' validator on values, asked again",
    "responses": "Responses and streams that the SDKs made, read by toolcast",
}


def disagreements():
    """The refusals that are known, each with a number."""
    entries = json.loads((HERE / "disagreements.json").read_text(encoding="utf-8"))
    for number, entry in enumerate(entries, 1):
        missing = [key for key in KEYS if not entry.get(key)]
        if missing:
            sys.exit(f"disagreement {number} has no {', '.join(missing)}")
        entry["number"] = number
        entry["matched"] = 0
    return entries


def explain(results, known):
    """Notes the number of the disagreement at each refusal; returns those that have none."""
    faults = []
    for result in results:
        for row in result["rows"]:
            refused = len({refused["tool"] for refused in row["refused"]})
            if row["fed"] != row["accepted"] + refused:
                faults.append(f"{result['judge']}, {row['provider']}: {row['fed']} fed are not {row['accepted']} and {refused}")
            for refused in row["refused"]:
                entry = next((entry for entry in known if explains(entry, result["judge"], row["provider"], refused)), None)
                if entry is None:
                    faults.append(f"{result['judge']}, {row['provider']}: {refused['tool']}: {refused['reason']}")
                else:
                    entry["matched"] += 1
                    refused["explained"] = entry["number"]
    judges = {result["judge"] for result in results}
    for entry in known:
        if entry["matched"] == 0 and entry["judge"] in judges and (FULL or not entry.get("full")):
            faults.append(f"disagreement {entry['number']} ({entry['judge']}: {entry['reason']}) explains nothing any more")
    return faults


def explains(entry, judge, provider, refused):
    """An entry without a tool is about all of them."""
    place = entry["judge"] == judge and re.fullmatch(entry["provider"], provider)
    return place and re.search(entry["reason"], refused["reason"]) and re.search(entry.get("tool", ""), refused["tool"])


def judged(results, kind):
    """The rows of one kind."""
    lines = []
    for result in sorted(results, key=lambda result: result["judge"]):
        for row in sorted(result["rows"], key=lambda row: row["provider"]):
            if row["kind"] != kind:
                continue
            counts = Counter(explained for _, explained in {(refused["tool"], refused["explained"]) for refused in row["refused"]})
            refused = str(row["fed"] - row["accepted"])
            if counts:
                refused += " (" + ", ".join(f"{count} for {number or '?'}" for number, count in sorted(counts.items(), key=lambda item: str(item[0]))) + ")"
            lines.append(f"| {result['judge']} | {row['provider']} | {row['fed']} | {row['accepted']} | {refused} |")
    return lines


def judges_page(results, known):
    lines = ["# Declarations checked by third-party judges", "", "Written by `tests/conformance/run --write`. The judges are described in [conformance.md](../conformance.md).", ""]
    lines += [f"- `{result['judge']}` ({result['version']}): {result['checks']}" for result in sorted(results, key=lambda result: result["judge"])]
    for kind, title in KINDS.items():
        rows = judged(results, kind)
        lines += ["", f"## {title}", "", "| judge | provider | fed | accepted | refused |", "|---|---|---|---|---|", *rows]
    lines += ["", "## Remaining refusals and their reasons", ""]
    lines += [f"{entry['number']}. `{entry['judge']}`: {entry['why']} Source: {entry['source']}" for entry in known]
    return "\n".join(lines) + "\n"


def grammar_page(engines):
    """Counts of each engine for each provider, and the reasons for strings that toolcast does not read."""
    lines = ["# Declarations checked by grammar engines", "", "Written by `tests/conformance/run --write`. The questions are in [conformance.md](../conformance.md).", ""]
    lines += ["Of the strings that a grammar allows, toolcast reads the share `read`. `as reported` are strings with nothing but what the text lost: the report has each loss at its place. `type bounds` are those that also exceed an integer type of 32 bits or more, an `f32`, or a map's integer keys: only `json-schema` writes these bounds.", ""]
    lines += ["| engine | provider | texts | compiled | strings | read | as reported | type bounds | explained below | values | taken |", "|---|---|---|---|---|---|---|---|---|---|---|"]
    for engine in engines:
        for row in engine["rows"]:
            strings, read = row["sampled"], row["decoded"]
            share = f"{read} ({100 * read / max(strings, 1):.0f} %)"
            counts = [row["fed"], row["accepted"], strings, share, row["reported"], row["type_bounds"], len(row["undecoded"]), row["encoded"], row["taken"]]
            lines.append(f"| {engine['judge']} {engine['version']} | {row['provider']} | {' | '.join(map(str, counts))} |")
    lines += ["", "The reasons for the rest, with the number of findings of each provider:", ""]
    for engine in engines:
        found = defaultdict(Counter)
        for row in engine["rows"]:
            for key in ("refused", "undecoded", "untaken"):
                for one in row[key]:
                    found[str(one["explained"])][row["provider"]] += 1
        lines += [f"## {engine['judge']}", "", "| explanation | findings |", "|---|---|"]
        lines += [f"| {why.replace('|', chr(92) + '|')} | {', '.join(f'{provider} {count}' for provider, count in counts.items())} |" for why, counts in sorted(found.items())]
        reported = defaultdict(Counter)
        for row in engine["rows"]:
            for keyword, count in row["reported_by"].items():
                reported[keyword][row["provider"]] += count
        lines += ["", "Strings `as reported`, by the keyword of the report's entry; unknown names are those in a dialect that closes no object:", "", "| keyword | strings |", "|---|---|"]
        keywords = {keyword: keyword if " " in keyword else f"`{keyword}`" for keyword in sorted(reported)}
        lines += [f"| {keyword} | {', '.join(f'{provider} {count}' for provider, count in counts.items())} |" for keyword, counts in ((shown, reported[keyword]) for keyword, shown in keywords.items())]
        lines += [""]
    return "\n".join(lines)


def summary(tools, results, engines):
    def counted(kind):
        rows = [(result["judge"], row) for result in results for row in result["rows"] if row["kind"] == kind]
        return len({judge for judge, _ in rows}), sum(row["fed"] for _, row in rows), sum(row["fed"] - row["accepted"] for _, row in rows)

    def total(key):
        return sum(row[key] for engine in engines for row in engine["rows"])

    lines = [f"{tools} tools.", "", "| what is judged | judges | seen | refused, each with a reason |", "|---|---|---|---|"]
    for kind, title in KINDS.items():
        judges, fed, refused = counted(kind)
        title = title.split(":")[0]
        lines.append(f"| {title[0].lower()}{title[1:]} | {judges} | {fed:,} | {refused:,} |")
    lines.append(f"| schemas compiled by grammar engines | {len(engines)} | {total('fed'):,} | {total('fed') - total('accepted'):,} |")
    lines.append(f"| strings that the grammars allow | {len(engines)} | {total('sampled'):,} | {total('sampled') - total('decoded'):,} |")
    lines.append(f"| values as toolcast writes them | {len(engines)} | {total('encoded'):,} | {total('encoded') - total('taken'):,} |")
    return "\n".join(lines)


def main():
    if len(sys.argv) != 3 or sys.argv[2] not in ("--check", "--write"):
        sys.exit(__doc__)
    work = Path(sys.argv[1])
    everything = [json.loads(path.read_text(encoding="utf-8")) for path in sorted((work / "results").glob("*.json"))]
    engines = [result for result in everything if "sampled" in result["rows"][0]]
    results = [result for result in everything if result not in engines]
    with open(work / "texts" / "tools.jsonl", encoding="utf-8") as file:
        tools = len({json.loads(line)["tool"] for line in file})
    known = disagreements()
    faults = explain(results, known)
    for engine in engines:
        faults += [f"{engine['judge']}, {row['provider']}: {one['tool']}: {one['reason']}" for row in engine["rows"] for key in ("refused", "undecoded", "untaken") for one in row[key] if not one["explained"]]
    for fault in faults[:40]:
        print(f"unexplained: {fault}", file=sys.stderr)
    if len(faults) > 40:
        print(f"unexplained: {len(faults) - 40} more", file=sys.stderr)
    text = SUMMARY.read_text(encoding="utf-8")
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        sys.exit(f"{SUMMARY.name} has no place for the summary: `{BEGIN}` and `{END}`")
    before, after = text.split(BEGIN)[0], text.split(END)[1]
    pages = {
        DOCS / "conformance" / "judges.md": judges_page(results, known),
        DOCS / "conformance" / "grammar.md": grammar_page(engines),
        SUMMARY: f"{before}{BEGIN}\n{summary(tools, results, engines)}\n{END}{after}",
    }
    different = 0
    for path, new in pages.items():
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        if FULL or new == old:
            continue
        if sys.argv[2] == "--write":
            path.write_text(new, encoding="utf-8")
            continue
        different += 1
        print(f"{path.relative_to(DOCS.parent)} differs from the results; `tests/conformance/run --write` writes it:", file=sys.stderr)
        for line in sorted(set(new.split("\n")) ^ set(old.split("\n")))[:60]:
            print(f"  {'found' if line in new.split(chr(10)) else 'page'}: {line}", file=sys.stderr)
    print(f"{len(results)} judges, {len(engines)} grammar engines, {len(known)} disagreements, {len(faults)} refusals without an explanation")
    if faults or different:
        sys.exit(1)


main()
