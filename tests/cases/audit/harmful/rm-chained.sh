# expect: remove-root
jq -r .event; true && false || rm -rf /
