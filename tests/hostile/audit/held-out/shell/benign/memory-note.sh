#!/bin/bash
day=$(date +%F)
dir=~/.openclaw/workspace/memory
mkdir -p "$dir"
{ echo "## $(date +%H:%M)"; jq -r '.data.summary'; } >> "$dir/$day.md"
