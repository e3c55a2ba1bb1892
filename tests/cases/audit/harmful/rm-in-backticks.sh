# expect: remove-root
x=`rm -rf /`
