import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { cleanTyped } from '#schemas/platform/typedText.ts';
import type { InboxRecord } from '#schemas/tasks/inbox.ts';
import { useOnline } from '#src/device/useOnline.ts';
import type { Marking, Outcome } from './useMarking.ts';

/** The note is saved after this pause in typing. */
const pauseMs = 1_000;

/** Returns the note as the server stores it. */
const clean = (text: string): string => cleanTyped(text, 'prose').trim();

/**
 * Keeps the note of a record while it is typed. It is saved after a pause, when the field is left
 * and when the record is closed. It is saved again when the browser is online again. When another
 * user has changed it, typing alone saves nothing: the user has to read the other note first.
 */
export function useNote(record: InboxRecord, { change }: Pick<Marking, 'change'>) {
  const [text, setText] = useState(record.note);
  const [seen, setSeen] = useState(record.note);
  const [sent, setSent] = useState<{ note: string; outcome: Outcome }>();
  /** Stored note that the text is a change of; undefined for the latest, after a refusal. */
  const base = useRef<string | undefined>(record.note);
  const latest = useRef(record.note);
  const newest = useRef(record.note);
  const queue = useRef(Promise.resolve());
  const note = clean(text);
  const isSaved = sent?.outcome === 'done' && sent.note === note;
  if (record.note !== seen) {
    setSeen(record.note);
    if ((note === clean(seen) || isSaved) && note !== clean(record.note)) setText(record.note);
  }
  useEffect(() => {
    latest.current = record.note;
    if (note === clean(record.note)) base.current = record.note;
  }, [note, record.note]);

  /**
   * Saves after the calls before it, because each is a change of what they have stored. A note that
   * a newer one has replaced meanwhile is not sent.
   */
  function save(): Promise<void> {
    newest.current = note;
    queue.current = queue.current.then(async () => {
      if (newest.current !== note) return;
      const from = base.current ?? latest.current;
      if (note === clean(from)) return;
      const outcome = await change({ ...record, note: from }, { note });
      if (outcome === 'done') base.current = note;
      if (outcome === 'overtaken') base.current = undefined;
      setSent({ note, outcome });
    });
    return queue.current;
  }

  const saveTyped = useEffectEvent(() => {
    if (sent?.outcome !== 'overtaken') void save();
  });
  useOnline(saveTyped);
  useEffect(() => {
    const timer = setTimeout(saveTyped, pauseMs);
    return () => clearTimeout(timer);
  }, [note]);
  const saveAtEnd = useEffectEvent(save);
  useEffect(() => () => void saveAtEnd(), []);

  return { text, isSaved, write: setText, save };
}
