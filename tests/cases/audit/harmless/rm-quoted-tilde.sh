rm -rf "~"
