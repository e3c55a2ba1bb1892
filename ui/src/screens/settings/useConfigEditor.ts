/** One config as it is being edited: what was opened, whether it differs, and what to do about others. */
import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef, useState } from "react";
import { type AgentId, backend, type ConfigText, type Conflict, type TextProblem } from "../../backend";
import { tellChange } from "../../data/actions";
import { useAskToLeave } from "../../data/ask-to-leave";
import { backupsQuery } from "../../data/queries";
import { kept, useUnsaved } from "../../data/unsaved";
import type { EditorHandle } from "../../parts/CodeEditor";
import { askPlan } from "../../parts/dialogs";
import { strings } from "../../strings";

const words = strings.config;

type Draft = { base: ConfigText; text: string };

/** What was not saved when its screen was left some other way than by a click, or when the page ended. */
const nameOf = (agent: AgentId) => `config ${agent}`;

function keptDraft(agent: AgentId): Draft | null {
  const text = kept.get(nameOf(agent));
  return text === null ? null : (JSON.parse(text) as Draft);
}

function keepDraft(agent: AgentId, { base, text }: Draft) {
  kept.set(nameOf(agent), text === base.raw ? null : JSON.stringify({ base, text }));
}

/** For tests: nothing was left unsaved. */
export function resetDrafts(): void {
  sessionStorage.clear();
}

export function useConfigEditor(
  opened: ConfigText,
  agentName: string,
  editor: RefObject<EditorHandle | null>,
) {
  const { agent } = opened;
  const client = useQueryClient();
  const [start] = useState<Draft>(() => keptDraft(agent) ?? { base: opened, text: opened.raw });
  const [base, setBase] = useState(start.base);
  const [dirty, setDirty] = useState(start.text !== start.base.raw);
  const [problems, setProblems] = useState<TextProblem[]>(opened.problems);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [saving, setSaving] = useState(false);
  // What events and timers see: the base and the text of now, not of the last drawing.
  const now = useRef(start);

  /** From here on the text is compared with `next`. */
  function adopt(next: ConfigText, text: string) {
    now.current = { base: next, text };
    keepDraft(agent, now.current);
    setBase(next);
    setConflict(null);
    setFailure(null);
    setDirty(text !== next.raw);
    if (editor.current && editor.current.text() !== text) editor.current.replace(text);
  }

  function changed(text: string) {
    now.current = { ...now.current, text };
    keepDraft(agent, now.current);
    setDirty(text !== now.current.base.raw);
    setFailure(null);
  }

  async function lookAtDisk() {
    try {
      const fresh = await backend.openConfig(agent);
      const { base: old, text } = now.current;
      if (fresh.stamp === old.stamp) setConflict(null);
      else if (text === old.raw) adopt(fresh, fresh.raw);
      else setConflict(await backend.compareConfig(agent, old.raw, old.stamp, text));
    } catch (error) {
      setFailure(error);
    }
    await client.invalidateQueries(backupsQuery(agent));
  }

  const look = useRef(lookAtDisk);
  useEffect(() => {
    look.current = lookAtDisk;
  });
  useEffect(() => {
    let over = false;
    let stop = () => {};
    backend
      .onInventoryChanged((event) => {
        if (event.agent.agent === agent) void look.current();
      })
      .then((end) => {
        if (over) end();
        else stop = end;
      })
      .catch(console.error);
    // A draft may be older than what is on the disk.
    if (keptDraft(agent) !== null) void look.current();
    return () => {
      over = true;
      stop();
      keepDraft(agent, now.current);
    };
  }, [agent]);

  useUnsaved(dirty ? strings.unsaved.config(agentName) : null);

  useAskToLeave({ dirty, saving }, words, (left) => {
    if (left) now.current = { ...now.current, text: now.current.base.raw };
    else editor.current?.focus();
  });

  async function save() {
    const { base: from, text } = now.current;
    setFailure(null);
    setSaving(true);
    try {
      const send = (confirmed: boolean) => backend.saveConfig(agent, from.raw, from.stamp, text, confirmed);
      let answer = await send(false);
      if (answer.kind === "confirm") {
        if (!(await askPlan(answer.plan, { confirmLabel: words.save, destructive: false }))) return;
        answer = await send(true);
      }
      if (answer.kind === "conflict") setConflict(answer.conflict);
      if (answer.kind === "done") {
        // What was typed while it was being saved stays, as a change of what is there now.
        const later = now.current.text;
        adopt(answer.text, later === text ? answer.text.raw : later);
        if (answer.change.changed) await tellChange(client, answer.change);
        await client.invalidateQueries(backupsQuery(agent));
      }
    } catch (error) {
      setFailure(error);
    } finally {
      setSaving(false);
      editor.current?.focus();
    }
  }

  /** Goes on from what the other program wrote, with this text in the editor. */
  function resolve(made: Conflict, text: string) {
    const theirs = made.raw_theirs ?? "";
    const next = { ...now.current.base, raw: theirs, stamp: made.stamp, exists: made.raw_theirs !== null };
    adopt(next, text);
    editor.current?.focus();
  }

  return {
    base,
    first: start.text,
    dirty,
    problems,
    conflict,
    failure,
    saving,
    setProblems,
    changed,
    save,
    revert: () => {
      adopt(now.current.base, now.current.base.raw);
      editor.current?.focus();
    },
    keepMine: (made: Conflict) => {
      resolve(made, now.current.text);
      void save();
    },
    takeTheirs: (made: Conflict) => resolve(made, made.raw_theirs ?? ""),
    merge: (made: Conflict) => resolve(made, made.raw_merged ?? now.current.text),
  };
}
