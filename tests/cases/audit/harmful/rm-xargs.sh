# expect: remove-root
echo / | xargs -n 1 rm -rf
