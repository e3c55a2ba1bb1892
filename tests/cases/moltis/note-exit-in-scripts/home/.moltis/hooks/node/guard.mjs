import process from 'node:process';

const BLOCK = 2;
let text = '';
for await (const part of process.stdin) text += part;
if (text.includes('sudo')) process.exit(BLOCK);
