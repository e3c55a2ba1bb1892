export default async function greet() {}
