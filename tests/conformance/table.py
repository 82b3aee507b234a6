"""The table of judges in docs/conformance.md, made of their results.

table.py RESULTS --check    fails where the page says something else than the results, a refusal is not explained, or an explanation explains nothing
table.py RESULTS --write    writes the page anew

RESULTS is a folder of *.json as `judges/shared.py` describes them. Judges that have no result there keep the lines that they have in the page.
"""

import json
import re
import sys
from collections import Counter
from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE.parent.parent / "docs" / "conformance.md"
BEGIN, END = "<!-- judges: made by tests/conformance/run --write -->", "<!-- judges: end -->"
HEAD = ["| judge | provider | fed | accepted | refused |", "|---|---|---|---|---|"]
KEYS = ("judge", "provider", "reason", "source", "why")


def disagreements():
    """The refusals that are known, each with a number, from `disagreements.json` here and in the folders beside."""
    entries = []
    for path in [HERE / "disagreements.json", *sorted(HERE.glob("*/disagreements.json"))]:
        if path.exists():
            entries += json.loads(path.read_text(encoding="utf-8"))
    for number, entry in enumerate(entries, 1):
        missing = [key for key in KEYS if not entry.get(key)]
        if missing:
            sys.exit(f"disagreement {number} says nothing about {', '.join(missing)}")
        entry["number"] = number
        entry["matched"] = 0
    return entries


def explain(results, known):
    """Notes the number of the disagreement at each refusal; gives back those that have none."""
    faults = []
    for result in results:
        for row in result["rows"]:
            refused = len({refused["tool"] for refused in row["refused"]})
            if row["fed"] != row["accepted"] + refused:
                faults.append(f"{result['judge']}, {row['provider']}: {row['fed']} fed are not {row['accepted']} and {refused}")
            for refused in row["refused"]:
                # The grammar engines' judge has explanations of its own, with sources: `grammar/explained.json`.
                if refused.get("explained"):
                    refused["explained"] = "the engine"
                    continue
                entry = next((entry for entry in known if explains(entry, result["judge"], row["provider"], refused["reason"])), None)
                if entry is None:
                    faults.append(f"{result['judge']}, {row['provider']}: {refused['tool']}: {refused['reason']}")
                else:
                    entry["matched"] += 1
                    refused["explained"] = entry["number"]
    judges = {result["judge"] for result in results}
    for entry in known:
        if entry["matched"] == 0 and entry["judge"] in judges:
            faults.append(f"disagreement {entry['number']} ({entry['judge']}: {entry['reason']}) explains nothing any more")
    return faults


def explains(entry, judge, provider, reason):
    return entry["judge"] == judge and re.fullmatch(entry["provider"], provider) and re.search(entry["reason"], reason)


def lines_of(result):
    """A judge's line in the list and its rows in the table."""
    rows = []
    for row in sorted(result["rows"], key=lambda row: row["provider"]):
        counts = Counter(explained for _, explained in {(refused["tool"], refused["explained"]) for refused in row["refused"]})
        refused = str(row["fed"] - row["accepted"])
        if counts:
            refused += " (" + ", ".join(f"{count} for {number or '?'}" for number, count in sorted(counts.items(), key=lambda item: str(item[0]))) + ")"
        rows.append(f"| {result['judge']} | {row['provider']} | {row['fed']} | {row['accepted']} | {refused} |")
    return f"- `{result['judge']}` ({result['version']}): {result['checks']}", rows


def lines_in(page):
    """The same for all judges, as the page has it."""
    judges = {}
    for line in page.split("\n"):
        if found := re.match(r"- `([^`]+)` \(", line):
            judges.setdefault(found[1], (line, []))
    for line in page.split("\n"):
        name = line.split("|")[1].strip() if line.startswith("| ") else None
        if name in judges:
            judges[name][1].append(line)
    return judges


def block(judges, known):
    names = sorted(judges)
    out = [BEGIN, "", *[judges[name][0] for name in names], "", *HEAD]
    out += [row for name in names for row in judges[name][1]]
    if known:
        out += ["", "Refusals that stay, and why:", ""]
    for entry in known:
        out.append(f"{entry['number']}. `{entry['judge']}`: {entry['why']} Source: {entry['source']}")
    return "\n".join([*out, "", END])


def main():
    if len(sys.argv) != 3 or sys.argv[2] not in ("--check", "--write"):
        sys.exit(__doc__)
    results = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(Path(sys.argv[1]).glob("*.json"))]
    if not results:
        sys.exit(f"no results in {sys.argv[1]}")
    known = disagreements()
    faults = explain(results, known)
    page = PAGE.read_text(encoding="utf-8")
    if page.count(BEGIN) != 1 or page.count(END) != 1:
        sys.exit(f"{PAGE.name} has no place for the table: `{BEGIN}` and `{END}`")
    before, rest = page.split(BEGIN)
    old, after = rest.split(END)
    judges = lines_in(old)
    for name in sorted(set(judges) - {result["judge"] for result in results}):
        print(f"not run, its lines are as they were: {name}")
    judges.update((result["judge"], lines_of(result)) for result in results)
    new = before + block(judges, known) + after
    for fault in faults[:40]:
        print(f"unexplained: {fault}", file=sys.stderr)
    if len(faults) > 40:
        print(f"unexplained: {len(faults) - 40} more", file=sys.stderr)
    if sys.argv[2] == "--write":
        PAGE.write_text(new, encoding="utf-8")
    elif new != page:
        changed = set(new.split("\n")) ^ set(page.split("\n"))
        print(f"docs/{PAGE.name} is not current; `tests/conformance/run --write` writes it:", file=sys.stderr)
        for line in sorted(changed):
            print(f"  {'is' if line in new.split(chr(10)) else 'says'}: {line}", file=sys.stderr)
        sys.exit(1)
    if faults:
        sys.exit(1)
    fed = sum(row["fed"] for result in results for row in result["rows"])
    refused = sum(row["fed"] - row["accepted"] for result in results for row in result["rows"])
    print(f"{len(results)} judges, {fed} texts, {refused} refused and explained, {len(known)} disagreements")


main()
