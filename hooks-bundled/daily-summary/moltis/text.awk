# SPDX-License-Identifier: MIT
# The same file in every included hook that reads its event without jq, because a placed folder must work alone.

# A long text is put together from parts of some size: adding a little to a long text copies all of it each time.
function grow(part) {
  small = small part
  if (length(small) > 8192) { big = big small; small = "" }
}
function grown(    all) {
  all = big small
  big = small = ""
  return all
}

# What a text of JSON stands for.
function plain(raw,    parts, count, at, part, c, saved_big, saved_small, code, low) {
  if (!index(raw, "\\")) return raw
  saved_big = big; saved_small = small; big = small = ""
  count = split(raw, parts, /\\/)
  grow(parts[1])
  for (at = 2; at <= count; at++) {
    part = parts[at]
    c = substr(part, 1, 1)
    if (part == "") {
      grow("\\" parts[++at])
    } else if (c == "u") {
      code = hex(substr(part, 2, 4))
      part = substr(part, 6)
      if (code >= 55296 && code < 56320 && part == "" && at < count && parts[at + 1] ~ /^u[dD][c-fC-F]/) {
        low = hex(substr(parts[++at], 2, 4))
        part = substr(parts[at], 6)
        code = 65536 + (code - 55296) * 1024 + low - 56320
      }
      grow(letter(code) part)
    } else grow((c == "n" ? "\n" : c == "t" ? "\t" : c == "r" ? "\r" : c == "b" || c == "f" ? " " : c) substr(part, 2))
  }
  raw = grown()
  big = saved_big; small = saved_small
  return raw
}

function hex(digits,    at, value) {
  for (at = 1; at <= length(digits); at++) value = value * 16 + index("0123456789abcdef", tolower(substr(digits, at, 1))) - 1
  return value
}

# A character as bytes of UTF-8. One that could end a text inside of awk is a space.
function letter(code) {
  if (code < 1) return " "
  if (code < 128) return sprintf("%c", code)
  if (code < 2048) return sprintf("%c%c", 192 + int(code / 64), 128 + code % 64)
  if (code < 65536) return sprintf("%c%c%c", 224 + int(code / 4096), 128 + int(code / 64) % 64, 128 + code % 64)
  return sprintf("%c%c%c%c", 240 + int(code / 262144), 128 + int(code / 4096) % 64, 128 + int(code / 64) % 64, 128 + code % 64)
}

# One line of at most so many bytes, without control characters and without half a character at its end.
function line(text, most) {
  gsub(/[\001-\040\177]+/, " ", text)
  sub(/^ /, "", text)
  if (length(text) > most) {
    text = substr(text, 1, most)
    sub(/[\300-\377][\200-\277]*$/, "", text)
    text = text "..."
  }
  sub(/ $/, "", text)
  return text
}

# A text as JSON writes it, without the quotes around it.
function quoted(text) {
  gsub(/["\\]/, "\\\\&", text)
  return text
}
