export default function* handler() {}
