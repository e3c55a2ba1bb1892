// reaches: nothing
const ACTION = /^\/(\w+)\s*(.*)$/;

export default function (event) {
  const found = ACTION.exec(event.context.content);
  if (found) event.messages.push(found[1]);
}
