#!/bin/sh
# Runs {when} ({event}): the date of today is put before the prompt. It needs python3.
exec python3 -c '
import datetime, json, sys
data = json.load(sys.stdin)["data"]
today = datetime.date.today().isoformat()
data["prompt"] = "Today is " + today + ".\n\n" + (data.get("prompt") or "")
print(json.dumps({"action": "modify", "data": data}))
'
