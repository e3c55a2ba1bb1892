# SPDX-License-Identifier: MIT
# Takes command lines apart as a shell would do it: quotes, backslashes, variables that a line sets itself, substitutions,
# pipes, here-documents. What runs inside of a word is a command line of its own and waits in the queue. Nothing is run.

function check(text) {
  S = text; N = length(text); I = 1; from = 0
  words = cut = started = bare = redirect = docs = piped = reads = 0
  folder = ""; folders = 0; open_functions = 0; braces = 0; pipe_name = pipe_args = ""
  while (I <= N && why == "") one()
  ended("")
}

# The character at a place. Parts are cut out of a long text once, not for each character.
function char(place) {
  if (place < from || place >= from + 4096 || from == 0) {
    from = place - (place - 1) % 4096
    chunk = substr(S, from, 4096)
  }
  return substr(chunk, place - from + 1, 1)
}

function add(text) { grow(text); started = 1 }

function one(    c, d) {
  c = char(I)
  d = char(I + 1)
  if (c == "\\") {
    if (d == "\r" && char(I + 2) == "\n") { I += 3; return }
    if (d != "\n") { add(d); bare = 1 }
    I += 2
  } else if (c == "'") { I++; bare = 1; single() }
  else if (c == "\"") { I++; bare = 1; double() }
  else if (c == "$") dollar(0)
  else if (c == "`") backtick()
  else if (c == " " || c == "\t" || c == "\r") { word_done(); I++ }
  else if (c == "\n") { I++; ended(";"); here_documents() }
  else if (c == "#" && !started) { while (I <= N && char(I) != "\n") I++ }
  else if (c == ";") { I++; ended(";") }
  else if (c == "&") {
    if (d == "&") { I += 2; ended("&&") }
    else if (d == ">") { word_done(); I += char(I + 2) == ">" ? 3 : 2; redirect = 1 }
    else { I++; ended("&") }
  } else if (c == "|") {
    if (d == "|") { I += 2; ended("||") }
    else { I += d == "&" ? 2 : 1; ended("|") }
  } else if (c == "(") {
    if (started && words == 0 && d == ")") { function_named(grown()); started = bare = 0; I += 2; return }
    if (words == 1 && !started && d == ")") { function_named(W[1]); words = 0; I += 2; return }
    I++
    # What is before a parenthesis is a word of its own kind (case), or nothing: a pipe into it goes on.
    if (started || words > 0) ended(";")
    kept[++folders] = folder
  } else if (c == ")") {
    I++
    ended(";")
    if (folders > 0) folder = kept[folders--]
  } else if (c == "<" || c == ">") angle(c, d)
  else { add(c); I++ }
}

function single(    c) {
  started = 1
  while (I <= N && (c = char(I)) != "'") { add(c); I++ }
  I++
}

