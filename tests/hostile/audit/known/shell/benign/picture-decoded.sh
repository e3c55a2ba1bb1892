#!/bin/sh
jq -r '.data.image' | base64 -d > /tmp/picture.png
file /tmp/picture.png
