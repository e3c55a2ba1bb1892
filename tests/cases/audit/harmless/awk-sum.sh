awk -F, '{ total += $2 } END { print total }' usage.csv
