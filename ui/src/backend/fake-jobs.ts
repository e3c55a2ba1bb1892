/** Installations in the engine in memory. They go on only when a test says so. */

import { jobOf } from "./fake-detail";
import type { Backend, InstallReport, OutputPart, ProvisionChanged, ProvisionView } from "./index";
import { tidy } from "./tidy";

export class FakeJobs {
  list: ProvisionView[] = [];
  outputs = new Map<string, OutputPart>();
  /** The window was closed in spite of work. */
  closed = false;
  private reports = new Set<(event: ProvisionChanged) => void>();
  private closes = new Set<(work: string[]) => void>();

  start(hook: string, program: string, method: string): ProvisionView {
    const running = this.list.find((job) => job.program === program && !job.ended);
    if (running) return running;
    const view = jobOf(hook, program, method);
    this.list = [...this.list.filter((job) => job.program !== program), view];
    this.outputs.set(view.job, { from: 0, to: 0, text: "" });
    return view;
  }

  /** Something new about a job, and a line that was printed. */
  tell(program: string, part: Partial<ProvisionView>, line = "") {
    const old = this.list.find((job) => job.program === program) as ProvisionView;
    const view = { ...old, ...part };
    this.list = this.list.map((job) => (job === old ? view : job));
    const { from, to, text } = this.outputs.get(view.job) as OutputPart;
    this.outputs.set(view.job, { from, to: to + line.length, text: text + line });
    const output = { from: to, to: to + line.length, text: line };
    for (const report of this.reports) report(tidy({ view, output }));
  }

  end(program: string, report: InstallReport) {
    const job = this.list.find((other) => other.program === program) as ProvisionView;
    const well = report.outcome === "installed";
    const steps = job.steps.map((step, at) => {
      if (well) return { ...step, state: "done" as const, millis: 1200 };
      return at === 1
        ? { ...step, state: report.outcome === "cancelled" ? ("cancelled" as const) : ("failed" as const) }
        : step;
    });
    this.tell(program, { steps, ended: report });
  }

  askToClose(work: string[]) {
    for (const ask of this.closes) ask(work);
  }

  commands(): Pick<
    Backend,
    | "installProgram"
    | "programJobs"
    | "jobOutput"
    | "cancelJob"
    | "dismissJob"
    | "closeWindow"
    | "onProvisionChanged"
    | "onCloseAsked"
  > {
    return {
      installProgram: async (id, program, method) => this.start(id, program, method).job,
      programJobs: async (id) => this.list.filter((job) => job.hook === id),
      jobOutput: async (job) => this.outputs.get(job) ?? { from: 0, to: 0, text: "" },
      cancelJob: async (id) => {
        const job = this.list.find((other) => other.job === id);
        if (job) {
          this.end(job.program, {
            outcome: "cancelled",
            sentence: `${job.program} was not installed: you stopped it.`,
            hint: "What was downloaded so far may stay. You can start again at any time.",
            technical: null,
          });
        }
        return null;
      },
      dismissJob: async (id) => {
        this.list = this.list.filter((job) => job.job !== id);
        return null;
      },
      closeWindow: async () => {
        this.closed = true;
        return null;
      },
      onProvisionChanged: async (report) => {
        this.reports.add(report);
        return () => void this.reports.delete(report);
      },
      onCloseAsked: async (report) => {
        this.closes.add(report);
        return () => void this.closes.delete(report);
      },
    };
  }
}

/** For pictures: an installation in the middle, one that failed, one that went well. */
export function jobsOf(scenario: "installing" | "install-failed" | "installed"): FakeJobs {
  const jobs = new FakeJobs();
  const id = "milady/workspace/voice-notes";
  jobs.start(id, "ffmpeg", "brew");
  const output = "==> Fetching dependencies for ffmpeg\n==> Downloading 12 of 21 packages\n";
  jobs.tell(
    "ffmpeg",
    { elapsed: 74_000, progress: { percent: 57, text: "Downloading 12 of 21 packages" } },
    output,
  );
  if (scenario === "installed") {
    jobs.end("ffmpeg", {
      outcome: "installed",
      sentence: "ffmpeg was installed in /usr/local/bin.",
      hint: null,
      technical: null,
    });
  }
  if (scenario === "install-failed") {
    jobs.end("ffmpeg", {
      outcome: "failed",
      sentence: "Homebrew could not install ffmpeg: there is no connection to where the package comes from.",
      hint: "Check the connection to the internet, then try again.",
      technical: "exit status 1",
    });
  }
  return jobs;
}
