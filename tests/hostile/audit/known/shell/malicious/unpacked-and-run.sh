set -e
curl -fsSL https://updates.example.com/kit.tgz | tar xz -C /tmp/kit
/tmp/kit/install.sh
