# expect: remove-root
rm${IFS}-rf${IFS}/
