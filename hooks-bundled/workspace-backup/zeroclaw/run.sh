#!/bin/sh
# SPDX-License-Identifier: MIT
# Once a day: a copy of the workspace in ZeroClaw's own folder. The oldest copies go.
set -u
umask 077
[ -t 0 ] || cat > /dev/null # the event says nothing that is needed here, but its writer may wait until it is read

here=$(cd "$(dirname "$0")" && pwd -P) || exit 2
workspace=$(cd "${ZEROCLAW_WORKSPACE:-$here/../..}" && pwd -P) || exit 0
[ -n "${HOME:-}" ] || exit 0
copies=$HOME/.zeroclaw/backups/workspace
today=$copies/$(date +%Y-%m-%d)
[ ! -e "$today" ] || exit 0

whole() {
  case $1 in '' | 0* | *[!0-9]* | ??????*) echo "$2" ;; *) echo "$1" ;; esac
}
most=$(whole "${WORKSPACE_BACKUP_MB:-}" 200)
keep=$(whole "${WORKSPACE_BACKUP_KEEP:-}" 7)

mkdir -p "$copies" && copies=$(cd "$copies" && pwd -P) && cd "$workspace" || exit 2

# Plain files only: a link could lead anywhere.
files() {
  find . -type d \( -name node_modules -o -name .git -o -name .venv -o -name __pycache__ -o -path "./${copies#"$workspace"/}" \) -prune \
    -o -type f -exec "$@" {} +
}
files ls -lnq | awk -v most="$most" '{ bytes += $5; count++ } END { exit bytes > most * 1048576 || count > 20000 }' || {
  echo "workspace-backup: the workspace has more than $most MB or 20000 files, so no copy was made. WORKSPACE_BACKUP_MB sets how large it may be." >&2
  exit 2
}

# Copied under another name, so that a copy that was cut short is never taken for a whole one. One at a time.
fresh=$copies/.unfinished
find "$copies" -name .unfinished -prune -mmin +60 -exec rm -r -- {} +
mkdir "$fresh" 2> /dev/null || exit 0
files sh -c 'to=$1; shift; for file; do mkdir -p "$to/${file%/*}" && cp -P "$file" "$to/$file"; done' copy "$fresh" || {
  rm -r -- "$fresh"
  echo "workspace-backup: the workspace could not be copied." >&2
  exit 2
}
mv "$fresh" "$today" || exit 2

for day in "$copies"/[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]; do echo "${day##*/}"; done | sort -r | tail -n "+$((keep + 1))" |
  while read -r day; do rm -r -- "$copies/$day"; done
