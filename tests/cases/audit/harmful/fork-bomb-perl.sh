# expect: fork-bomb
perl -e 'fork while fork'
