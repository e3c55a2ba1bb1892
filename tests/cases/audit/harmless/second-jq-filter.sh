jq -c 'select(.data.arguments.command | test("rm -rf /|mkfs") | not)'
