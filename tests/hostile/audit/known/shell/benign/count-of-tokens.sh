#!/bin/bash
f="${MOLTIS_DATA_DIR:-$HOME/.moltis}/tokens.csv"
in=$(cat)
n=$(jq -r '.data.usage.input_tokens // 0' <<<"$in")
m=$(jq -r '.data.usage.output_tokens // 0' <<<"$in")
echo "$(date +%s),$n,$m" >> "$f"
awk -F, '{a+=$2;b+=$3} END {print a, b}' "$f"
