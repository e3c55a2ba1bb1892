# expect: remove-root
rm -rf ${HOME:?}/
