# SPDX-License-Identifier: MIT
# Prints the paths that a tool call would write to, one a line. A path that no line can hold is printed as "?".

function leaf(raw, is_text,    names, count, name, text) {
  if (!is_text) return
  count = split(path(), names, SUBSEP)
  name = names[count]
  # In a list of paths the list has the name.
  while (name ~ /^[0-9]+$/ && count > 1) name = names[--count]
  text = plain(raw)
  if (name == "tool" || name == "tool_name") { tool = tool " " tolower(text); return }
  if (name ~ /^(path|paths|file|files|file_path|filepath|file_name|filename|target|target_path|target_file|dest|destination|new_path|output|output_path|output_file|to|notebook_path)$/) to[++tos] = text
  if (name ~ /^(from|source|source_path|src|old_path)$/) away[++aways] = text
}

END {
  if (tool !~ /write|edit|creat|append|delet|remove|move|rename|cop(y|ied)|patch|save|mkdir|replace|insert|touch|unlink|download/) exit
  for (nth = 1; nth <= tos && nth <= 1000; nth++) show(to[nth])
  if (tool ~ /move|rename/) for (nth = 1; nth <= aways && nth <= 1000; nth++) show(away[nth])
}

function show(text) {
  if (text in shown) return
  shown[text] = 1
  print (text == "" || text ~ /[\001-\037]/) ? "?" : text
}
