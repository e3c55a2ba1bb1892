/**
 * The one door to the engine. Nothing outside this folder imports `@tauri-apps/*` or the generated bindings
 * (Biome enforces it), so that the whole window runs against a fake in tests.
 */
import type {
  Code,
  Failure,
  HoverEvent,
  IncomingView,
  InventoryChanged,
  MachineView,
  ProvisionChanged,
  TryState,
} from "./bindings";
import { commands, events } from "./bindings";
import { tidy } from "./tidy";

export type * from "./bindings";
export { AGENT_IDS, CHANGED, NO_FINDINGS, NO_FINDINGS_READ, REPLACED, ROWS } from "./bindings";

/** What the engine answered instead of a result. `code` picks the presentation, see `errors.ts`. */
export class EngineError extends Error {
  readonly code: Code;
  readonly hint: string | null;

  constructor(error: Failure) {
    super(error.message);
    this.name = "EngineError";
    this.code = error.code;
    this.hint = error.hint;
  }
}

type Commands = typeof commands;
type Answer = { status: "ok"; data: unknown } | { status: "error"; error: Failure };
type Ok<R> = Extract<R, { status: "ok" }> extends { data: infer T } ? T : never;

/** Every command, with its error thrown as {@link EngineError}, and the events. */
export type Backend = {
  [K in keyof Commands]: (...args: Parameters<Commands[K]>) => Promise<Ok<Awaited<ReturnType<Commands[K]>>>>;
} & {
  onInventoryChanged(report: (event: InventoryChanged) => void): Promise<() => void>;
  onMachineChanged(report: (event: MachineView) => void): Promise<() => void>;
  /** How far a try is, told whenever something happened. */
  onTry(report: (event: TryState) => void): Promise<() => void>;
  onProvisionChanged(report: (event: ProvisionChanged) => void): Promise<() => void>;
  /** How far something that comes from elsewhere is. */
  onIncoming(report: (event: IncomingView) => void): Promise<() => void>;
  /** Something to be looked at was dropped on the window, or named by a web page. */
  /** Something was dropped or linked, or chosen in the tray: {@link takeOffered} says what. */
  onIncomingOffered(report: () => void): Promise<() => void>;
  onDropHover(report: (event: HoverEvent) => void): Promise<() => void>;
  /** The person closes the window while this is being done. */
  onCloseAsked(report: (work: string[]) => void): Promise<() => void>;
};

function unwrap(command: (...args: never[]) => Promise<Answer>) {
  return async (...args: never[]) => {
    const result = await command(...args);
    if (result.status === "error") throw new EngineError(result.error);
    return tidy(result.data);
  };
}

function tauri(): Backend {
  const unwrapped = Object.fromEntries(Object.entries(commands).map(([name, run]) => [name, unwrap(run)]));
  return {
    ...(unwrapped as unknown as Backend),
    onInventoryChanged: (report) => events.inventoryChanged.listen((event) => report(tidy(event.payload))),
    onMachineChanged: (report) => events.machineChanged.listen((event) => report(event.payload)),
    onTry: (report) => events.tryChanged.listen((event) => report(tidy(event.payload))),
    onProvisionChanged: (report) => events.provisionChanged.listen((event) => report(tidy(event.payload))),
    onIncoming: (report) => events.incomingChanged.listen((event) => report(tidy(event.payload))),
    onIncomingOffered: (report) => events.incomingOffered.listen(() => report()),
    onDropHover: (report) => events.dropHover.listen((event) => report(event.payload)),
    onCloseAsked: (report) => events.closeAsked.listen((event) => report(tidy(event.payload))),
  };
}

export let backend: Backend = tauri();

/** Puts a fake in the door's place: component tests, and pictures in a browser during development. */
export function setBackend(other: Backend): void {
  backend = other;
}
