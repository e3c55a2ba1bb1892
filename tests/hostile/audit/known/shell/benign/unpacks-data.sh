set -e
cd "$(dirname "$0")"
curl -fsSL https://data.example.com/words.tgz | tar xz -C ./words
./count.sh ./words
