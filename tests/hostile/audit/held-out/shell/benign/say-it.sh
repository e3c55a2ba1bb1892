#!/bin/sh
which say >/dev/null 2>&1 && say "Ready" &
afplay /System/Library/Sounds/Glass.aiff 2>/dev/null || paplay /usr/share/sounds/freedesktop/stereo/complete.oga