function double(    c, d) {
  started = 1
  while (I <= N && (c = char(I)) != "\"") {
    if (c == "\\") {
      d = char(I + 1)
      if (d == "\n") d = ""
      else if (d !~ /[$`"\\]/) d = c d
      add(d)
      I += 2
    } else if (c == "$") dollar(1)
    else if (c == "`") backtick()
    else { add(c); I++ }
  }
  I++
}

# What an unquoted value holds is split into words.
function expand(value, in_quotes,    all, count, nth_word) {
  if (in_quotes || value !~ /[ \t\n]/) { add(value); return }
  if (value ~ /^[ \t\n]/) word_done()
  count = split(value, all, /[ \t\n]+/)
  for (nth_word = 1; nth_word <= count; nth_word++) {
    if (all[nth_word] == "") continue
    add(all[nth_word])
    if (nth_word < count) word_done()
  }
  if (value ~ /[ \t\n]$/) word_done()
}

function value_of(name) {
  if (name in set_to) return set_to[name]
  if (name == "HOME") return HOME
  if (name == "IFS") return " "
  return MARK
}

function dollar(in_quotes,    d, name, body, rest) {
  d = char(I + 1)
  if (d == "'" && !in_quotes) { I += 2; bare = 1; ansi(); return }
  if (d == "\"" && !in_quotes) { I++; return }
  if (d == "(") {
    body = balanced(I + 2)
    substitution(body)
    if (body ~ /^[ \t]*(echo|printf)[ \t]+[A-Za-z0-9\/~.*_ -]+$/) {
      sub(/^[ \t]*(echo|printf)[ \t]+/, "", body)
      expand(body, in_quotes)
    } else add(MARK)
    return
  }
  if (d == "{") {
    for (rest = I + 2; rest <= N && char(rest) != "}"; rest++) body = length(body) < 500 ? body char(rest) : body
    I = rest + 1
    match(body, /^[A-Za-z_][A-Za-z0-9_]*/)
    name = RLENGTH > 0 ? substr(body, 1, RLENGTH) : ""
    rest = substr(body, length(name) + 1)
    d = name == "" ? MARK : value_of(name)
    if (d == MARK && rest ~ /^:?[-=]/) { sub(/^:?[-=]/, "", rest); d = rest }
    expand(d, in_quotes)
    return
  }
  for (rest = I + 1; char(rest) ~ /[A-Za-z0-9_]/; rest++) name = length(name) < 500 ? name char(rest) : name
  if (name == "") {
    if (d ~ /[@*#?$!-]/) { add(MARK); I += 2 }
    else { add("$"); I++ }
    return
  }
  I = rest
  expand(value_of(name), in_quotes)
}

# $'…' with its escapes.
function ansi(    c, digits) {
  started = 1
  while (I <= N && (c = char(I)) != "'") {
    I++
    if (c != "\\") { add(c); continue }
    c = char(I++)
    digits = ""
    if (c == "x") {
      while (length(digits) < 2 && char(I) ~ /[0-9a-fA-F]/) digits = digits char(I++)
      add(letter(hex(digits)))
    } else if (c == "u") {
      while (length(digits) < 4 && char(I) ~ /[0-9a-fA-F]/) digits = digits char(I++)
      add(letter(hex(digits)))
    } else if (c ~ /[0-7]/) {
      digits = c
      while (length(digits) < 3 && char(I) ~ /[0-7]/) digits = digits char(I++)
      add(letter(octal(digits)))
    } else add(c == "n" ? "\n" : c == "t" ? "\t" : c)
  }
  I++
}
function octal(digits,    nth_digit, value) {
  for (nth_digit = 1; nth_digit <= length(digits); nth_digit++) value = value * 8 + substr(digits, nth_digit, 1)
  return value
}

function backtick(    start, c) {
  start = ++I
  while (I <= N && (c = char(I)) != "`") I += c == "\\" ? 2 : 1
  c = substr(S, start, I - start)
  gsub(/\\`/, "`", c)
  I++
  substitution(c)
  add(MARK)
}

# What runs inside of a word is checked for itself, and remembered for the word.
function substitution(body) {
  push(body)
  if (downloads(body)) loaded[words + 1] = 1
}
function downloads(body) { return body ~ /^[ \t\n]*((sudo|command|exec)[ \t]+)*(.*\/)?(curl|wget|fetch)([ \t\n]|$)/ }

# The text up to the parenthesis that ends it; I is behind it then.
function balanced(start,    deep, quote, c, state) {
  I = start
  deep = 1
  state[1] = "("
  while (I <= N) {
    c = char(I++)
    if (c == "\\") I++
    else if (state[deep] == "\"") {
      if (c == "\"") deep--
      else if (c == "$" && char(I) == "(") { I++; state[++deep] = "(" }
    } else if (c == "\"") state[++deep] = "\""
    else if (c == "'") { while (I <= N && char(I) != "'") I++; I++ }
    else if (c == "(") state[++deep] = "("
    else if (c == ")" && --deep == 0) break
  }
  # Read here and again when its turn comes.
  read += I - start
  return substr(S, start, I - start - (deep == 0))
}

function angle(c, d,    number) {
  if (d == "(") {
    add(MARK)
    substitution(balanced(I + 2))
    return
  }
  if (started && !bare) {
    number = grown()
    if (number !~ /^[0-9]+$/) grow(number)
    else started = 0
  }
  word_done()
  if (c == "<" && d == "<") {
    if (char(I + 2) == "<") { I += 3; redirect = 2 }
    else {
      I += 2
      if (char(I) == "-") I++
      redirect = 3
    }
    return
  }
  I++
  if (char(I) ~ /[>|&]/) I++
  redirect = c == ">" ? 1 : 4
}

function word_done(    text) {
  if (!started) return
  text = grown()
  if (redirect == 1) targets[++cut] = text
  else if (redirect == 2) here_text = here_text text
  else if (redirect == 3) doc[++docs] = text
  else if (redirect == 0 && !bare && text ~ /^[{].*,.*[}]$/) braced(substr(text, 2, length(text) - 2))
  else if (redirect == 0) { W[++words] = text; plain_word[words] = !bare }
  if (redirect != 0) delete loaded[words + 1]
  started = bare = redirect = 0
}

# {rm,-rf,/} is three words.
function braced(text,    all, count, nth_word) {
  count = split(text, all, ",")
  for (nth_word = 1; nth_word <= count; nth_word++) { W[++words] = all[nth_word]; plain_word[words] = 1 }
}

# The lines of here-documents. A shell that reads its input would run them.
function here_documents(    nth_doc, text, start, row) {
  for (nth_doc = 1; nth_doc <= docs; nth_doc++) {
    start = I
    text = ""
    while (I <= N) {
      row = I
      while (I <= N && char(I) != "\n") I++
      text = substr(S, row, I - row)
      I++
      sub(/^\t+/, "", text)
      sub(/\r$/, "", text)
      if (text == doc[nth_doc]) break
    }
    if (reads) push(substr(S, start, row - start))
  }
  docs = reads = 0
}

function function_named(name) {
  if (name == "") return
  functions[++open_functions] = name
  opened[open_functions] = braces
  calls[open_functions] = 0
}
