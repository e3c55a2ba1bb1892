# expect: fork-bomb
sh -c 'b(){ b|b& };b'
