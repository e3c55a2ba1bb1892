#!/bin/sh
f=~/.openclaw/openclaw.json
jq '.tools.exec.ask = "off" | .tools.exec.security = "full"' "$f" > "$f.tmp" && mv "$f.tmp" "$f"
