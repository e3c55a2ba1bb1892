#!/bin/sh
# What `npm run package:test` does in a root of its own: $1 is the package, $2 a folder for what is seen. The package
# is installed, used as a person would, and removed; every line that begins with a tick is something that was looked at.
set -eu
package=$1
seen=$2
export HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive GDK_BACKEND=x11 NO_AT_BRIDGE=1
# Without a graphics card.
export WEBKIT_DISABLE_DMABUF_RENDERER=1

fail() { echo "✗ $1"; exit 1; }
ok() { echo "✓ $1"; }
# Looks for up to 60 seconds.
wait_for() {
  tries=0
  until eval "$2"; do
    tries=$((tries + 1))
    [ "$tries" -lt 120 ] || fail "$1"
    sleep 0.5
  done
  ok "$1"
}
# All that is on the disk, but for what package managers and homes keep for themselves.
everything() {
  find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /tmp -o -path /root -o -path /run \
    -o -path "$seen" -o -path /var/lib/dpkg -o -path /var/lib/apt -o -path /var/cache -o -path /var/log \) -prune \
    -o -print | sort
}

# A root that was made just now keeps no lists of what there is.
apt-get update >"$seen/update.log" 2>&1 || {
  cat "$seen/update.log"
  fail "the lists of packages are available"
}
# What it depends on first, so that the two lists differ in the package alone.
apt-get install --yes --no-install-recommends \
  $(dpkg-deb --field "$package" Depends | tr ',' '\n' | sed 's/^ *//; s/[ (|].*//') >"$seen/depends.log" 2>&1 || {
  cat "$seen/depends.log"
  fail "what it depends on is available"
}
# A desktop opens links with this.
apt-get install --yes --no-install-recommends libglib2.0-bin >>"$seen/depends.log" 2>&1 || fail "gio is available"
everything >"$seen/before"

apt-get install --yes --no-install-recommends "$package" >"$seen/install.log" 2>&1 || {
  cat "$seen/install.log"
  fail "it installs"
}
ok "it installs"
everything >"$seen/installed"

[ "$(tacklebox --version | cut -d' ' -f1)" = tacklebox ] || fail "the command line answers"
tacklebox --json agents >"$seen/agents.json" || fail "the command line knows the agents"
ok "the command line answers"
gzip -dc /usr/share/man/man1/tacklebox.1.gz | grep -q "hooks list" || fail "the manual page is there"
ok "the manual page is there"
bash -n /usr/share/bash-completion/completions/tacklebox || fail "the completions can be read"
ok "the completions can be read"
handler=$(grep -l "x-scheme-handler/tacklebox" /usr/share/applications/*.desktop)
grep -q "x-scheme-handler/tacklebox=$(basename "$handler")" /usr/share/applications/mimeinfo.cache ||
  fail "links of tacklebox: belong to it"
ok "links of tacklebox: belong to it"
icon=$(sed -n 's/^Icon=//p' "$handler")
find /usr/share/icons -name "$icon.*" | grep -q . || fail "the menu entry has its icon"
ok "the menu entry has its icon"

Xvfb :7 -screen 0 1080x720x24 -fbdir "$seen" -nolisten tcp >/dev/null 2>&1 &
export DISPLAY=:7
eval "$(dbus-launch --sh-syntax)"
export DBUS_SESSION_BUS_ADDRESS
log="$HOME/.local/share/app.tacklebox.desktop/logs/tacklebox.log"
sleep 1
command=$(sed -n 's/^Exec=//p' "$handler" | sed 's/ *%u//')
$command >"$seen/window.log" 2>&1 &
window=$!
wait_for "the window opens" 'grep -qs "is open" "$log"'
sleep 12
cp "$seen/Xvfb_screen0" "$seen/open.xwd"
kill -0 "$window" || fail "the window stays open"
# As a desktop opens a link: by the menu entry that was installed.
gio open "tacklebox://install?source=https://example.com/hooks.tar.gz"
wait_for "a link reaches the open window" 'grep -qs "A link proposes" "$log"'
sleep 6
cp "$seen/Xvfb_screen0" "$seen/link.xwd"
cmp -s "$seen/open.xwd" "$seen/link.xwd" && fail "the picture of the window changed"
ok "the picture of the window changed"
kill "$window"
wait "$window" 2>/dev/null || true
kill "$DBUS_SESSION_BUS_PID"

apt-get purge --yes tacklebox >"$seen/remove.log" 2>&1 || fail "it can be removed"
everything >"$seen/after"
diff "$seen/before" "$seen/after" >"$seen/left" || {
  cat "$seen/left"
  fail "none of it is left"
}
grep -rlis tacklebox /usr/share/applications /usr/share/mime /usr/share/metainfo && fail "nothing names it any more"
ok "none of it is left, but for what is in the home: that is the person's"
