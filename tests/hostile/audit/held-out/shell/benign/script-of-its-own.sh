#!/bin/sh
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.sh"
exec sh "$here/main.sh" "$@"
