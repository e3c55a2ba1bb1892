# expect: remove-root
rm -rf ${PATH:0:1}
