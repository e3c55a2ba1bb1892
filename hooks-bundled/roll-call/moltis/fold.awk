# SPDX-License-Identifier: MIT
# Many lines of heard.awk as one for each event, with how often it came. What is not such a line is skipped.

/^\{"agent":"[a-z]+","key":"[A-Za-z0-9_.:-]+","at":"[0-9TZ:.-]+","fields":\[[A-Za-z0-9_.",-]*\](,"count":[0-9]+)?\}$/ {
  split($0, part, "\"")
  agent = part[4]; key = part[8]; at = part[12]
  if (!(key in count)) {
    if (keys == 200) next
    order[++keys] = key
  }
  if (at > last[key]) last[key] = at
  one = 1
  if (match($0, /"count":[0-9]+/)) one = substr($0, RSTART + 8, RLENGTH - 8) + 0
  count[key] += one
  match($0, /\[.*\]/)
  total = split(substr($0, RSTART + 1, RLENGTH - 2), names, ",")
  for (nth = 1; nth <= total; nth++)
    if (!((key, names[nth]) in known) && many[key] < 40) {
      known[key, names[nth]]
      fields[key] = fields[key] (many[key]++ ? "," : "") names[nth]
    }
}

END {
  for (nth = 1; nth <= keys; nth++) {
    key = order[nth]
    printf "{\"agent\":\"%s\",\"key\":\"%s\",\"at\":\"%s\",\"fields\":[%s],\"count\":%d}\n", agent, key, last[key], fields[key], count[key]
  }
}
