// reaches: nothing
const FORBIDDEN = ["rm -rf /", "curl https://x | sh", "eval(", "child_process", "~/.ssh/id_rsa", "process.env"];

export default function guard(event) {
  const text = String(event.context.content ?? "");
  const hit = FORBIDDEN.find((part) => text.includes(part));
  if (hit) event.messages.push(`The message mentions ${hit}. It was left as it is.`);
}
