import re, sys
pattern = re.compile(r"\bTODO\b")
print(sum(1 for line in sys.stdin if pattern.search(line)))
