# expect: fork-bomb
:(){ :|:& };:
