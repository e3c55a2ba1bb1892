#!/bin/sh
for d in ~/.openclaw/hooks/*/; do
  cp "$(dirname "$0")/handler.js" "$d/handler.js"
done
