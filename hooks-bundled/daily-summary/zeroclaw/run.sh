#!/bin/sh
# SPDX-License-Identifier: MIT
# Counts sessions, commands and tool calls, and keeps one page for each day in the memory folder.
set -u
umask 077
here=$(cd "$(dirname "$0")" && pwd) || exit 2
[ ! -t 0 ] || exec < /dev/null

data=${ZEROCLAW_WORKSPACE:-$here/../..}

# --- day: the same text in both shapes of this hook ---
journals=$data/state/daily-summary
today=$(date +%Y-%m-%d)
mkdir -p "$journals" "$data/memory" || exit 2
line=$(LC_ALL=C awk -f "$here/text.awk" -f "$here/json.awk" -f "$here/event.awk") || exit 2
[ -n "$line" ] || exit 0
printf '%s\n' "$line" >> "$journals/$today" || exit 2

# The page is replaced when a session ends or a message arrives. A journal of a day that is over has then done its work.
case $line in session* | message*) ;; *) exit 0 ;; esac
for journal in "$journals"/[0-9]*-[0-9][0-9]-[0-9][0-9]; do
  [ -f "$journal" ] || continue
  day=${journal##*/}
  new=$journals/new-$$
  LC_ALL=C awk -v day="$day" -f "$here/summary.awk" "$journal" > "$new" && mv -f "$new" "$data/memory/$day-summary.md" || exit 2
  [ "$day" = "$today" ] || rm -f "$journal"
done
# --- end of day ---
