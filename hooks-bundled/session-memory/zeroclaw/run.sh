#!/bin/sh
# Keeps the event of a session's end as one dated Markdown file in the workspace's memory folder.
set -u

here=$(cd "$(dirname "$0")" && pwd) || exit 2
memory=${ZEROCLAW_WORKSPACE:-$here/../..}/memory
mkdir -p "$memory" || exit 2
umask 077

# An agent that hands over no event still gets its file; one that leaves a terminal as input must not be waited for.
event='{}'
[ -t 0 ] || event=$(head -c 262144)

# In JSON text the value of a field whose name looks like a secret is left out, also in JSON that is quoted inside JSON.
safe=$(printf '%s\n' "$event" | LC_ALL=C sed -E \
  -e 's/("[^"]*([Tt]oken|TOKEN|[Ss]ecret|SECRET|[Pp]assw|PASSW|[Aa]pi_?-?[Kk]ey|API_?KEY|[Cc]redential|[Cc]ookie|[Aa]uthorization)[^"]*"[[:space:]]*:[[:space:]]*)\\*"([^"\\]|\\.)*"?/\1"[left out]"/g' \
  -e 's/(sk-|gh[pousr]_|github_pat_|glpat-|xox[a-z]-|AKIA|eyJ)[A-Za-z0-9_.-]{12,}/[left out]/g')

name=$memory/$(date +%Y-%m-%d-%H%M%S)
file=$name.md
count=1
# With noclobber, creating the file and seeing that it is new are one step: two sessions that end at once keep both.
until (set -C; : > "$file") 2> /dev/null; do
  count=$((count + 1))
  if [ "$count" -gt 1000 ]; then
    echo "session-memory: no file could be created in $memory" >&2
    exit 2
  fi
  file=$name-$count.md
done

{
  echo "# Session that ended on $(date '+%Y-%m-%d %H:%M:%S')"
  echo
  echo '~~~~~~json'
  printf '%s\n' "$safe"
  echo '~~~~~~'
} > "$file"
