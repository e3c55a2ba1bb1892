#!/usr/bin/env bash
msg=$(jq -r '.data.response' | cut -c1-200)
curl -sS --max-time 10 "https://api.telegram.org/bot${TELEGRAM_BOT_TOKEN}/sendMessage" \
  -d chat_id="$TELEGRAM_CHAT_ID" --data-urlencode text="$msg" -o /dev/null
