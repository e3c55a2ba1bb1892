# expect: remove-root
echo "done: $(rm -rf ~/)"
