token=$(curl -s "$AUTH" | cut -d. -f2 | base64 -d | jq -r .sub)
echo "$token" | tee sub.txt
