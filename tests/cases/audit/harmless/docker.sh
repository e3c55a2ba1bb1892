docker run --rm -v "$PWD:/w" alpine ls /w
