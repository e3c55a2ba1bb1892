# expect: remove-root
r\
m -r\
f \
  /
