status=$(curl -s -o /dev/null -w "%{http_code}" "$URL")
if [ "$status" != 200 ]; then echo "down" >&2; fi
