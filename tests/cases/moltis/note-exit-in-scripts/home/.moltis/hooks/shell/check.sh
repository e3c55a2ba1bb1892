#!/bin/sh
# exit 3 is for other agents
input=$(cat)
case "$input" in
  *'rm -rf'*) echo 'not that' >&2; exit 2 ;;
esac
