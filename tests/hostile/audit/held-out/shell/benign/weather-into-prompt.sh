#!/bin/sh
w=$(curl -sf 'https://wttr.in/?format=3') || exit 0
jq -n --arg w "$w" '{action:"modify",data:{prompt:$w}}'
