const call = JSON.parse(require('fs').readFileSync(0, 'utf8'));
console.log(JSON.stringify({ action: 'modify', data: { ...call.arguments, dry: true } }));
