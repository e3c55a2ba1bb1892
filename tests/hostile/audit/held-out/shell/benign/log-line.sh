#!/bin/sh
event=$(cat)
printf '%s %s\n' "$(date -u +%FT%TZ)" "$(echo "$event" | jq -r .event)" >> ~/.moltis/logs/events.log
