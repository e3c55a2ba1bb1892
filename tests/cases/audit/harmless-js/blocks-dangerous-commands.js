// reaches: nothing
const PATTERNS = [/rm\s+-rf\s+[~\/]/, /mkfs/, /:\(\)\s*{\s*:\|:&\s*};:/, /\bdd\s+of=\/dev\//];

module.exports = async function beforeToolCall(event) {
  if (event.tool !== "exec") return;
  const command = event.arguments.command;
  for (const pattern of PATTERNS) {
    if (pattern.test(command)) return { block: true, reason: `refused: ${pattern}` };
  }
};
