import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { setBackend } from "../../backend";
import { fakeBackend } from "../../backend/fake";
import { actionOf, makeHook } from "../../backend/fake-data";
import { go, paths } from "../../routes";
import { expectNoAxeViolations, openApp } from "../../test/app";
import { resetTries } from "../try/tries";
import "./SentenceScreen";

beforeEach(() => {
  resetTries();
  sessionStorage.clear();
});

const open = async (path: string, title: RegExp) => {
  const app = openApp(path);
  await screen.findByRole("heading", { level: 1, name: title }, { timeout: 5000 });
  return app;
};

const pick = async (user: ReturnType<typeof openApp>["user"], label: RegExp, option: RegExp) => {
  await user.click(screen.getByRole("button", { name: label }));
  const list = await screen.findByRole("listbox");
  await user.click(within(list).getByRole("option", { name: option }));
};

describe("the sentence of a hook", () => {
  it("makes a request with a condition, checked as typed, as a draft", async () => {
    const { engine, user } = await open(
      paths.newHook("zeroclaw", "before_tool_call"),
      /New hook for ZeroClaw/,
    );
    await user.type(screen.getByRole("textbox", { name: "Name" }), "Deploy post");
    await pick(user, /What it does/, /send a request/);
    const url = screen.getByRole("textbox", { name: "Address" });
    await waitFor(() => expect(screen.getByText("Fill in the address first")).toBeVisible());
    await user.type(url, "ftp://x");
    expect(await screen.findByText(/begins with http/)).toBeVisible();
    await user.clear(url);
    await user.type(url, "https://hooks.example.com/new");
    await pick(user, /Channel/, /telegram/);
    const passes = await screen.findByRole("region", { name: "Who would pass" });
    expect(within(passes).getAllByText(/Runs|Does not run/)).toHaveLength(2);
    expect(await screen.findByText("Try it once first")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Show the file's change" }));
    expect(screen.getByText(/url = "https:\/\/hooks.example.com\/new"/)).toBeVisible();
    await expectNoAxeViolations();
    await user.click(screen.getByRole("button", { name: "Save draft" }));
    await screen.findByRole("heading", { level: 1, name: /Edit deploy-post/ });
    const made = engine.hooks.find(({ name }) => name === "deploy-post");
    expect(made).toMatchObject({ draft: true, enabled: false, conditions: { channels: ["telegram"] } });
    expect(made?.action?.url).toBe("https://hooks.example.com/new");
  });

  it("says nothing against a name before it looked at what is typed", async () => {
    const { user } = await open(paths.newHook("moltis"), /New hook for Moltis/);
    const name = screen.getByRole("textbox", { name: "Name" });
    // By now it was said of the empty name that it is none.
    await waitFor(() =>
      expect(screen.getAllByRole("button", { name: "Try it" })[0]).toHaveAttribute("aria-disabled"),
    );
    // A button that does nothing says why.
    expect(screen.getAllByRole("button", { name: "Try it" })[0]).toHaveAccessibleDescription(
      "Give it a name first",
    );
    await user.type(name, "D");
    expect(screen.queryByText("Give it a name first")).toBeNull();
    expect(name).not.toHaveAttribute("aria-invalid");
    await user.clear(name);
    await user.type(name, "guard");
    await waitFor(() => expect(name).toHaveAttribute("aria-invalid", "true"));
    expect(screen.getByText(/There is a hook named guard already/)).toBeVisible();
  });

  it("tells of each condition whether the sample meets it", async () => {
    const { user } = await open(paths.newHook("zeroclaw", "before_tool_call"), /New hook for ZeroClaw/);
    await user.type(screen.getByRole("textbox", { name: "Name" }), "Deploy post");
    await user.type(screen.getAllByRole("textbox", { name: "Command" })[0] as HTMLElement, "true");
    await pick(user, /Channel/, /telegram/);
    const list = await screen.findByRole("list", { name: "Its conditions" });
    const [condition] = within(list).getAllByRole("listitem");
    expect(condition).toHaveTextContent(/In telegram.*The sample has no channel/);
    expect(within(list).getByRole("img", { name: "Yes" })).toBeVisible();
    await expectNoAxeViolations();
  });

  it("offers only what the format can say", async () => {
    await open(paths.newHook("milady"), /New hook for Milady/);
    expect(screen.queryByRole("button", { name: /Channel/ })).toBeNull();
    expect(screen.queryByRole("textbox", { name: "Pattern" })).toBeNull();
    expect(screen.getByText("run its module")).toBeVisible();
    expect(screen.getByRole("button", { name: "Or another moment…" })).toBeVisible();
  });

  it("offers for each kind of action the moments and fields that the engine names for it", async () => {
    const { engine, user } = await open(
      paths.newHook("zeroclaw", "before_tool_call"),
      /New hook for ZeroClaw/,
    );
    await user.click(screen.getByRole("button", { name: "More" }));
    const fields = () => ({
      limit: screen.queryByRole("textbox", { name: /Time limit/ }) !== null,
      folder: screen.queryByRole("textbox", { name: "Folder that it runs in" }) !== null,
      body: screen.queryByRole("textbox", { name: "What is sent" }) !== null,
    });
    const moment = () => screen.getByRole("button", { name: /Moment/ });
    expect(fields()).toEqual({ limit: true, folder: true, body: false });
    await pick(user, /What it does/, /send a request/);
    expect(fields()).toEqual({ limit: true, folder: false, body: true });
    expect(moment()).toHaveTextContent("Tool is about to run");
    // A text for the prompt goes with one moment there, so that is taken and no other offered.
    await pick(user, /What it does/, /prompt/);
    expect(fields()).toEqual({ limit: false, folder: false, body: false });
    expect(moment()).toHaveTextContent("Prompt is built");
    await user.click(moment());
    expect(within(await screen.findByRole("listbox")).getAllByRole("option")).toHaveLength(1);
    expect(engine.sentences).toHaveLength(0);
  });

  it("starts from something that works", async () => {
    const { engine, user } = await open(paths.newHook("moltis"), /New hook for Moltis/);
    await pick(user, /Start from/, /Block a tool by its name/);
    expect(screen.getByRole("textbox", { name: "Name" })).toHaveValue("block-tool");
    expect(screen.getByRole("button", { name: /Moment/ })).toHaveTextContent("Tool is about to run");
    expect(screen.getByText(/What it does is in its files/)).toBeVisible();
    await expectNoAxeViolations();
    await user.click(screen.getByRole("button", { name: "Save draft" }));
    await screen.findByRole("heading", { level: 1, name: /Edit block-tool/ });
    expect(engine.calls).toContain("saveSentence(block-tool, block-tool)");
  });

  const more = async (user: ReturnType<typeof openApp>["user"], fields: Record<string, string>) => {
    await user.click(screen.getByRole("button", { name: "More" }));
    for (const [name, typed] of Object.entries(fields))
      await user.type(screen.getByRole("textbox", { name }), typed);
  };
  const needs = {
    Emoji: "🚀",
    Homepage: "https://example.com",
    "Programs it needs": "jq",
    "One of these programs": "curl, wget",
    "Variables it needs": "A_TOKEN",
    "Settings it needs": "a.b",
    Systems: "linux",
  };
  const said = {
    ...{ emoji: "🚀", homepage: "https://example.com", bins: ["jq"], any_bins: ["curl", "wget"] },
    ...{ needs_env: ["A_TOKEN"], config: ["a.b"], os: ["linux"] },
  };

  it("says what a command of Moltis needs and is given", async () => {
    const { engine, user } = await open(paths.newHook("moltis", "BeforeToolCall"), /New hook for Moltis/);
    await user.type(screen.getByRole("textbox", { name: "Name" }), "needy");
    await more(user, needs);
    await user.click(screen.getByRole("button", { name: "Add a variable…" }));
    await user.type(screen.getByRole("textbox", { name: "Name of the variable" }), "PLACE");
    await user.type(screen.getByRole("textbox", { name: "Value of the variable" }), "here");
    expect(screen.queryByRole("checkbox")).toBeNull();
    expect(screen.queryByRole("textbox", { name: "Folder that it runs in" })).toBeNull();
    await expectNoAxeViolations();
    await user.click(screen.getByRole("button", { name: "Save draft" }));
    await waitFor(() => expect(engine.sentences).toHaveLength(1));
    expect(engine.sentences[0]).toMatchObject({ ...said, env: [{ name: "PLACE", value: "here" }] });
  });

  it("says all that a module of the family can say, and what is wrong with it", async () => {
    const { engine, user } = await open(paths.newHook("milady"), /New hook for Milady/);
    await user.type(screen.getByRole("textbox", { name: "Name" }), "module");
    const own = { "Function that is called": "run", "Key in the config": "other", Version: "1.0" };
    await more(user, { ...needs, ...own, Homepage: "nowhere" });
    const key = within(screen.getByRole("group", { name: "A_TOKEN" }));
    await user.type(key.getByRole("textbox", { name: "What it is for" }), "Reads");
    await user.type(key.getByRole("textbox", { name: "Rights it needs" }), "all");
    expect(screen.getByText(/How a program that it needs is installed/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Open HOOK.md" })).toBeNull();
    expect(await screen.findByText("The homepage begins with http:// or https://.")).toBeVisible();
    await user.clear(screen.getByRole("textbox", { name: "Homepage" }));
    await user.type(screen.getByRole("textbox", { name: "Homepage" }), "https://example.com");
    await user.click(screen.getByRole("checkbox", { name: /Run it without them/ }));
    expect(screen.queryByRole("button", { name: "Add a variable…" })).toBeNull();
    await expectNoAxeViolations();
    await waitFor(() => expect(screen.queryByText(/homepage begins/)).toBeNull());
    await user.click(screen.getByRole("button", { name: "Save draft" }));
    await waitFor(() => expect(engine.sentences).toHaveLength(1));
    expect(engine.sentences[0]).toMatchObject({ ...said, always: true, export: "run", hook_key: "other" });
    const keys = [{ name: "A_TOKEN", purpose: "Reads", get: "", rights: "all" }];
    expect(engine.sentences[0]).toMatchObject({ version: "1.0", keys });
    // What is a list of its own is changed in the file, one click away once there is one.
    await screen.findByRole("heading", { level: 1, name: /Edit/ });
    await user.click(screen.getByRole("button", { name: "More" }));
    await user.click(screen.getByRole("button", { name: "Open HOOK.md" }));
    await waitFor(() => expect(window.location.hash).toContain("/file/"));
  });

  it("says in which folder a command of ZeroClaw runs, and nothing that it cannot say", async () => {
    const { engine, user } = await open(paths.newHook("zeroclaw"), /New hook for ZeroClaw/);
    await user.type(screen.getByRole("textbox", { name: "Name" }), "there");
    await more(user, { "Folder that it runs in": "/tmp" });
    for (const name of Object.keys(needs)) expect(screen.queryByRole("textbox", { name })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Save draft" }));
    await waitFor(() => expect(engine.sentences[0]).toMatchObject({ workdir: "/tmp" }));
  });

  it("turns a draft on once it was tried", async () => {
    const { engine, user } = await open(paths.newHook("moltis", "BeforeToolCall"), /New hook for Moltis/);
    await user.type(screen.getByRole("textbox", { name: "Name" }), "stopper");
    await user.type(screen.getByRole("textbox", { name: "Command" }), "exit 1");
    const turnOn = screen.getByRole("button", { name: "Turn on" });
    await waitFor(() => expect(screen.getByText("Try it once first")).toBeVisible());
    expect(turnOn).toHaveAttribute("aria-disabled", "true");
    await user.click(screen.getAllByRole("button", { name: "Try it" })[0] as HTMLElement);
    expect(engine.calls.some((call) => call.startsWith("tryIt") && call.includes('"command":"exit 1"'))).toBe(
      true,
    );
    await waitFor(() => expect(turnOn).not.toHaveAttribute("aria-disabled"), { timeout: 5000 });
    await user.click(turnOn);
    await waitFor(() =>
      expect(engine.calls.some((call) => call.startsWith("setEnabled(moltis/managed/stopper, true"))).toBe(
        true,
      ),
    );
  });

  it("knows of a draft that it was tried after it was saved and left, until something else is typed", async () => {
    const { user } = await open(paths.newHook("moltis", "BeforeToolCall"), /New hook for Moltis/);
    await user.type(screen.getByRole("textbox", { name: "Name" }), "stopper");
    await user.type(screen.getByRole("textbox", { name: "Command" }), "exit 1");
    const turnOn = () => screen.getByRole("button", { name: "Turn on" });
    const offered = () =>
      waitFor(() => expect(turnOn()).not.toHaveAttribute("aria-disabled"), { timeout: 5000 });
    await screen.findByText("Try it once first");
    await user.click(screen.getAllByRole("button", { name: "Try it" })[0] as HTMLElement);
    await offered();
    await user.click(screen.getByRole("button", { name: "Save draft" }));
    await screen.findByRole("heading", { level: 1, name: "Edit stopper" });
    await offered();
    act(() => go(paths.agent("moltis")));
    await screen.findByRole("heading", { level: 1, name: "Moltis" });
    act(() => go(paths.edit("moltis/managed/stopper")));
    await screen.findByRole("heading", { level: 1, name: "Edit stopper" });
    await offered();
    await user.type(screen.getByRole("textbox", { name: "Command" }), "0");
    expect(await screen.findByText("Try it once first")).toBeVisible();
    expect(turnOn()).toHaveAttribute("aria-disabled", "true");
  });

  it("lets nobody turn on what was not called, or could not be tried at all", async () => {
    const { engine, user } = await open(paths.newHook("moltis", "BeforeToolCall"), /New hook for Moltis/);
    await user.type(screen.getByRole("textbox", { name: "Name" }), "stopper");
    await user.type(screen.getByRole("textbox", { name: "Command" }), "exit 1");
    const turnOn = screen.getByRole("button", { name: "Turn on" });
    await screen.findByText("Try it once first");
    const tryIt = async (said: string) => {
      await user.click(screen.getAllByRole("button", { name: "Try it" })[0] as HTMLElement);
      await screen.findByText(said);
      await screen.findAllByRole("button", { name: "Try it" });
    };
    engine.tries.skips = true;
    await tryIt("It is for telegram only.");
    expect(await screen.findByText("It did not answer: try it again first")).toBeVisible();
    expect(turnOn).toHaveAttribute("aria-disabled", "true");
    engine.tries.skips = false;
    engine.tries.error = { code: "cannot-run", message: "It could not be run.", hint: null };
    await tryIt("It could not be run.");
    expect(await screen.findByText("It did not answer: try it again first")).toBeVisible();
    expect(turnOn).toHaveAttribute("aria-disabled", "true");
    engine.tries.error = null;
    await tryIt("It continues unchanged.");
    await waitFor(() => expect(turnOn).not.toHaveAttribute("aria-disabled"));
  });

  it.each([
    ["on", "Save…"],
    ["off", "Save…"],
    ["off", "Turn on"],
  ])("shows the change of a hook that is %s before “%s” writes it", async (state, label) => {
    const is = { enabled: state === "on", state: state === "on" ? ("ready" as const) : ("off" as const) };
    const named = { name: "stop", title: "Stop", events: ["BeforeToolCall"] };
    const hook = makeHook({ agent: "moltis", ...named, ...is });
    const { user, engine } = openApp(paths.edit(hook.id), "full", (engine) => {
      engine.hooks = [...engine.hooks, { ...hook, action: actionOf({ kind: "shell", command: "exit 1" }) }];
    });
    await screen.findByRole("heading", { level: 1, name: /Edit Stop/ }, { timeout: 5000 });
    const command = screen.getByRole("textbox", { name: "Command" });
    await user.type(command, "0");
    const save = screen.getByRole("button", { name: label });
    if (label === "Turn on") {
      await screen.findByText("Try it once first");
      await user.click(screen.getAllByRole("button", { name: "Try it" })[0] as HTMLElement);
    }
    await waitFor(() => expect(save).not.toHaveAttribute("aria-disabled"), { timeout: 5000 });
    await user.click(save);
    const dialog = await screen.findByRole("alertdialog");
    expect(dialog).toHaveTextContent("exit 10");
    const saved = () => engine.hooks.find(({ id }) => id === hook.id)?.action?.command;
    expect(saved()).toBe("exit 1");
    await user.click(within(dialog).getByRole("button", { name: "Save" }));
    await waitFor(() => expect(saved()).toBe("exit 10"));
  });

  it("asks before what was written is left", async () => {
    const { user } = await open(paths.newHook("zeroclaw"), /New hook/);
    await user.type(screen.getByRole("textbox", { name: "Name" }), "x");
    await user.click(screen.getByRole("button", { name: "ZeroClaw" }));
    expect(await screen.findByRole("alertdialog")).toHaveTextContent("Leave without saving?");
  });

  it("leaves without a question what was turned on, although it was not read again yet", async () => {
    const named = { name: "stop", title: "Stop", events: ["BeforeToolCall"] };
    const draft = { draft: true, enabled: false, state: "off" as const };
    const hook = makeHook({ agent: "moltis", ...named, ...draft });
    const { user, engine } = openApp(paths.edit(hook.id), "full", (engine) => {
      engine.hooks = [...engine.hooks, { ...hook, action: actionOf({ kind: "shell", command: "exit 1" }) }];
    });
    await screen.findByRole("heading", { level: 1, name: /Edit Stop/ }, { timeout: 5000 });
    setBackend({ ...fakeBackend(engine), openSentence: () => new Promise(() => {}) });
    await user.type(screen.getByRole("textbox", { name: "Command" }), "0");
    await screen.findByText("Try it once first");
    await user.click(screen.getAllByRole("button", { name: "Try it" })[0] as HTMLElement);
    const turnOn = screen.getByRole("button", { name: "Turn on" });
    await waitFor(() => expect(turnOn).not.toHaveAttribute("aria-disabled"), { timeout: 5000 });
    await user.click(turnOn);
    await waitFor(() => expect(screen.queryByRole("heading", { name: /Edit Stop/ })).toBeNull());
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  it("keeps no value of a header, and nothing where it is as it was", async () => {
    const hook = makeHook({ agent: "zeroclaw", name: "post", title: "Post", events: ["before_tool_call"] });
    const { user } = openApp(paths.edit(hook.id), "full", (engine) => {
      engine.hooks = [...engine.hooks, { ...hook, action: actionOf({ kind: "http", url: "https://a.b" }) }];
    });
    await screen.findByRole("heading", { level: 1, name: /Edit Post/ }, { timeout: 5000 });
    const kept = () => sessionStorage.getItem(`typed:sentence zeroclaw ${hook.id}`);
    const url = screen.getByRole("textbox", { name: "Address" });
    await user.type(url, "c");
    expect(kept()).toContain("https://a.bc");
    await user.type(url, "{Backspace}");
    expect(kept()).toBeNull();
    await user.click(screen.getByText("More"));
    await user.click(screen.getByRole("button", { name: "Add a header…" }));
    await user.type(screen.getByRole("textbox", { name: "Name of the header" }), "Authorization");
    await user.type(screen.getByRole("textbox", { name: "Value of the header" }), "Bearer hunter22");
    expect(kept()).toContain("Authorization");
    expect(kept()).not.toContain("hunter22");
  });

  it("is there again where the window ended, and not where it was left on purpose", async () => {
    const first = await open(paths.newHook("zeroclaw"), /New hook/);
    await first.user.type(screen.getByRole("textbox", { name: "Name" }), "Mine");
    first.unmount();
    const again = await open(paths.newHook("zeroclaw"), /New hook/);
    expect(screen.getByRole("textbox", { name: "Name" })).toHaveValue("Mine");

    await again.user.click(screen.getByRole("button", { name: "ZeroClaw" }));
    const dialog = await screen.findByRole("alertdialog");
    await again.user.click(within(dialog).getByRole("button", { name: "Don't save" }));
    await screen.findByRole("heading", { level: 1, name: "ZeroClaw" });
    again.unmount();
    await open(paths.newHook("zeroclaw"), /New hook/);
    expect(screen.getByRole("textbox", { name: "Name" })).toHaveValue("");
  });
});
