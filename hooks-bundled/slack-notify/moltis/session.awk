# SPDX-License-Identifier: MIT
# One sentence about a session that ended: "Session abc ended with 12 messages". What the event does not say is left out.

function leaf(raw, is_text,    name, own) {
  name = path()
  own = sub("^data" SUBSEP, "", name) == 0
  if (name == "session_id" || name == "session_key") {
    # The event's own name for the session counts before one in its data, and an id before a key.
    own = own * 2 + (name == "session_id") + 1
    if (is_text && own > known) { session = line(plain(raw), 120); known = own }
  } else if (name == "message_count" && raw ~ /^[0-9]+$/ && length(raw) < 10) messages = raw
}

function sentence(    all) {
  all = (session == "" ? "A session" : "Session " session) " ended"
  if (messages != "") all = all " with " messages (messages == 1 ? " message" : " messages")
  return all
}
