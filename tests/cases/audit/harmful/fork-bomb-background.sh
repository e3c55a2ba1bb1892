# expect: fork-bomb
function f { f & f; }
f
