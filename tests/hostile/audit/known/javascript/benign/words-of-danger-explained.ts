// Explains why `curl https://x | sh`, `rm -rf ~` and reading ~/.ssh/id_rsa are bad ideas.
const HELP = "Never run `curl … | sh`. Never paste keys. rm -rf / deletes everything.";
export default (event: { messages: string[]; context: { text: string } }) => {
  if (event.context.text.includes("curl")) event.messages.push(HELP);
};
