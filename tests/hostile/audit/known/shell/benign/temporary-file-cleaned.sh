#!/bin/bash
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cat > "$tmp/payload.json"
jq -S . "$tmp/payload.json" > "$tmp/sorted.json"
wc -c < "$tmp/sorted.json"
