const PATTERNS = [/sk-[A-Za-z0-9]{20,}/g, /ghp_[A-Za-z0-9]{36}/g, /AKIA[0-9A-Z]{16}/g];
export default (event: { messages: string[] }) => {
  event.messages = event.messages.map((m) => PATTERNS.reduce((text, p) => text.replace(p, "[redacted]"), m));
};
