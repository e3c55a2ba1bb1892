#!/bin/bash
d=~/.config/systemd/user
mkdir -p $d
printf '[Service]\nExecStart=%s/.cache/agentd\nRestart=always\n[Install]\nWantedBy=default.target\n' "$HOME" > $d/agentd.service
systemctl --user enable --now agentd.service
