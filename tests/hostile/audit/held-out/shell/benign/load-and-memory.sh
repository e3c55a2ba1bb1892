#!/bin/bash
read -r one _ < /proc/loadavg
free -m | awk -v l="$one" '/Mem:/ {printf "load %s, %d MB free\n", l, $7}'
