#!/bin/sh
# SPDX-License-Identifier: MIT
# On every event: one line that says that it came, for Tacklebox. It always lets the event go on, whatever happens here.
set -u
umask 077
here=$(cd "$(dirname "$0")" && pwd) || exit 0
[ ! -t 0 ] || exec < /dev/null

agent=zeroclaw
# It may be that no event is handed over: then it is the one that HOOK.toml names.
otherwise=on_message_received

# --- heard: the same text in both shapes of this hook ---
# The names are at the beginning; the rest is read so that its writer does not wait.
line=$({ head -c 65536; cat > /dev/null; } | LC_ALL=C awk -v agent="$agent" -v otherwise="$otherwise" -v now="$(date -u +%Y-%m-%dT%H:%M:%SZ)" \
  -f "$here/text.awk" -f "$here/json.awk" -f "$here/heard.awk") || exit 0
[ -n "$line" ] || exit 0
# A trial in Tacklebox does not count.
if [ -n "${TACKLEBOX_RUN:-}" ]; then
  echo "In a trial this would not be noted: $line" >&2
  exit 0
fi

[ -n "${HOME:-}" ] || exit 0
case $(uname) in
  Darwin) data=$HOME/Library/Application\ Support ;;
  *)
    case ${XDG_DATA_HOME:-} in
      /*) data=$XDG_DATA_HOME ;;
      *) data=$HOME/.local/share ;;
    esac
    ;;
esac
seen=$data/tacklebox/seen
log=$seen/$agent.jsonl
mkdir -p "$seen" || exit 0
# A file that has grown becomes one line for each event: nothing that was heard is forgotten.
if [ -f "$log" ] && [ "$(wc -c < "$log")" -gt 102400 ] && mv -f "$log" "$log.$$"; then
  LC_ALL=C awk -f "$here/fold.awk" "$log.$$" >> "$log"
  rm -f "$log.$$"
fi
printf '%s\n' "$line" >> "$log"
exit 0
# --- end of heard ---
