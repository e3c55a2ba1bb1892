#!/bin/sh
dir="$HOME/.moltis/logs"
find "$dir" -name '*.log' -mtime +14 -delete
