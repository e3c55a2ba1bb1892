//! Programs that run another program: `sudo`, `env`, `timeout`, `xargs` and their like.

/// A program that runs the rest of its words: its short and long options that take a value of
/// their own, and how many words of its own are before the command.
struct Wrapper {
    short: &'static str,
    long: &'static [&'static str],
    own: usize,
}

const fn wrapper(short: &'static str, long: &'static [&'static str], own: usize) -> Wrapper {
    Wrapper { short, long, own }
}

fn find(program: &str) -> Option<Wrapper> {
    Some(match program {
        "sudo" => wrapper(
            "ugpChrtTUDR",
            &["user", "group", "prompt", "chdir", "host", "role", "type", "close-from"],
            0,
        ),
        "doas" => wrapper("uC", &[], 0),
        "env" => wrapper("uC", &["unset", "chdir"], 0),
        "nice" => wrapper("n", &["adjustment"], 0),
        "ionice" => wrapper("cnp", &["class", "classdata"], 0),
        "timeout" | "gtimeout" => wrapper("sk", &["signal", "kill-after"], 1),
        "xargs" | "gxargs" => wrapper(
            "IdEnLPsa",
            &["max-args", "max-procs", "delimiter", "arg-file", "max-lines", "max-chars"],
            0,
        ),
        "parallel" => wrapper("jIN", &["jobs"], 0),
        "exec" => wrapper("a", &[], 0),
        "stdbuf" => wrapper("ioe", &["input", "output", "error"], 0),
        "time" | "gtime" => wrapper("fo", &["format", "output"], 0),
        "flock" => wrapper("wE", &["timeout", "wait"], 1),
        "chroot" => wrapper("", &[], 1),
        "strace" => wrapper("oepsu", &[], 0),
        "watch" => wrapper("n", &["interval"], 0),
        "unshare" | "nohup" | "setsid" | "command" | "builtin" | "busybox" | "toybox"
        | "coproc" | "caffeinate" | "systemd-run" | "pkexec" | "then" | "do" | "else" | "!" => {
            wrapper("", &[], 0)
        }
        _ => return None,
    })
}

/// The command that a program runs; none if it runs none.
pub(super) fn unwrap(program: &str, args: &[String]) -> Option<Vec<String>> {
    let wrapper = find(program)?;
    let mut own = wrapper.own;
    let mut i = 0;
    while let Some(arg) = args.get(i) {
        if program == "command" && matches!(arg.as_str(), "-v" | "-V") {
            return None;
        }
        if program == "env" && (arg == "-S" || arg == "--split-string") {
            return None;
        }
        if let Some(long) = arg.strip_prefix("--") {
            i = i.saturating_add(usize::from(wrapper.long.contains(&long)));
        } else if let Some(short) = arg.strip_prefix('-') {
            // `-u root` takes the next word, `-uroot` does not.
            i = i.saturating_add(usize::from(short.chars().last().is_some_and(|c| {
                wrapper.short.contains(c) && (short.len() == 1 || !short.starts_with(c))
            })));
        } else if is_assignment(arg) && matches!(program, "env" | "sudo" | "doas") {
        } else if own > 0 {
            own = own.saturating_sub(1);
        } else {
            break;
        }
        i = i.saturating_add(1);
    }
    args.get(i..).filter(|rest| !rest.is_empty()).map(<[String]>::to_vec)
}

fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    })
}

/// The text after `-c`, also in a cluster (`script -qc …`).
pub(super) fn after_c(args: &[String]) -> Option<String> {
    let is_c = |arg: &String| {
        arg == "--command" || (arg.starts_with('-') && !arg.starts_with("--") && arg.ends_with('c'))
    };
    args.get(args.iter().position(is_c)?.saturating_add(1)).cloned()
}

pub(super) fn is_interpreter(program: &str) -> bool {
    let name = program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    matches!(
        name,
        "python"
            | "pypy"
            | "perl"
            | "ruby"
            | "php"
            | "node"
            | "bun"
            | "deno"
            | "lua"
            | "awk"
            | "gawk"
            | "mawk"
            | "tclsh"
    )
}

/// Awk's program is among the words without an option.
pub(super) fn is_awk(program: &str) -> bool {
    program.ends_with("awk")
}

/// Whether it runs what is at an address: `deno run https://…`, `npx https://…`.
pub(super) fn runs_an_address(program: &str, args: &[String]) -> bool {
    let runs = matches!(
        program,
        "deno" | "bun" | "bunx" | "npx" | "pnpx" | "npm" | "pnpm" | "yarn" | "uvx" | "uv" | "pipx"
    );
    let orders = ["run", "x", "exec", "dlx", "tool"];
    let mut words = args.iter().map(String::as_str).filter(|arg| !arg.starts_with('-'));
    let ordered = |word: &&str| orders.contains(word);
    let first = words.find(|word| !ordered(word)).unwrap_or_default();
    // `npm install https://…` is not the same.
    let alone = matches!(program, "bunx" | "npx" | "pnpx" | "uvx");
    let asked = alone || args.iter().any(|arg| orders.contains(&arg.as_str()));
    let address = ["https://", "http://", "git+", "github:"];
    runs && asked && address.iter().any(|begins| first.starts_with(begins))
}

/// Whether an option of an interpreter says that the program is among the words.
pub(super) fn holds_code(arg: &str) -> bool {
    if arg.starts_with("--") {
        return matches!(arg, "--eval" | "--print");
    }
    arg.strip_prefix('-').is_some_and(|flags| flags.contains(['c', 'e', 'n', 'p', 'r', 'm', 'E']))
}

pub(super) fn runs_in_find(arg: &str) -> bool {
    matches!(arg, "-exec" | "-execdir" | "-ok" | "-okdir")
}

pub(super) fn is_find_test(arg: &str) -> bool {
    const TESTS: [&str; 22] = [
        "-name",
        "-iname",
        "-path",
        "-ipath",
        "-wholename",
        "-regex",
        "-iregex",
        "-mtime",
        "-mmin",
        "-atime",
        "-amin",
        "-ctime",
        "-cmin",
        "-newer",
        "-size",
        "-user",
        "-group",
        "-empty",
        "-perm",
        "-inum",
        "-lname",
        "-samefile",
    ];
    TESTS.contains(&arg)
}

/// Words that a shell knows itself.
const BUILTIN: [&str; 26] = [
    "cd", "echo", "printf", "test", "[", "[[", "export", "set", "unset", "true", "false", "exit",
    "return", ":", "read", "local", "eval", "exec", "source", ".", "trap", "wait", "shift",
    "command", "type", "ulimit",
];
/// Whether a shell does this itself, without a program.
pub(crate) fn is_shell_word(program: &str) -> bool {
    BUILTIN.contains(&program)
}

/// `["sh", "-c", text]` with something in the text that is known only at run time.
pub(crate) fn hands_a_shell_unknown(words: &[String]) -> bool {
    let Some((program, arguments)) = words.split_first() else { return false };
    let name = program.rsplit('/').next().unwrap_or_default();
    let shell =
        matches!(name, "sh" | "bash" | "zsh" | "dash" | "ksh" | "cmd" | "cmd.exe" | "powershell");
    shell
        && arguments.iter().zip(arguments.iter().skip(1)).any(|(option, text)| {
            matches!(option.as_str(), "-c" | "-lc" | "-ic" | "/c" | "-Command")
                && text.contains(crate::marks::UNKNOWN)
        })
}
