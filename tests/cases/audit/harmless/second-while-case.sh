while IFS= read -r line; do
  case $line in
    "#"*) continue ;;
    *'curl'*'| sh'*) echo "pipe to shell: $line" >&2; exit 1 ;;
  esac
done < "$1"
