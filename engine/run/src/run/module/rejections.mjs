// After which rejections that nobody handles OpenClaw goes on: read in 2026.7.35, 2026.8.1 and 2026.9.6, which
// differ only in codes of their own websockets.

/** It ends after these, whatever else they say. */
const FATAL = new Set([
  ..."OUT_OF_MEMORY SCRIPT_EXECUTION_TIMEOUT WORKER_OUT_OF_MEMORY WORKER_UNCAUGHT_EXCEPTION WORKER_INITIALIZATION_FAILED"
    .split(" ")
    .map((it) => `ERR_${it}`),
  ..."INVALID_CONFIG MISSING_API_KEY MISSING_CREDENTIALS".split(" "),
]);
const NAMED = [
  "ECONNRESET ECONNREFUSED ENOTFOUND ETIMEDOUT ESOCKETTIMEDOUT ECONNABORTED EPIPE ENETDOWN EHOSTUNREACH ENETUNREACH",
  "EADDRNOTAVAIL EAI_AGAIN EPROTO UND_ERR_CONNECT_TIMEOUT UND_ERR_DNS_RESOLVE_FAILED UND_ERR_CONNECT UND_ERR_SOCKET",
  "UND_ERR_HEADERS_TIMEOUT UND_ERR_BODY_TIMEOUT ERR_HTTP2_INVALID_SESSION",
].flatMap((it) => it.split(" "));
const SQLITE = ["SQLITE_BUSY", "SQLITE_CANTOPEN", "SQLITE_IOERR", "SQLITE_LOCKED"];
const CODES = new Set([...NAMED, "ERR_SSL_WRONG_VERSION_NUMBER", "ERR_SSL_PROTOCOL_RETURNED_AN_ERROR", ...SQLITE]);
const NAMES = ["AbortError", "ConnectTimeoutError", "HeadersTimeoutError", "BodyTimeoutError", "TimeoutError"];
/** In lower case, as the messages are compared. */
const NETWORK = new RegExp(
  [
    `\\b(${NAMED.join("|").toLowerCase()})\\b`,
    "(^|:\\s*)fetch failed$",
    "getaddrinfo|socket hang up|client network socket disconnected before secure tls connection was established",
    "network error|network is unreachable|temporary failure in name resolution|upstream connect error",
    "disconnect/reset before headers|tlsv1 alert|ssl routines|packet length too long|write eproto",
  ].join("|"),
);
const DATABASE = new RegExp(
  `\\b(${SQLITE.join("|").toLowerCase()})\\b|unable to open database file|database is locked|database table is locked|disk i/o error`,
);
const WATCHES = /inotify watch|system limit for number of file watchers|watch limit|max watches/;
const WATCHED = /inotify|watcher|watch limit|max watches/;

const lower = (it) => (typeof it === "string" ? it.trim().toLowerCase() : "");
const codeOf = (it) => (["string", "number"].includes(typeof it?.code) ? String(it.code) : "");

/** An error with all that it holds. */
function all(error) {
  const found = new Set([error]);
  // It grows while it is gone through; what holds itself is looked at once.
  for (const it of found) {
    if (!it || typeof it !== "object") continue;
    const held = [it.cause, it.reason, it.original, it.error, it.data, ...(Array.isArray(it.errors) ? it.errors : [])];
    for (const one of held) if (one !== undefined && one !== null) found.add(one);
  }
  return [...found].filter((it) => it && typeof it === "object");
}

function isPassing(it) {
  const code = (codeOf(it) || (it.errno === undefined ? "" : String(it.errno))).trim().toUpperCase();
  const [message, name] = [lower(it.message), lower(it.name)];
  if (CODES.has(code) || NAMES.includes(it.name) || NETWORK.test(message)) return true;
  const sqlite = code === "ERR_SQLITE_ERROR" || code.startsWith("SQLITE_") || `${name} ${message}`.includes("sqlite");
  const number = ["5", "6", "10", "14"].includes(String(it.errcode).trim());
  if (sqlite && (number || DATABASE.test(message) || DATABASE.test(lower(it.errstr)))) return true;
  const full = code === "ENOSPC" || message.includes("no space left on device");
  return full && WATCHED.test(message) ? true : code !== "ENOSPC" && WATCHES.test(message);
}

/** Whether it goes on after the rejection with this reason. */
export function goesOnAfter(error) {
  if (!error || typeof error !== "object") return false;
  if (error.name === "AbortError" || error.message === "This operation was aborted") return true;
  if (FATAL.has(codeOf(error) || codeOf(error.cause))) return false;
  return all(error).some(isPassing);
}
