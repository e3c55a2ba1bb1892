if (!process.env.OWN_KEY) throw new Error("OWN_KEY is not set");
export default async function handler() {}
