#!/bin/sh
# Runs {when} ({event}): a notification on the desktop. On Linux it needs notify-send.
text='{label}'
if command -v osascript > /dev/null 2>&1; then
  osascript -e 'on run argv' -e 'display notification (item 1 of argv)' -e 'end run' "$text" > /dev/null
else
  notify-send -- '{title}' "$text"
fi
