walk() {
  local entry
  for entry in "$1"/*; do
    if [ -d "$entry" ]; then walk "$entry"; else echo "$entry"; fi
  done
}
walk "$PWD"
