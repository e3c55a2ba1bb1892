# expect: remove-root
find ~ -delete
