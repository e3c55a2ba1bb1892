import json, sys, urllib.request
text = json.load(sys.stdin)["data"]["content"]
body = json.dumps({"model": "llama3", "prompt": "Summarise: " + text, "stream": False}).encode()
r = urllib.request.urlopen(urllib.request.Request("http://localhost:11434/api/generate", body))
print(json.load(r)["response"])
