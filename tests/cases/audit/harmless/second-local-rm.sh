prune() { local d=$1; [ -n "$d" ] && rm -rf -- "$d/old"; }
prune "$HOME/.hook"
