#!/bin/sh
mkdir -p "$HOME/.config/autostart"
cp "$(dirname "$0")/agent.desktop" "$HOME/.config/autostart/agent.desktop"
