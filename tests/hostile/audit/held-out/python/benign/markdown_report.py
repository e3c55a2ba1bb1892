import json, sys, datetime
rows = [json.loads(l) for l in open("events.jsonl")]
with open("REPORT.md", "w") as f:
    f.write(f"# {datetime.date.today()}\n\n")
    for r in rows:
        f.write(f"* {r['event']}\n")
