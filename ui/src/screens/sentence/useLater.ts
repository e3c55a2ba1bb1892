import { useEffect, useState } from "react";

/** A person pauses here before it is looked at again. */
export const PAUSE_MS = 200;

export function useLater<T>(value: T, ms: number): T {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return later;
}
