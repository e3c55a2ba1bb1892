import { act, fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { ToastHost } from "./ToastHost";
import { tellDone } from "./toast";

describe("what was done", () => {
  it("stays for eight seconds, longer while somebody reaches for it", () => {
    vi.useFakeTimers();
    render(<ToastHost />);
    act(() => tellDone("Welcome was removed.", () => {}));
    act(() => vi.advanceTimersByTime(7000));
    fireEvent.mouseEnter(screen.getByText("Welcome was removed.").parentElement as HTMLElement);
    act(() => vi.advanceTimersByTime(60_000));
    expect(screen.getByRole("button", { name: "Undo" })).toBeInTheDocument();
    fireEvent.mouseLeave(screen.getByText("Welcome was removed.").parentElement as HTMLElement);
    act(() => vi.advanceTimersByTime(8000));
    expect(screen.queryByText("Welcome was removed.")).toBeNull();
    expect(screen.getByRole("status")).toBeInTheDocument();
  });
});
