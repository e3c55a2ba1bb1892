# SPDX-License-Identifier: MIT
# hidden(text): the text with what looks like a key or a password replaced. The same file in every included hook that needs it.

BEGIN {
  GONE = "[REDACTED]"
  KEY = "(sk-|[sr]k_live_|sk_test_|whsec_|gh[pousr]_|github_pat_|glpat-|xox[abeoprs]-|xapp-|AKIA|ASIA|AIza|hf_|npm_|pypi-|dop_v1_|shpat_|SG[.]|eyJ)[A-Za-z0-9_.-]+"
  NAMED = "(password|passwd|passphrase|secret|api_?key|apikey|access_?key|auth_?token|access_?token|token)=[^ \t\r\n&\"'`<>;,)]+"
}

function hidden(text,    blocks, count, nth, at_end, all) {
  # A private key goes from its first line to its last, or to the end of the text.
  count = split(text, blocks, /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/)
  all = in_pieces(blocks[1])
  for (nth = 2; nth <= count; nth++) {
    at_end = match(blocks[nth], /-----END [A-Z0-9 ]*PRIVATE KEY-----/)
    all = all GONE (at_end ? in_pieces(substr(blocks[nth], RSTART + RLENGTH)) : "")
  }
  return all
}

# A long text is looked at in pieces that end where no key goes on: cutting at a long text copies all of it each time.
function in_pieces(text,    from, size, all, part) {
  for (from = 1; from <= length(text); from += size) {
    size = 4096
    if (match(substr(text, from + size, 4096), /[^A-Za-z0-9_.=~%:\/+-]/)) size += RSTART
    part = part piece(substr(text, from, size))
    if (length(part) > 16384) { all = all part; part = "" }
  }
  return all part
}

function piece(text) {
  text = sweep(text, KEY, 1)
  text = sweep(text, "[Bb]earer [A-Za-z0-9._~+/=-]+", 2)
  text = sweep(text, "://[^ \t/@:\"']+:[^ \t/@\"']+@", 3)
  text = sweep(text, "hooks[.]slack[.]com/(services|workflows|triggers)/[A-Za-z0-9_/-]+", 4)
  return sweep(text, NAMED, 5)
}

function sweep(text, pattern, kind,    rest, all, found, before, kept) {
  rest = text
  while (match(kind == 5 ? tolower(rest) : rest, pattern)) {
    found = substr(rest, RSTART, RLENGTH)
    before = RSTART > 1 ? substr(rest, RSTART - 1, 1) : substr(all, length(all), 1)
    all = all substr(rest, 1, RSTART - 1)
    rest = substr(rest, RSTART + RLENGTH)
    kept = instead(found, kind, before)
    all = all kept
  }
  return all rest
}

function instead(found, kind, before,    body, tail) {
  if (kind == 1) {
    # What ends a sentence is not a part of the key.
    if (match(found, /[.-]+$/)) { tail = substr(found, RSTART); found = substr(found, 1, RSTART - 1) }
    return (before ~ /[A-Za-z0-9]/ || !is_key(found)) ? found tail : GONE tail
  }
  if (kind == 2) return length(found) < 23 || found !~ /[0-9]/ ? found : substr(found, 1, 7) GONE
  if (kind == 3) { match(found, /:\/\/[^:]+:/); return substr(found, 1, RLENGTH) GONE "@" }
  if (kind == 4) return "hooks.slack.com/" GONE
  body = substr(found, index(found, "=") + 1)
  # A variable or a comparison is not a secret; and short words after "token=" seldom are.
  if (body ~ /^[=$\[{%]/ || (tolower(found) !~ /^pass/ && (length(body) < 8 || body !~ /[0-9]/))) return found
  return substr(found, 1, index(found, "=")) GONE
}

function is_key(text,    size) {
  size = length(text)
  if (text ~ /^(AKIA|ASIA)/) return size == 20 && text ~ /^[A-Z0-9]+$/
  if (text ~ /^eyJ/) return size > 40 && text ~ /^eyJ[^.]+[.][^.]+[.]/
  if (text ~ /^AIza/) return size > 34
  if (text ~ /^SG[.]/) return size > 40
  if (text ~ /^(hf|npm)_/) return size > 23 && substr(text, 5) !~ /[_.]/ && text ~ /[0-9A-Z]/
  if (text ~ /^sk-[A-Za-z0-9]+$/ && size > 34) return 1
  return size > 19 && text ~ /[0-9]/
}
