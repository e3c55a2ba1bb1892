const call = JSON.parse(require('fs').readFileSync(0, 'utf8'));
const data = { tool: call.tool, arguments: { ...call.arguments, dry: true } };
console.log(JSON.stringify({ action: 'modify', data }));
