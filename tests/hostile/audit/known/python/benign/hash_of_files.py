import hashlib, json, sys, pathlib
for p in sorted(pathlib.Path("src").rglob("*.py")):
    print(hashlib.sha256(p.read_bytes()).hexdigest(), p)
