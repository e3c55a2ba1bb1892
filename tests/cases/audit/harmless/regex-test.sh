if [[ $cmd =~ rm[[:space:]]+-rf[[:space:]]+/ ]]; then
  echo '{"action":"block"}'
fi
