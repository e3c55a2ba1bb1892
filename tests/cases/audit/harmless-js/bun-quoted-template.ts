// reaches: program
import { $ } from "bun";

export default async function (event) {
  const branch = event.context.branch;
  const out = await $`git log --oneline ${branch} -- .`.text();
  event.messages.push(out);
}
