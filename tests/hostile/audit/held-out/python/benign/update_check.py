import json, urllib.request
VERSION = "1.4.0"
try:
    r = urllib.request.urlopen("https://pypi.org/pypi/example/json", timeout=3)
    latest = json.load(r)["info"]["version"]
    if latest != VERSION:
        print(f"Version {latest} is out")
except OSError:
    pass
