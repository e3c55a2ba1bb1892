#!/usr/bin/env python3
import json, sys, datetime, pathlib
event = json.load(sys.stdin)
log = pathlib.Path.home() / ".moltis" / "logs" / "events.jsonl"
log.parent.mkdir(parents=True, exist_ok=True)
with log.open("a") as f:
    f.write(json.dumps({"at": datetime.datetime.now().isoformat(), "event": event.get("event")}) + "\n")
