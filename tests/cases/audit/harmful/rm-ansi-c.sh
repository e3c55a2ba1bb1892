# expect: remove-root
$'\x72\x6d' -rf $'\x2f'
