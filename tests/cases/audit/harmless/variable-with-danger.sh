DANGER="rm -rf /"
if [ "$1" = "$DANGER" ]; then exit 1; fi
