# expect: remove-root
read -r cmd <<< "rm -rf /"
$cmd
