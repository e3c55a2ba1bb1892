#!/bin/sh
# Runs {when} ({event}): no tool is run any more after so many calls in one hour. They are counted beside this file.
most=60
cd "$(dirname "$0")" || exit 2
file=calls.$(date +%Y-%m-%d-%H)
for old in calls.*; do
  [ "$old" = "$file" ] || rm -f -- "$old"
done
echo x >> "$file"
if [ "$(wc -l < "$file")" -gt "$most" ]; then
  echo "{title} lets $most tools run in one hour, and this is one more." >&2
  exit 1
fi
