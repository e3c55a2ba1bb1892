import json, sys

call = json.load(sys.stdin)
if 'sudo' in json.dumps(call):
    print('no sudo', file=sys.stderr)
    sys.exit(2)
