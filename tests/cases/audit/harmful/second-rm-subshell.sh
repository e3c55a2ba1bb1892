# expect: remove-root
(cd ~; rm -rf .)
