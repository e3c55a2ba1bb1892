# expect: fork-bomb
.() { .|.& };.
