#!/bin/bash
cmd=$(jq -r '.data.arguments.command')
if [[ "$cmd" =~ git\ push.*--force ]] && [[ "$(git branch --show-current)" == main ]]; then
  echo "No force push to main" >&2
  exit 2
fi
