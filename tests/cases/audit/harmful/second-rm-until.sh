# expect: remove-root
until rm -rf /usr; do :; done
