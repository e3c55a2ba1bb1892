usage() {
  cat <<EOF
usage: $0 [-r] FOLDER     removes FOLDER, as rm -rf does
EOF
}
[ $# -gt 0 ] || usage
