mkfifo /tmp/hook.pipe 2>/dev/null
echo "$1" > /tmp/hook.pipe &
