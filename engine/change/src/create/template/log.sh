#!/bin/sh
# Runs {when} ({event}): one line in log.txt, beside this file, each time. The line is the event, as JSON.
cd "$(dirname "$0")" || exit 2
event=$(cat)
printf '%s\n' "$event" >> log.txt
