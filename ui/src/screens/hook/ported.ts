/** Copies that were made in this window: their own screen offers to compare them with what they come from. */
import { useSyncExternalStore } from "react";

export type Port = {
  /** The id of the original. */
  from: string;
  title: string;
  agentName: string;
  skeleton: boolean;
};

let ports: ReadonlyMap<string, Port> = new Map();
const listeners = new Set<() => void>();

function set(id: string, port: Port | null) {
  const copy = new Map(ports);
  if (port) copy.set(id, port);
  else copy.delete(id);
  ports = copy;
  for (const listener of listeners) listener();
}

export const rememberPort = (id: string, port: Port) => set(id, port);
export const forgetPort = (id: string) => set(id, null);

export function usePort(id: string): Port | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => ports.get(id) ?? null,
  );
}

/** For tests: nothing was copied. */
export function resetPorts() {
  ports = new Map();
}
