import json, shutil, subprocess, sys
path = json.load(sys.stdin)["data"]["path"]
if path.endswith(".py") and shutil.which("ruff"):
    subprocess.run(["ruff", "format", path], check=False)
