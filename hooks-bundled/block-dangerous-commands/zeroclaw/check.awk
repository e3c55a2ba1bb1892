# SPDX-License-Identifier: MIT
# Reads a tool call with json.awk, takes the command in it apart with words.awk, and prints why it must not run, or nothing.
# What counts is what would run and not how it is written; text that is only quoted, printed or searched for does not.

BEGIN {
  MOST = 1000000 # characters, with all that is nested counted again: beyond it the answer would come too late
  MARK = "\004"  # stands for what is known only when the command runs
  HOME = ENVIRON["HOME"]
  if (HOME !~ /^\/./) HOME = "/home/somebody"
  list("if then else elif do while until ! { } ( ) fi done esac time coproc", keyword)
  list("sh bash dash zsh ksh mksh ash fish rbash", shell)
  list("python perl ruby node nodejs php bun lua", interpreter)
  list("curl wget fetch aria2c", downloader)
  list("bin boot dev etc home lib lib32 lib64 libx32 media mnt opt proc root run sbin srv sys usr var users system library applications volumes network private cores nix", top)
  list("usr/bin usr/sbin usr/lib usr/lib64 usr/libexec usr/local usr/share usr/include var/lib var/db private/etc private/var", second)
}

function list(names, into,    parts, count, at) {
  count = split(names, parts, " ")
  for (at = 1; at <= count; at++) into[parts[at]] = 1
}

# --- the call: every text under a name that tools use for a command line ---

