import json, re, sys
KEY = re.compile(r"(sk-[A-Za-z0-9]{20,}|AKIA[0-9A-Z]{16})")
event = json.load(sys.stdin)
text = event["data"].get("content", "")
print(json.dumps({"action": "modify", "data": {"content": KEY.sub("[redacted]", text)}}))
