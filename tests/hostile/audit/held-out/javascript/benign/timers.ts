let timer: ReturnType<typeof setTimeout> | undefined;
export default (event: { messages: string[] }) => {
  clearTimeout(timer);
  timer = setTimeout(() => console.log("idle for ten minutes"), 600_000);
  timer.unref?.();
};
