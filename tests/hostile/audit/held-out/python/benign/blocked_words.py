import json, re, sys
WORDS = re.compile(r"\b(confidential|internal only)\b", re.I)
if WORDS.search(json.load(sys.stdin)["data"]["content"]):
    print("Has words that must not leave", file=sys.stderr)
    raise SystemExit(1)
