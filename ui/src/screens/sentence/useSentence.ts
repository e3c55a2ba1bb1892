/** A sentence as it is being written: checked as typed, tried, saved, turned on. */
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { backend, type Sentence, type SentenceForm } from "../../backend";
import { asked, done } from "../../data/actions";
import { useAskToLeave } from "../../data/ask-to-leave";
import { kept, useUnsaved } from "../../data/unsaved";
import { askPlan, tellError } from "../../parts/dialogs";
import { strings } from "../../strings";
import { folderName } from "../new-hook/name";
import { isOver, startTry, useTry } from "../try/tries";
import { placed } from "../try/useChoice";
import { parsed } from "./sample";
import { PAUSE_MS, useLater } from "./useLater";
import { words } from "./words";

/** Typed texts as the engine wants them. */
const sent = (sentence: Sentence): Sentence =>
  sentence.hook === null ? { ...sentence, name: folderName(sentence.name) } : sentence;

/** What was written when the window ended without being asked. */
const nameOf = ({ agent, hook, entry }: Sentence) => `sentence ${agent} ${hook ?? (entry ? "config" : "")}`;

/** Without what was typed as the value of a header or a variable, which may be a key: keys are not kept. */
function keepable(next: Sentence, { sentence }: SentenceForm): Sentence {
  const without = (typed: Sentence["headers"], before: Sentence["headers"]) => {
    const saved = new Map(before.map(({ name, value }) => [name, value]));
    return typed.map(({ name }) => {
      const value = saved.get(name);
      return { name, value: value === undefined ? "" : value };
    });
  };
  const headers = without(next.headers, sentence.headers);
  return { ...next, headers, env: without(next.env, sentence.env) };
}

function keptOf({ sentence }: SentenceForm): Sentence | null {
  const text = kept.get(nameOf(sentence));
  // What an earlier version kept lacks what it did not know.
  return text === null ? null : { ...sentence, ...(JSON.parse(text) as Sentence) };
}

export function useSentence(form: SentenceForm, onSaved: (id: string) => void) {
  const client = useQueryClient();
  const [sentence, setSentence] = useState(() => keptOf(form) ?? form.sentence);
  const [data, setData] = useState(() => sampleOf(form, sentence.events[0]));
  const [busy, setBusy] = useState(false);
  const [triedText, setTriedText] = useState<string | null>(null);
  // What was saved is known before it is read again: who leaves in between is not asked.
  const [savedText, setSavedText] = useState(() => JSON.stringify(sent(form.sentence)));
  const text = JSON.stringify(sent(sentence));
  const dirty = text !== savedText;
  const event = sentence.events[0] ?? "";
  const sample = JSON.stringify(data);
  const lookAt = useLater(`${text}\n${sample}`, PAUSE_MS);
  const check = useQuery({
    queryKey: ["sentence-check", lookAt],
    queryFn: () => {
      const [typed = "", with_ = ""] = lookAt.split("\n");
      return backend.checkSentence(JSON.parse(typed) as Sentence, with_);
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  /** What is shown belongs to what is typed. */
  const settled = lookAt === `${text}\n${sample}` && !check.isPlaceholderData && check.data !== undefined;
  const one = useTry(sentence.agent, event);
  const over = one !== null && isOver(one);
  const answered = one?.state?.answered === true;
  const { refetch } = check;
  useEffect(() => {
    // What was tried is known from then on, also after this editor was left.
    if (answered) void refetch();
  }, [answered, refetch]);

  useUnsaved(dirty ? words.unsaved : null);
  useAskToLeave({ dirty, saving: busy }, words, (left) => {
    if (left) kept.set(nameOf(form.sentence), null);
  });

  const change = (part: Partial<Sentence>) => {
    const next = { ...sentence, ...part };
    const first = next.events[0];
    if (first !== event) setData(sampleOf(form, first));
    setSentence(next);
    const same = JSON.stringify(sent(next)) === JSON.stringify(sent(form.sentence));
    kept.set(nameOf(form.sentence), same ? null : JSON.stringify(keepable(next, form)));
  };

  const tryIt = () => {
    setTriedText(text);
    const label = form.events.find(({ key }) => key === event)?.label ?? event;
    const wish = { agent: sentence.agent, key: event, hook: null, data: sample };
    const typed = { sentence: sent(sentence), file: null, plugin: null, beside: null };
    void startTry({ ...wish, confirmed: true, ...placed("box"), ...typed }, label);
  };

  /** Resolves to the hook's id; null where it was not saved. */
  const save = async (): Promise<string | null> => {
    if (sentence.hook !== null && !dirty) return sentence.hook;
    setBusy(true);
    try {
      // What nobody uses yet is written at once, a draft; every other change is read first.
      if (sentence.hook !== null && !form.draft) {
        // As it is typed now, whatever was looked at last.
        const { file, stays } = await backend.checkSentence(sent(sentence), sample);
        const plan = {
          title: words.saveTitle(form.title),
          steps: [],
          files: file === null ? [] : [file],
          also: [],
          stays,
        };
        if (!(await askPlan(plan, { confirmLabel: words.saveNow, destructive: false }))) return null;
      }
      const saved = await backend.saveSentence(sent(sentence));
      setSavedText(text);
      kept.set(nameOf(form.sentence), null);
      await done(client, saved.change);
      onSaved(saved.id);
      return saved.id;
    } catch (error) {
      tellError(error, words.cannotSave);
      return null;
    } finally {
      setBusy(false);
    }
  };

  const turnOn = async () => {
    const id = await save();
    if (id === null) return false;
    try {
      return await asked(client, (sure) => backend.setEnabled(id, true, sure), strings.plan.turnOn);
    } catch (error) {
      tellError(error, strings.errors.setEnabled(form.title || sentence.name, true));
      return false;
    }
  };

  return {
    sentence,
    change,
    data,
    setData,
    check: check.data ?? null,
    settled,
    dirty,
    busy,
    event,
    one,
    /** As it is typed, and with the program that it has now. */
    tried: settled && check.data?.tried === true,
    /** It was tried as it is typed, and did not answer. */
    unanswered: over && !answered && triedText === text,
    trying: one !== null && !over,
    shownTry: triedText === null ? null : one,
    tryIt,
    save,
    turnOn,
  };
}

export type Writing = ReturnType<typeof useSentence>;

const sampleOf = (form: SentenceForm, event: string | undefined) =>
  parsed(form.events.find(({ key }) => key === event)?.sample ?? "{}");
