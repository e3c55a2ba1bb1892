//! What in a hook's folder does something, and what is data.

use tacklebox_agents::hook::Hook;

/// Whether a file of a hook could be run, or decides what is: anything but plain data.
pub fn may_act(path: &str, executable: bool) -> bool {
    const ENDINGS: [&str; 27] = [
        "js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx", "py", "sh", "bash", "zsh", "fish",
        "rb", "pl", "php", "lua", "ps1", "cmd", "bat", "vbs", "exe", "node", "so", "dylib", "dll",
        "wasm",
    ];
    const NAMES: [&str; 7] = [
        "hook.md",
        "hook.toml",
        "package.json",
        "tsconfig.json",
        "deno.json",
        "deno.jsonc",
        "bunfig.toml",
    ];
    let path = path.to_lowercase();
    let name = path.rsplit('/').next().unwrap_or(&path);
    let ending = name.rsplit_once('.').map(|(_, ending)| ending);
    executable
        || ending.is_some_and(|ending| ENDINGS.contains(&ending))
        || NAMES.contains(&name)
        || path.split('/').any(|part| part == "node_modules" || part.starts_with('.'))
}

/// Whether a hook was changed behind somebody's back. Data that it writes beside its code does not count.
pub(crate) fn was_changed(hook: &Hook) -> bool {
    hook.changed.iter().any(|path| may_act(path, false))
}

/// Whether what somebody has to look at is serious, and not only new.
pub(crate) fn is_serious(hook: &Hook) -> bool {
    hook.danger.is_some() || hook.turned_off.is_some() || hook.serious_change.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_is_told_from_what_may_act() {
        for path in ["handler.ts", "lib/X.MJS", "package.json", ".env", "a/.git/config", "HOOK.md"]
        {
            assert!(may_act(path, false), "{path}");
        }
        assert!(may_act("run", true));
        for path in ["state.json", "notes.txt", "data/a.sqlite", "README.md", "log"] {
            assert!(!may_act(path, false), "{path}");
        }
    }
}
