# expect: remove-root
busybox rm -rf /
