export default async (event: { messages: string[] }) => {
  const ics = await (await fetch(process.env.CALENDAR_URL!)).text();
  const day = new Date().toISOString().slice(0, 10).replaceAll("-", "");
  const today = ics.split("BEGIN:VEVENT").filter((e) => e.includes("DTSTART") && e.includes(day));
  event.messages.push(`${today.length} dates today`);
};
