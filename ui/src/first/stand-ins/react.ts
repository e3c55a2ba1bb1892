/**
 * React, as far as a picture needs it: nothing is ever drawn again, and what comes later than the first picture is
 * not in it.
 */
export {
  Component,
  createContext,
  createElement,
  Fragment,
  forwardRef,
  memo,
  startTransition,
  useCallback,
  useContext,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "preact/compat";

import type { ComponentChildren } from "preact";

export const lazy = () => () => null;
export const Suspense = ({ children }: { children?: ComponentChildren }) => children;
/** For the list's rows, which measure themselves: they are measured once, by the picture's own script. */
export const flushSync = (work: () => void) => work();
