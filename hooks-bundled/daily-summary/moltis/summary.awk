# SPDX-License-Identifier: MIT
# The journal of a day as a page that a person reads.

BEGIN { FS = "\t" }
$1 == "session" { sessions++; messages += $3; if ($2 != "") count_it("channel", $2) }
$1 == "message" { received++; if ($2 != "") count_it("from", $2) }
$1 == "tool" { tools++; count_it("tool", $2 == "" ? "unknown" : $2) }
$1 == "command" { commands++; count_it("command", "/" $2) }

END {
  print "# " day "\n"
  if (sessions > 0 || received == 0)
    print "- " number(sessions, "session") " ended" (messages > 0 ? ", with " number(messages, "message") : "") among("channel")
  if (received > 0) print "- " number(received, "message") " received" among("from")
  if (commands > 0) print "- " number(commands, "command") among("command")
  if (tools > 0) print "- " number(tools, "tool call") among("tool")
}

function count_it(kind, name) {
  if (!((kind, name) in many)) order[kind, ++kinds[kind]] = name
  many[kind, name]++
}

function number(value, word) { return value + 0 " " word (value == 1 ? "" : "s") }

# "(telegram 2, web 1)", the most frequent first, at most five.
function among(kind,    all, shown, nth, best, best_name) {
  for (shown = 0; shown < 5; shown++) {
    best = 0
    for (nth = 1; nth <= kinds[kind]; nth++)
      if (many[kind, order[kind, nth]] > best) { best_name = order[kind, nth]; best = many[kind, best_name] }
    if (best == 0) break
    all = all (all == "" ? "" : ", ") best_name " " best
    many[kind, best_name] = 0
  }
  return all == "" ? "" : " (" all ")"
}
