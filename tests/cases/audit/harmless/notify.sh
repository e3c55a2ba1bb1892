if command -v notify-send >/dev/null; then
  notify-send "Session ended" "$(jq -r .session_id)"
else
  osascript -e 'display notification "Session ended"'
fi
