#!/bin/sh
# Adds what is new on GitHub to a dated file in the memory folder. Never holds the agent up: trouble is told on stderr only.
set -u
umask 077

[ -t 0 ] || cat > /dev/null # the event says nothing that is needed here, but its writer may wait until it is read

here=$(cd "$(dirname "$0")" && pwd) || exit 0
data=${ZEROCLAW_WORKSPACE:-$here/../..}
api=${GITHUB_API_URL:-https://api.github.com}
api=${api%/}
last=$data/state/github-digest

tell() {
  echo "github-digest: $1" >&2
  exit 0
}

case $api in
  https://* | http://localhost:* | http://127.0.0.1:*) ;;
  *) tell "GITHUB_API_URL must begin with https://." ;;
esac
case ${GITHUB_TOKEN:-} in
  '' | *[!A-Za-z0-9_.-]*) tell "GITHUB_TOKEN is not set, or is not a GitHub key." ;;
esac

for program in curl jq git; do
  command -v "$program" > /dev/null 2>&1 || tell "it needs the program $program."
done

now=$(jq -nr 'now | floor | todate')
since=$(cat "$last" 2> /dev/null) || since=
# A model is asked many times a day.
[ "$(jq -nr --arg since "$since" 'now - ($since | try fromdate catch 0) < 14400')" = false ] || exit 0
case $since in
  [0-9]*T*Z) ;;
  *) since=$(jq -nr 'now - 86400 | floor | todate') ;;
esac

# The key goes to curl through a pipe: on its command line every user of this computer could read it.
answer=$(printf 'header = "Authorization: Bearer %s"\n' "$GITHUB_TOKEN" |
  curl --silent --fail --max-time 10 --config - "$api/notifications?per_page=50&since=$since") ||
  tell "GitHub could not be reached, or did not accept the key. The next time tries again."

# Titles are written by strangers: one line each, no control characters, not endless.
news=$(printf '%s' "$answer" | jq -r '
  def line: gsub("[[:cntrl:][:space:]]+"; " ") | .[0:120];
  (.[:10][] | "- \(.repository.full_name | line): \(.subject.title | line) (\(.reason | line))"),
  (length - 10 | select(. > 0) | "- and \(.) more")') || tell "GitHub gave an answer that could not be read."

commits=
if [ -e "$data/.git" ]; then
  commits=$(GITHUB_TOKEN='' GIT_TERMINAL_PROMPT=0 git --no-pager -c core.fsmonitor=false -C "$data" \
    log --no-show-signature --no-color --max-count=10 --since="$since" --pretty='format:- %h %s' 2> /dev/null)
fi

mkdir -p "$data/memory" "$data/state" || tell "No folder could be made in $data."
if [ -n "$news$commits" ]; then
  {
    echo "## GitHub since $since"
    echo
    [ -z "$news" ] || printf '%s\n' "$news"
    [ -z "$commits" ] || printf '\nNew commits here:\n\n%s\n' "$commits"
    echo
  } >> "$data/memory/$(date +%Y-%m-%d)-github.md"
fi
printf '%s\n' "$now" > "$last"
