import json, string, sys
T = string.Template("Session $session: $event")
e = json.load(sys.stdin)
print(T.safe_substitute(session=e.get("session_id"), event=e.get("event")))
