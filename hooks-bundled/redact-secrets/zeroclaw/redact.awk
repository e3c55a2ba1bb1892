# SPDX-License-Identifier: MIT
# Copies the event's data (of a tool's result: the result) as it is, with the secrets in its texts replaced. Prints
# nothing where there are none.
# Ends with status 3 where what it prints would be longer than an agent reads.

BEGIN { RS = "\""; MOST = 1000000 }

!inside { marks($0); inside = 1; next }
{
  ending = 0
  while (ending < length($0) && substr($0, length($0) - ending, 1) == "\\") ending++
  grow($0)
  if (ending % 2) { grow("\""); next }
  inside = 0
  text_ended(grown())
}

END {
  if (!changed || !whole) exit
  if (length(copied) + length(copying) > MOST) exit 3
  print "{\"action\":\"modify\",\"data\":" copied copying "}"
}

function marks(text,    place, base, chunk, c) {
  for (base = 1; base <= length(text); base += 4096) {
    chunk = substr(text, base, 4096)
    for (place = 1; place <= length(chunk); place++) {
      c = substr(chunk, place, 1)
      if (c == "{" || c == "[") {
        if (++depth > 200) exit
        kind_of[depth] = c
        names[depth] = c == "{"
        if (depth == 2 && kind_of[1] == "{" && (field == "data" && c == "{" || field == "result") && !whole) data = 1
      } else if (c == ",") names[depth] = kind_of[depth] == "{"
      else if (c == ":") names[depth] = 0
      if (data) copy(c)
      if ((c == "}" || c == "]") && depth > 0 && --depth == 1 && data) { data = 0; whole = 1 }
    }
  }
}

function text_ended(raw,    text, safe) {
  if (depth == 1 && names[1]) field = plain(raw)
  if (!data && !(depth == 1 && !names[1] && field == "result" && !whole)) return
  if (!names[depth]) {
    text = plain(raw)
    safe = hidden(text)
    if (safe != text) {
      changed = 1
      raw = quoted(safe)
      gsub(/\n/, "\\n", raw)
      gsub(/\t/, "\\t", raw)
      gsub(/\r/, "\\r", raw)
      gsub(/[\001-\037]/, " ", raw)
    }
  }
  copy("\"" raw "\"")
  if (!data) whole = 1
}

function copy(text) {
  copying = copying text
  if (length(copying) > 8192) { copied = copied copying; copying = "" }
}
