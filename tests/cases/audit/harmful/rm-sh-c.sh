# expect: remove-root
sh -c 'rm -rf /'
