import json, os, sys, urllib.request
url = os.environ["SLACK_WEBHOOK_URL"]
event = json.load(sys.stdin)
body = json.dumps({"text": f"Session {event['session_id']} ended"}).encode()
req = urllib.request.Request(url, body, {"Content-Type": "application/json"})
urllib.request.urlopen(req, timeout=10).read()
