/**
 * What a typed source is read as, so that a slip is seen while it is typed and a bare npm name is understood.
 * The engine has the last word.
 */
import { strings } from "../../strings";

const { reads, wrong } = strings.get;

export type Typed =
  /** Goes to the engine as `source`; `said` tells the person what it is read as. */
  | { kind: "source"; source: string; said: string }
  /** `unfinished`: it may still become something while it is typed. */
  | { kind: "wrong"; said: string; unfinished: boolean };

/** One part of an npm name, and one version or tag: the rules of the engine. */
const PART = "[A-Za-z0-9~][A-Za-z0-9._~-]*";
const NAME = new RegExp(`^(@${PART}/)?${PART}$`);
const VERSION = /^[A-Za-z0-9][A-Za-z0-9._+-]*$/;
const BEGINNINGS = ["npm:", "https://", "git+https://"];
/** Where an address of two parts is a repository, not a file. */
const FORGES = ["github.com", "gitlab.com", "codeberg.org", "bitbucket.org"];

const no = (said: string, unfinished = false): Typed => ({ kind: "wrong", said, unfinished });

function npm(text: string): Typed {
  const at = text.indexOf("@", 1);
  const name = at < 0 ? text : text.slice(0, at);
  const version = at < 0 ? null : text.slice(at + 1);
  if (!NAME.test(name) || name.length > 214) {
    return no(wrong.name, name === "" || /^@[A-Za-z0-9._~-]*\/?$/.test(name));
  }
  if (version !== null && !VERSION.test(version)) return no(wrong.version, version === "");
  return { kind: "source", source: `npm:${text}`, said: reads.npm(name, version) };
}

function parsed(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}

const segments = (url: URL) => url.pathname.split("/").filter((part) => part !== "");

function web(text: string, git: boolean): Typed {
  const address = git ? text.slice("git+".length) : text;
  const url = parsed(address);
  if (url === null || url.hostname === "") return no(wrong.host, /^https:\/\/[^/]*$/.test(address));
  if (url.username !== "" || url.password !== "") return no(wrong.credentials);
  const path = segments(url);
  const repository =
    git || url.pathname.endsWith(".git") || (FORGES.includes(url.hostname) && path.length === 2);
  if (!repository) {
    return { kind: "source", source: address, said: reads.https(url.hostname, path.at(-1) ?? "") };
  }
  const ref = url.hash === "" ? null : url.hash.slice(1);
  const name = path.join("/").replace(/\.git$/, "");
  return { kind: "source", source: `git+${address}`, said: reads.git(url.hostname, name, ref) };
}

/** `github.com/ana/hooks`, as it is read out or copied; an npm name has no slash behind a dot. */
const BARE = /^([a-z0-9-]+\.)+[a-z]{2,}\//i;

function bare(text: string): Typed {
  const url = parsed(`https://${text}`);
  // A forge needs two more parts before it names anything.
  if (url && FORGES.includes(url.hostname) && segments(url).length < 2) return no(wrong.repository, true);
  return web(`https://${text}`, false);
}

export function readSource(typed: string): Typed {
  const text = typed.trim();
  if (text === "") return no(wrong.empty, true);
  const lower = text.toLowerCase();
  if (BEGINNINGS.some((beginning) => beginning.startsWith(lower) && lower.includes(":"))) {
    return no(wrong.name, true);
  }
  if (lower.startsWith("npm:")) return npm(text.slice("npm:".length));
  if (lower.startsWith("git+https://")) return web(text, true);
  if (lower.startsWith("https://")) return web(text, false);
  if (/^(git\+)?http:\/\//.test(lower)) return no(wrong.insecure);
  if (/^(git\+)?(ssh|git):\/\//.test(lower) || /^[\w.-]+@[\w.-]+:/.test(text)) return no(wrong.ssh);
  if (/^(file:|[~./\\]|[A-Za-z]:[\\/])/.test(text) || text.includes("\\")) return no(wrong.path);
  if (/^[a-z+.-]+:\/\//.test(lower)) return no(wrong.scheme);
  if (BARE.test(text)) return bare(text);
  // On the way to `git+https://`.
  if ("git+https://".startsWith(lower) && lower.includes("+")) return no(wrong.name, true);
  return npm(text);
}
