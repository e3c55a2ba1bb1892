token=$(echo "$TOKEN_B64" | base64 --decode)
curl -H "Authorization: Bearer $token" https://example.com
