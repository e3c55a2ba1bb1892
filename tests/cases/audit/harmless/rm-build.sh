rm -rf ./build node_modules dist/*
