export default (event: { type: string; action: string; messages: string[] }) => {
  if (event.type === "command" && event.action === "new") {
    const hour = new Date().getHours();
    event.messages.push(hour < 12 ? "Good morning!" : "Hello!");
  }
};
