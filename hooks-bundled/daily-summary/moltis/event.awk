# SPDX-License-Identifier: MIT
# An event as one line of the day's journal: what it was, and one name or number. Nothing of what was said.

function leaf(raw, is_text,    names, count, name) {
  count = split(path(), names, SUBSEP)
  name = names[count]
  if (count > 2 || (count == 2 && names[1] != "data")) return
  if (name == "event" && count == 1 && is_text) event = plain(raw)
  if (name == "message_count" && raw ~ /^[0-9]+$/ && length(raw) < 10) messages = raw
  if (!is_text) return
  if (name == "channel") channel = line(plain(raw), 40)
  if (name == "tool" || name == "tool_name") tool = line(plain(raw), 60)
  if (name == "action" || name == "command") {
    # What follows the name of a command may hold a key.
    action = line(plain(raw), 40)
    sub(/^\//, "", action)
    sub(/ .*/, "", action)
  }
}

END {
  if (event == "SessionEnd" || event == "on_session_end") print "session\t" channel "\t" messages + 0
  # A message is all that an event can be that is not handed over.
  if (event == "on_message_received" || event == "") print "message\t" channel
  if (event == "AfterToolCall") print "tool\t" tool
  if (event == "Command") print "command\t" action
}
