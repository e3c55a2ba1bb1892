# expect: remove-root
"rm" -'rf' "/"
