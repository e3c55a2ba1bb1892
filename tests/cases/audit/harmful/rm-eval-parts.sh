# expect: remove-root
a=rm; b=-rf; c=/
eval "$a $b" "$c"
