rm -rf "${WORK:?}"/*
