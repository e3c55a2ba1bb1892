args=(--silent --fail)
curl "${args[@]}" "$URL"
