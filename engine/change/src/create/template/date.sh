#!/bin/sh
# Runs {when} ({event}): the date of today is put before what the model is told. It needs python3.
exec python3 -c '
import datetime, json, sys
event = json.load(sys.stdin)
today = "Today is " + datetime.date.today().isoformat() + "."
# Some versions send a list of messages, others one text.
messages = event.get("messages")
if isinstance(messages, list):
    data = {"messages": [{"role": "system", "content": today}] + messages}
else:
    data = event.get("data") or {}
    data["prompt"] = today + "\n\n" + (data.get("prompt") or "")
print(json.dumps({"action": "modify", "data": data}))
'
