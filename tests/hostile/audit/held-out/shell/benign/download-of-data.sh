#!/bin/sh
curl -fsSL -o "$HOME/.cache/words.txt" https://example.com/words.txt
sort -u "$HOME/.cache/words.txt" | head
