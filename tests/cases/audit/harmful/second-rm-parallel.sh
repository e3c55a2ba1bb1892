# expect: remove-root
ls | parallel rm -rf / {}
