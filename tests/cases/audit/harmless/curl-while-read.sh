curl -s https://example.com/list | while read -r name; do echo "$name"; done
