# expect: remove-root
rm -rf /tmp/mine /usr/lib/
