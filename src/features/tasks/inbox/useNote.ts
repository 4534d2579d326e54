import { useEffect, useEffectEvent, useState } from 'react';
import type { InboxRecord } from '#schemas/tasks/inbox.ts';
import type { Marking } from './useMarking.ts';

/** The note is saved after this pause in typing. */
const pauseMs = 1_000;

/**
 * Keeps the note of a record while it is typed. It is saved after a pause, when the field is left
 * and when the record is closed. What another user has written meanwhile is refused once.
 */
export function useNote(record: InboxRecord, { change, isMarking }: Marking) {
  const [text, setText] = useState(record.note);
  const [seen, setSeen] = useState(record.note);
  /** Stored note that the text is a change of; undefined for the latest, after a refusal. */
  const [base = record.note, setBase] = useState<string | undefined>(record.note);
  /** The note that was saved or refused last. A refused one is sent again on blur only. */
  const [sent, setSent] = useState<{ note: string; isSaved: boolean }>();
  const note = text.trim();
  if (record.note !== seen) {
    setSeen(record.note);
    if (note === base.trim()) {
      setBase(record.note);
      if (note !== record.note.trim()) setText(record.note);
    }
  }

  async function save(): Promise<void> {
    if (isMarking || note === base.trim()) return;
    const isSaved = await change({ ...record, note: base }, { note });
    setSent({ note, isSaved });
    setBase(isSaved ? note : undefined);
  }

  const saveUnsent = useEffectEvent(() => {
    if (note !== sent?.note) void save();
  });
  useEffect(() => {
    const timer = setTimeout(saveUnsent, pauseMs);
    return () => clearTimeout(timer);
  }, [text, isMarking]);
  useEffect(() => () => saveUnsent(), []);

  return { text, isSaved: sent?.isSaved === true && sent.note === note, write: setText, save };
}
