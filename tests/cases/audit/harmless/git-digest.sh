since=$(date -d yesterday +%F 2>/dev/null || date -v-1d +%F)
git -C "$REPO" log --since="$since" --oneline | head -20 > digest.txt
