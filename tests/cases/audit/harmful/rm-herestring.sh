# expect: remove-root
bash <<< 'rm -rf /'
