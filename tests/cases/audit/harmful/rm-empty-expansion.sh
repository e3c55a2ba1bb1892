# expect: remove-root
r$@m -rf /
