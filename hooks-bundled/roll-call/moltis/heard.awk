# SPDX-License-Identifier: MIT
# An event as one line: which it was, and the names of what came with it. No value but the event's own name.

function leaf(raw, is_text,    names, count, name) {
  count = split(path(), names, SUBSEP)
  if (count == 0) return
  if (count == 1 && names[1] == "event" && is_text) { heard = plain(raw); return }
  name = names[1] == "data" && count > 1 ? names[2] : names[1]
  if ((name in known) || many >= 40 || length(name) > 60 || name !~ /^[A-Za-z_][A-Za-z0-9_.-]*$/) return
  known[name]
  fields = fields (many++ ? "," : "") "\"" name "\""
}

END {
  if (heard == "") heard = otherwise
  if (length(heard) > 80 || heard !~ /^[A-Za-z][A-Za-z0-9_.:-]*$/) exit
  print "{\"agent\":\"" agent "\",\"key\":\"" heard "\",\"at\":\"" now "\",\"fields\":[" fields "]}"
}
