grep -E 'rm -rf /|mkfs|dd if=|:\(\)\{' "$1" || exit 0
