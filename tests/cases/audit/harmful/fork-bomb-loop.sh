# expect: fork-bomb
while true; do
  yes &
done
