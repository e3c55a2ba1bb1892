import base64, json, sys
event = json.load(sys.stdin)
img = event["data"].get("image")
if img:
    raw = base64.b64decode(img)
    with open("last.png", "wb") as f:
        f.write(raw)
    print(len(raw), "bytes")
