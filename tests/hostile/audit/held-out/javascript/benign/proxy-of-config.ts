const defaults = { verbose: false, name: "hook" };
const cfg = new Proxy(defaults, { get: (t, k) => process.env["MY_HOOK_" + String(k).toUpperCase()] ?? Reflect.get(t, k) });
export default (event: { messages: string[] }) => { if (cfg.verbose) event.messages.push(cfg.name); };
