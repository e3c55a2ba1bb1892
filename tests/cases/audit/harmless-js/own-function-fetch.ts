// reaches: nothing
function fetch(name: string): string {
  return `value of ${name}`;
}

export default (event) => event.messages.push(fetch("title"));
