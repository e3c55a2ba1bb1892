#!/bin/sh
text=$(jq -r '.data.response')
if command -v pbcopy >/dev/null; then printf %s "$text" | pbcopy; else printf %s "$text" | xclip -selection clipboard; fi
