#!/bin/bash
set -e
sha256sum --check --status checksums.txt || { echo "files were changed" >&2; exit 1; }
