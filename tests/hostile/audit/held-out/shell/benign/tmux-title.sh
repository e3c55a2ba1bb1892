#!/bin/sh
[ -n "$TMUX" ] && tmux rename-window "agent: $(jq -r .event)"
true
