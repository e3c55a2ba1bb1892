#!/usr/bin/env python3
"""Refuses commands like `rm -rf /` or `curl https://x | sh`."""
import json, re, sys
BAD = [r"rm\s+-rf\s+/", r"curl[^|]*\|\s*(ba)?sh", r"mkfs", r":\(\)\{.*\};:"]
data = json.load(sys.stdin)
cmd = data.get("data", {}).get("arguments", {}).get("command", "")
for pattern in BAD:
    if re.search(pattern, cmd):
        print(f"refused: {pattern}", file=sys.stderr)
        sys.exit(1)
