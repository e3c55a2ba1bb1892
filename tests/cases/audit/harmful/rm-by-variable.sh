# expect: remove-root
X=/; rm -rf $X