function leaf(raw, is_text,    names, count, name, text) {
  if (!is_text) return
  count = split(path(), names, SUBSEP)
  if (count == 0) return
  text = plain(raw)
  if (names[count] ~ /^(arguments|args|input|parameters|params)$/ && text ~ /^[ \t\r\n]*[{]/) {
    inner[++inners] = text
    return
  }
  name = names[count]
  if (name ~ /^[0-9]+$/ && count > 1) {
    name = names[count - 1]
    if (name == "command" || name == "cmd" || name == "argv" || name == "args") {
      # A list is one program and its arguments, each of them one word.
      gsub(/'/, "'\\''", text)
      name = substr(path(), 1, length(path()) - length(names[count]))
      if (!(name in argv)) order[++lists] = name
      argv[name] = argv[name] " '" text "'"
      return
    }
  }
  if (name ~ /^(command|commands|cmd|cmdline|command_line|shell_command|script)$/) push(text)
}

END {
  # Some agents hand the arguments over as JSON in a text.
  for (nth = 1; nth <= inners && nth <= 20; nth++) {
    inside = depth = 0
    parts_count = split(inner[nth], parts, "\"")
    for (part = 1; part <= parts_count; part++) record(parts[part])
  }
  for (nth = 1; nth <= lists; nth++) push(argv[order[nth]])
  for (nth = 1; nth <= queued && why == ""; nth++) {
    read = read + length(queue[nth])
    if (read > MOST) why = "it is too long, or nested too deep, to be checked"
    else check(queue[nth])
  }
  if (why != "") print why
}

function push(text) {
  if (text == "" || text in seen) return
  seen[text] = 1
  queue[++queued] = text
}

# --- commands: what the words would do ---

function ended(how,    nth_word) {
  word_done()
  redirect = 0
  if (words > 0 || cut > 0) judge(how)
  else if (how != "|") piped = 0
  for (nth_word = 0; nth_word <= words + 1; nth_word++) delete loaded[nth_word]
  words = cut = 0
  here_text = ""
}

function judge(how,    a, name, is_download, nth_target, was) {
  is_download = 0
  a = 1
  while (a <= words) {
    if (plain_word[a] && W[a] == "function" && a < words) {
      function_named(W[a + 1])
      a += 2
    } else if (plain_word[a] && (W[a] in keyword)) {
      if (W[a] == "{") braces++
      if (W[a] == "}") closed()
      a++
    } else if (W[a] ~ /^[A-Za-z_][A-Za-z0-9_]*[+]?=/) assign(W[a++])
    else break
  }
  was = ""
  while (a <= words) {
    name = program_of(W[a])
    from_args = 0
    was = a
    a = wrapped(name, a)
    if (a == was) break
  }
  if (a <= words) {
    called(name, how)
    act(name, a)
  }
  for (nth_target = 1; nth_target <= cut; nth_target++) {
    if (is_disk(targets[nth_target])) why = "it would overwrite a disk"
    if (targets[nth_target] ~ /^\/dev\/(tcp|udp)\// && (name in shell)) why = "it would hand a shell to another computer"
  }
  if (how == "|") {
    if (a <= words && (name in downloader)) piped = 1
    if (a <= words && decodes(name, a)) piped = 2
    pipe_name = name
    pipe_args = a < words ? joined(a + 1) : ""
  } else {
    piped = 0
    pipe_name = pipe_args = ""
  }
}

function program_of(word) {
  sub(/.*\//, "", word)
  return tolower(word)
}

function assign(word,    name) {
  match(word, /^[A-Za-z_][A-Za-z0-9_]*/)
  name = substr(word, 1, RLENGTH)
  word = substr(word, RLENGTH + 1)
  set_to[name] = word ~ /^[+]/ ? (name in set_to ? set_to[name] : "") substr(word, 3) : substr(word, 2)
}

function joined(a,    all) {
  for (; a <= words; a++) all = all (all == "" ? "" : " ") W[a]
  return all
}

function closed() {
  if (braces > 0) braces--
  while (open_functions > 0 && opened[open_functions] >= braces) open_functions--
}

# A function that starts itself more than once side by side never ends.
function called(name, how,    nth_function) {
  for (nth_function = 1; nth_function <= open_functions; nth_function++)
    if (name == tolower(functions[nth_function]) && (how == "|" || how == "&" || pipe_name == name) && ++calls[nth_function] > 1)
      why = "it would start itself again and again until the computer stands still"
}

# Programs that start another one: the place of the word that they start. The same place where it is none of them.
function wrapped(name, a) {
  if (name ~ /^(sudo|doas)$/) {
    a = options(a + 1, "ugpCDRThUr")
    while (W[a] ~ /^[A-Za-z_][A-Za-z0-9_]*=/ && a <= words) a++
    return a
  }
  if (name == "env") {
    for (a++; a <= words; a++) {
      if (W[a] ~ /^(-S|--split-string)$/) { push(joined(a + 1)); return words + 1 }
      if (W[a] ~ /^-[uC]$/) a++
      else if (W[a] ~ /^[A-Za-z_][A-Za-z0-9_]*=/) assign(W[a])
      else if (W[a] !~ /^-/) break
    }
    return a
  }
  if (name == "command") return W[a + 1] ~ /^-[vV]$/ ? words + 1 : options(a + 1, "")
  if (name ~ /^(nohup|setsid|builtin|stdbuf|caffeinate|unbuffer|busybox|toybox|ionice|chrt|then|time)$/) return options(a + 1, "nceiop")
  if (name ~ /^(nice|exec)$/) return options(a + 1, "na")
  if (name ~ /^(timeout|gtimeout|flock|chroot|taskset)$/) return options(a + 1, "ksw") + 1
  if (name == "watch") { push(joined(options(a + 1, "n"))); return words + 1 }
  if (name ~ /^(xargs|parallel)$/) {
    # What an echo before it prints becomes arguments.
    if (pipe_name ~ /^(echo|printf)$/) more(pipe_args)
    return options(a + 1, "nIPLdEs")
  }
  return a
}

function more(text,    all, count, nth_word) {
  count = split(text, all, /[ \t\n]+/)
  for (nth_word = 1; nth_word <= count; nth_word++) if (all[nth_word] != "") { W[++words] = all[nth_word]; plain_word[words] = 1 }
}

# The place behind the options; letters are those that take a value of their own.
function options(a, letters) {
  for (; a <= words && W[a] ~ /^-/; a++) {
    if (W[a] == "--") return a + 1
    if (length(W[a]) == 2 && index(letters, substr(W[a], 2, 1))) a++
  }
  return a
}

function decodes(name, a,    all) {
  all = " " joined(a + 1) " "
  return (name == "base64" || name == "openssl" || name == "base32") && all ~ / (-d|-D|--decode|-di) / || name == "xxd" && all ~ / -[a-z]*r/
}

function act(name, a) {
  if (name in shell) run_shell(a)
  else if (name ~ /^(su|runuser|script|ssh)$/) start_other(name, a)
  else if (name == "eval") eval_words(a)
  else if (name == "source" || name == ".") { if (any_loaded(a + 1)) from_web() }
  else if (name ~ /^(python|perl|ruby|node|nodejs|php|bun|lua)[0-9.]*$/) interpret(a)
  else if (name ~ /^(export|declare|typeset|local|readonly)$/) { for (a++; a <= words; a++) if (W[a] ~ /^[A-Za-z_][A-Za-z0-9_]*=/) assign(W[a]) }
  else if (name == "cd" || name == "pushd") { a = options(a + 1, ""); folder = a <= words ? from_folder(W[a]) : HOME }
  else if (name == "rm" || name == "grm") remove(a)
  else if (name ~ /^(chmod|chown|chgrp)$/) { if (flag(a, "R", "--recursive")) hits(a + 1, "it would change who may use a whole system or home folder") }
  else if (name == "find" || name == "gfind") find_and(a)
  else if (name == "mv") { if (words > a + 1) { words--; hits(a + 1, "it would move a whole system or home folder away"); words++ } }
  else if (name == "dd") { for (a++; a <= words; a++) if (W[a] ~ /^of=/ && is_disk(substr(W[a], 4))) why = "it would overwrite a disk" }
  else if (name ~ /^(tee|cp|shred|blkdiscard|install|cat|pv|truncate)$/) { if (writes_disk(name, a)) why = "it would overwrite a disk" }
  else if (name ~ /^(mkfs|mke2fs|newfs|wipefs|mkswap)([._].*)?$/) make_filesystem(name, a)
  else if (name == "diskutil") { if (tolower(W[a + 1]) ~ /^(erase|partition|zero|secureerase|reformat)/) why = "it would erase a disk" }
  else if (name ~ /^(nc|ncat|netcat)$/) { for (a++; a <= words; a++) if (W[a] ~ /^(-[a-z]*[ec]|--exec|--sh-exec)$/) why = "it would hand a shell to another computer" }
}

function from_web() { why = "it would run a program straight from the internet, unread" }

function any_loaded(a) {
  for (; a <= words + 1; a++) if (a in loaded) return 1
  return 0
}

function run_shell(a) {
  if (any_loaded(a + 1)) from_web()
  for (a++; a <= words; a++) {
    if (W[a] ~ /^-[A-Za-z]*c[A-Za-z]*$/) { if (a < words) push(W[a + 1]); return }
    if (W[a] ~ /^[-+][oO]$/) a++
    else if (W[a] ~ /^-[A-Za-z]*s$/) break
    else if (W[a] !~ /^[-+]./ && W[a] != "-" && W[a] != "/dev/stdin") return
  }
  reads = 1
  if (here_text != "") push(here_text)
  if (piped == 1) from_web()
  if (piped == 2) why = "it would run text that was hidden by an encoding"
  if (pipe_name ~ /^(echo|printf)$/) push(pipe_args)
}

function start_other(name, a) {
  if (name == "ssh") {
    a = options(a + 1, "pliFoJLRDbceEImOQSwW") + 1
    if (a <= words) push(joined(a))
    else reads = 1
    return
  }
  for (a++; a < words; a++) if (W[a] ~ /^(-c|--command)$/) push(W[a + 1])
}

function eval_words(a) {
  if (any_loaded(a + 1)) from_web()
  if (a < words) push(joined(a + 1))
}

function interpret(a) {
  if (any_loaded(a + 1)) from_web()
  for (a++; a <= words; a++) {
    if (W[a] == "-" || W[a] == "/dev/stdin") break
    if (W[a] !~ /^-/ || W[a] ~ /^-[a-zA-Z]*[cemrnpE]/) return
  }
  if (piped == 1) from_web()
  if (piped == 2) why = "it would run text that was hidden by an encoding"
}

function flag(a, short, word) {
  for (a++; a <= words; a++) {
    if (W[a] == "--") return 0
    if (W[a] == word || W[a] ~ ("^-[A-Za-z]*" short)) return 1
  }
  return 0
}

function hits(a, reason,    only_names) {
  for (; a <= words; a++) {
    if (!only_names && W[a] == "--") only_names = 1
    else if ((only_names || W[a] !~ /^-/) && is_vital(W[a])) why = reason
  }
}

function remove(a,    nth_word) {
  for (nth_word = a + 1; nth_word <= words; nth_word++)
    if (W[nth_word] == "--no-preserve-root") why = "it says itself that it would delete the whole disk"
  if (flag(a, "[rR]", "--recursive")) hits(a + 1, "it would delete the whole disk, a system folder or a home folder")
}

function find_and(a,    nth_word, vital, deletes, all) {
  for (nth_word = a + 1; nth_word <= words && W[nth_word] !~ /^[-(!]/; nth_word++) if (is_vital(W[nth_word])) vital = 1
  all = " " joined(nth_word) " "
  deletes = all ~ / -delete / || all ~ / -(exec|execdir|ok|okdir) ([^ ]*\/)?(sudo )?([^ ]*\/)?(rm|shred|unlink) /
  if (vital && deletes && all !~ / -i?(name|path|regex|lname|wholename) [^*]| -i?(name|path) [*]+[^* ]| -(mtime|atime|ctime|mmin|amin|cmin|newer[a-zA-Z]*|size|empty|user|uid|inum|maxdepth 1 -empty|xtype|perm|nouser|nogroup) /)
    why = "it would delete the whole disk, a system folder or a home folder"
}

function writes_disk(name, a) {
  if (name == "cat" || name == "pv") return 0
  if (name == "cp" || name == "install") return is_disk(W[words])
  for (a++; a <= words; a++) if (is_disk(W[a])) return 1
  return 0
}

# An image of a disk in a file may be formatted.
function make_filesystem(name, a,    nth_word, operand, unknown) {
  if (name == "wipefs" && !flag(a, "[af]", "--all")) return
  for (nth_word = a + 1; nth_word <= words; nth_word++) {
    if (W[nth_word] ~ /^(-V|-h|--version|--help|-n)$/) return
    if (W[nth_word] ~ /^\/dev\// || index(W[nth_word], MARK)) unknown = 1
    if (W[nth_word] !~ /^-/) operand = 1
  }
  if (unknown || !operand) why = "it would erase a disk"
}

function is_disk(target,    rest) {
  if (target !~ /^\/+dev\/+./) return 0
  rest = target
  sub(/^\/+dev\/+/, "", rest)
  return rest ~ /^(r?disk[0-9]|[shv]d[a-z*?\[]|xvd[a-z]|nvme[0-9]|mmcblk[0-9]|md[0-9]|dm-|mapper\/|disk\/|loop[0-9]|sr[0-9]|mem$|kmem$|block\/)/
}

function from_folder(target) {
  if (target ~ /^[\/~]/ || folder == "") return target ~ /^[\/~]/ ? target : ""
  return folder "/" target
}

# (An awk in wide use takes an empty choice in an expression for any character: so it is asked for alone.)
function is_all(part_of_path) {
  return part_of_path == "" || part_of_path ~ /^([.]?[*]+|[?]+[*]|[.]\[!.\][*]|[{][*.,!?\[\]]+[}]|[.])$/
}

# Whether all of a system folder, of a home folder or of the disk is meant.
function is_vital(target,    parts, count, at_part, stack, height, one_part, user) {
  if (target ~ /^~/) {
    user = target
    sub(/^~/, "", user)
    sub(/\/.*/, "", user)
    sub(/^~[^\/]*/, "", target)
    target = (user == "" || user ~ /^[-+]/ ? HOME : "/home/" user) target
  } else if (target !~ /^\//) {
    if (folder == "") return 0
    target = folder "/" target
    if (target ~ /^~/) target = HOME substr(target, 2)
  }
  count = split(target, parts, "/")
  # The last part may stand for all that is inside.
  for (at_part = count; at_part > 1 && is_all(parts[at_part]); at_part--) count = at_part - 1
  for (at_part = 1; at_part <= count; at_part++) {
    one_part = tolower(parts[at_part])
    if (one_part == "" || one_part == ".") continue
    if (one_part == "..") { if (height > 0) height-- }
    else stack[++height] = one_part
  }
  if (height == 0) return 1
  if (height == 1) return (stack[1] in top) || stack[1] ~ /[*?{\[]/ || stack[1] ~ /^[a-z]$/ || "/" stack[1] == tolower(HOME)
  if (height == 2 && (stack[1] == "home" || stack[1] == "users" || stack[1] == "system")) return 1
  if (height == 2 && ((stack[1] "/" stack[2]) in second)) return 1
  target = ""
  for (at_part = 1; at_part <= height; at_part++) target = target "/" stack[at_part]
  return target == tolower(HOME)
}
