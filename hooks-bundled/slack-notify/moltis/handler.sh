#!/bin/sh
# SPDX-License-Identifier: MIT
# When a session ends: one message to the Slack channel whose webhook is in SLACK_WEBHOOK_URL.
set -u
here=$(cd "$(dirname "$0")" && pwd) || exit 2
[ ! -t 0 ] || exec < /dev/null

tell() {
  echo "slack-notify: $1" >&2
  exit 2
}

url=${SLACK_WEBHOOK_URL:-}
case $url in
  '') tell "SLACK_WEBHOOK_URL is not set." ;;
  *[!A-Za-z0-9:/._~%?=+-]*) tell "SLACK_WEBHOOK_URL is not a web address." ;;
  https://* | http://localhost:* | http://127.0.0.1:*) ;;
  *) tell "SLACK_WEBHOOK_URL must begin with https://." ;;
esac
command -v curl > /dev/null 2>&1 || tell "it needs the program curl."

message=$(LC_ALL=C awk -f "$here/text.awk" -f "$here/json.awk" -f "$here/session.awk" -f "$here/slack.awk")

# The address is a secret: it goes to curl through a pipe, as every user of this computer could read a command line.
printf 'url = "%s"\nheader = "Content-Type: application/json"\n%s\n' "$url" "$message" |
  curl --silent --fail --max-time 8 --config - > /dev/null 2>&1 ||
  tell "Slack could not be reached, or did not take the message."
