# SPDX-License-Identifier: MIT
# The same file in every included hook that reads its event without jq, because a placed folder must work alone.
#
# Reads JSON from quote to quote, so that it takes about as long as the text is, in any awk (run it with LC_ALL=C and with
# text.awk).
# For each value that is neither a list nor an object it calls leaf(raw, quoted), which the program beside it has: raw is the
# text as it is in the JSON, path() says where it is. What is not JSON is read without harm.

BEGIN { RS = "\"" }

{ record($0) }
END { if (!inside) word_ended() }

function record(part,    ending) {
  if (!inside) {
    marks(part)
    inside = 1
    return
  }
  # A quote ends the text unless an odd number of backslashes is before it.
  while (ending < length(part) && substr(part, length(part) - ending, 1) == "\\") ending++
  grow(part)
  if (ending % 2) { grow("\""); return }
  inside = 0
  text_ended(grown())
}

function marks(text,    at, base, chunk, c) {
  for (base = 1; base <= length(text); base += 4096) {
    chunk = substr(text, base, 4096)
    for (at = 1; at <= length(chunk); at++) {
      c = substr(chunk, at, 1)
      if (c ~ /[^][{}:, \t\r\n]/) { word = word c; continue }
      word_ended()
      if (c == "{" || c == "[") {
        # Nobody nests so deep; what does is not worth its memory.
        if (++depth > 200) exit
        kind[depth] = c
        key[depth] = c == "[" ? 0 : ""
        names[depth] = c == "{"
      } else if (c == "}" || c == "]") {
        if (depth > 0) depth--
      } else if (c == ",") {
        if (kind[depth] == "[") key[depth]++
        names[depth] = kind[depth] == "{"
      } else if (c == ":") names[depth] = 0
    }
  }
}

function word_ended() {
  if (word != "") leaf(word, 0)
  word = ""
}

function text_ended(raw) {
  if (depth > 0 && names[depth]) key[depth] = plain(raw)
  else leaf(raw, 1)
}

# Where the value is: its keys, joined by a character that no text in JSON can hold as it is.
function path(    at, all) {
  for (at = 1; at <= depth; at++) all = all (at > 1 ? SUBSEP : "") key[at]
  return all
}
