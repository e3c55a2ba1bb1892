tee -a "$HOME/hook.log" | jq -r .event >/dev/tty
