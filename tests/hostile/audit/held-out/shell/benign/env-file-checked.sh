#!/bin/bash
if git diff --cached --name-only | grep -qE '(^|/)\.env$'; then
  echo "Do not commit .env" >&2
  exit 1
fi
