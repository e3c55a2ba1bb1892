command -v jq >/dev/null 2>&1 || { echo "needs jq" > /dev/stderr; exit 0; }
