for tool in rm dd mkfs nc; do
  command -v "$tool" || echo "no $tool"
done
