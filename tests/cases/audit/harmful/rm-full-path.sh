# expect: remove-root
/bin/rm -rf //
