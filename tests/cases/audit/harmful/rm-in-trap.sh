# expect: remove-root
trap 'rm -rf /' EXIT
echo hello
