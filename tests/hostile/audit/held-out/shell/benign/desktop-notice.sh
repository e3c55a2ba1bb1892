#!/bin/sh
body="The agent waits for you"
if command -v notify-send >/dev/null; then
  notify-send "Agent" "$body"
elif command -v osascript >/dev/null; then
  osascript -e "display notification \"$body\" with title \"Agent\""
fi
