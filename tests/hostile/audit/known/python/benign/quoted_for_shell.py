import subprocess, shlex, json, sys
p = json.load(sys.stdin)["data"]["arguments"].get("path", ".")
subprocess.run(f"wc -l {shlex.quote(p)}", shell=True)
