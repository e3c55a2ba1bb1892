#!/bin/sh
cat <<EOF
{"action": "modify", "data": {"tool": "$1", "arguments": {}}}
EOF
