# expect: remove-root
rm -rf /usr/share/../../
