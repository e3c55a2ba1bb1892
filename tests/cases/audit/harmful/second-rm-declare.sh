# expect: remove-root
declare -r target="/"
sudo rm --force --recursive -- "${target}"
