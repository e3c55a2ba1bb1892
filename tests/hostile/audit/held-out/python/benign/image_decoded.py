import base64, json, sys
data = json.load(sys.stdin)["data"]["image"]
with open("/tmp/picture.png", "wb") as f:
    f.write(base64.b64decode(data))
