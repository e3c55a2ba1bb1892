# expect: remove-root
ARGS="-rf /"
rm $ARGS
