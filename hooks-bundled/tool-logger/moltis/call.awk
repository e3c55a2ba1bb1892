# SPDX-License-Identifier: MIT
# One line of JSON about a tool call. What was given to the tool is part of it only where arguments=1, without its secrets.

function leaf(raw, is_text,    names, count, name) {
  count = split(path(), names, SUBSEP)
  name = names[count]
  if (count <= 2 && (count == 1 || names[1] == "data")) {
    if ((name == "tool" || name == "tool_name") && is_text && tool == "") tool = line(plain(raw), 100)
    if ((name == "session_id" || name == "session_key") && is_text && count == 1) session = line(plain(raw), 200)
    if (name == "success" && raw ~ /^(true|false)$/) success = raw
    if (name == "duration_ms" && raw ~ /^[0-9.]+$/ && length(raw) < 16) took = raw
  }
  if (arguments && names[1] == "data" && names[2] == "arguments" && length(given) < 2000 && length(raw) < 100000)
    given = given (given == "" ? "" : ", ") (count > 2 ? name "=" : "") line(hidden(plain(raw)), 500)
}

END {
  all = "{\"time\":\"" now "\",\"tool\":\"" quoted(tool == "" ? "unknown" : tool) "\""
  if (session != "") all = all ",\"session\":\"" quoted(session) "\""
  if (success != "") all = all ",\"success\":" success
  if (took != "") all = all ",\"duration_ms\":" took
  if (given != "") all = all ",\"arguments\":\"" quoted(line(given, 1000)) "\""
  print all "}"
}
