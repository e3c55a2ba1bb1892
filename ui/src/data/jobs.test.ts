import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";
import { backend, type OutputPart, type ProvisionChanged } from "../backend";
import { applyProvisionChange, outputQuery } from "./jobs";

it("shows a line that came while the output was asked for the first time", async () => {
  const answers: ((part: OutputPart) => void)[] = [];
  const asked = vi
    .spyOn(backend, "jobOutput")
    .mockImplementation(() => new Promise((answer) => void answers.push(answer)));
  const client = new QueryClient();
  const observer = new QueryObserver(client, outputQuery("1"));
  const stop = observer.subscribe(() => {});
  const change = {
    view: { job: "1", hook: "milady/managed/voice", program: "tool", ended: null },
    output: { from: 0, to: 5, text: "line\n" },
  } as unknown as ProvisionChanged;
  applyProvisionChange(client, change);
  // What was read before the line came.
  answers[0]?.({ from: 0, to: 0, text: "" });
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2));
  answers[1]?.(change.output);
  await vi.waitFor(() => expect(observer.getCurrentResult().data?.text).toBe("line\n"));
  stop();
});
