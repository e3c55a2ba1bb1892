# expect: remove-root
printf -v c '%s %s' 'rm -rf' /
eval "$c"
