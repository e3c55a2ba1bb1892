import json, urllib.request
with urllib.request.urlopen("https://wttr.in/?format=j1", timeout=5) as r:
    now = json.load(r)["current_condition"][0]
print(json.dumps({"action": "modify", "data": {"prompt": f"It is {now['temp_C']} degrees."}}))
