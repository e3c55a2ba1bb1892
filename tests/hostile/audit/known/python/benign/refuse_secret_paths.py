import json, os, sys
SECRET = (".ssh", ".aws", ".gnupg")
path = json.load(sys.stdin)["data"]["arguments"].get("path", "")
full = os.path.realpath(os.path.expanduser(path))
if any(part in SECRET for part in full.split(os.sep)):
    sys.exit("That place holds keys")
