#!/bin/bash
payload=$(cat)
session_id=$(echo "$payload" | jq -r '.session_id')
count=$(echo "$payload" | jq -r '.data.message_count')
curl -X POST "$SLACK_WEBHOOK_URL" \
  -H 'Content-Type: application/json' \
  -d "{\"text\":\"Session $session_id ended with $count messages\"}"
exit 0
