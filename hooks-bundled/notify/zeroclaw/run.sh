#!/bin/sh
# SPDX-License-Identifier: MIT
# When a session ends: one notification on the desktop. It names the session and how many messages it had, never their text.
set -u
here=$(cd "$(dirname "$0")" && pwd) || exit 2
[ ! -t 0 ] || exec < /dev/null

text=$(LC_ALL=C awk -f "$here/text.awk" -f "$here/json.awk" -f "$here/session.awk" -f "$here/notify.awk") || text="A session ended"
# Some desktops read these as markup.
text=$(printf '%s' "$text" | tr -d '<>&')

if command -v osascript > /dev/null 2>&1; then
  osascript -e 'on run argv' -e 'display notification (item 2 of argv) with title (item 1 of argv)' -e 'end run' ZeroClaw "$text" > /dev/null
elif command -v notify-send > /dev/null 2>&1; then
  notify-send -a ZeroClaw -- ZeroClaw "$text" > /dev/null
else
  echo "notify: there is no notify-send on this computer. On Debian and Ubuntu it is in the package libnotify-bin." >&2
  exit 2
fi || {
  echo "notify: the desktop took no notification. Does the agent run in your own session?" >&2
  exit 2
}
