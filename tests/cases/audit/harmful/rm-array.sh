# expect: remove-root
cmd=(rm -rf /)
"${cmd[@]}"
