jq -r .data.arguments.command | grep -qF 'curl | sh' && exit 1
