#!/bin/bash
# Read the event's payload, note it, go on.
payload=$(cat)
event=$(echo "$payload" | jq -r '.event')
echo "$(date -Iseconds) $event: $payload" >> "$LOG_FILE"
exit 0
