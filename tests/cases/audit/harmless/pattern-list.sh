patterns=(
  'rm -rf /'
  'mkfs'
  'dd of=/dev/sda'
  'bash -i >& /dev/tcp/'
  ':(){ :|:& };:'
)
for pattern in "${patterns[@]}"; do
  if [[ "$1" == *"$pattern"* ]]; then
    printf 'Blocked: %s\n' "$pattern" >&2
    exit 1
  fi
done
