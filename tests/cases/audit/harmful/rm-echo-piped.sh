# expect: remove-root
echo 'rm -rf /' | bash
