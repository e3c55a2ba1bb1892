# SPDX-License-Identifier: MIT
# The message to Slack as a line of a curl config, made from the sentence of session.awk.

END {
  all = sentence()
  # As Slack wants them: nobody can be called by a name that a session has.
  gsub(/&/, "\\&amp;", all)
  gsub(/</, "\\&lt;", all)
  gsub(/>/, "\\&gt;", all)
  print "data = \"" quoted("{\"text\":\"" quoted(all) "\"}") "\""
}
