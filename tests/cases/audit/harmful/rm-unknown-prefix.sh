# expect: remove-root
$SUDO rm -rf /
