# expect: remove-root
echo '/ fr- mr' | rev | sh
