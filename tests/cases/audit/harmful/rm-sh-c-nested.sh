# expect: remove-root
bash -c "sh -c 'rm -rf /'"
