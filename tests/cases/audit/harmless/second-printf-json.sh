printf '{"action":"modify","data":%s}\n' "$(jq -c .data)"
