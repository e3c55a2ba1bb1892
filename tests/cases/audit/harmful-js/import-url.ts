// expect: downloaded-code
import { setup } from "https://cdn.example.com/hook-kit.js";

export default setup();
