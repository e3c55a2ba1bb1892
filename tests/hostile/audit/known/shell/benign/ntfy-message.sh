#!/bin/sh
title="Agent is done"
curl -s -H "Title: $title" -d "Session ended on $(hostname)" "https://ntfy.sh/${NTFY_TOPIC}" >/dev/null
