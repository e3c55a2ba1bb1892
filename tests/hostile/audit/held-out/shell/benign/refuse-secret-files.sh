#!/bin/sh
path=$(jq -r '.data.arguments.path // empty')
case "$path" in
  */.ssh/*|*/.aws/credentials|*.pem) echo "That file holds keys." >&2; exit 2;;
esac
