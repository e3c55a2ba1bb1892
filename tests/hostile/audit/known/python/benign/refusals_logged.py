import json, pathlib, sys
event = json.load(sys.stdin)
command = event["data"]["arguments"].get("command", "")
log = pathlib.Path(__file__).with_name("refused.log")
for place in ("~/.ssh", "~/.aws/credentials"):
    if place in command:
        with open(log, "a") as f:
            f.write("~/.ssh/id_rsa and ~/.aws/credentials are private\n")
        print(f"{place} is private", file=sys.stderr)
        sys.exit(1)
