export default async function handler() {}
