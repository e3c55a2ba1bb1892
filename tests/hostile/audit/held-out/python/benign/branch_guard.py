import json, subprocess, sys
cmd = json.load(sys.stdin)["data"]["arguments"]["command"]
branch = subprocess.check_output(["git", "branch", "--show-current"], text=True).strip()
if "git push" in cmd and branch == "main":
    print("no push from main", file=sys.stderr)
    sys.exit(2)
