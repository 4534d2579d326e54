import type { DraftAnswer } from '#schemas/forms/drafts.ts';
import { listChildren, type FormElement } from '#schemas/forms/forms.ts';
import { getAnswerTime } from '#src/device/indexedDb/draftClock.ts';
import { restoreDraft } from '#src/engine/core/answers/restoreDraft.ts';
import type { Registry } from '#src/engine/core/registry.ts';
import type { FormEngine } from '../context/formEngine.ts';
import type { DraftVersion } from './draftSaver.ts';

/** Returns true for secrets and groups that contain one; they are never stored. */
const asksSecret = (element: FormElement, registry: Registry): boolean =>
  [element, ...listChildren(element)].some(({ type }) => registry.get(type)?.isSecret);

const describeQuestion = ({ id, type, label }: FormElement) => ({ type, question: label ?? id });

/** Reads answers for the draft and merges answers of other tabs. The newer answer wins. */
export function createDraftAnswers(
  engine: Pick<FormEngine, 'store' | 'elements' | 'registry' | 'check'>,
  version: DraftVersion,
) {
  const { store, elements, registry } = engine;
  const changedAt = new Map<string, number>();

  return {
    /** Returns the changed answer of an element or group; undefined for a secret. */
    read(id: string): DraftAnswer | undefined {
      const element = elements.find((each) => each.id === id);
      if (element && asksSecret(element, registry)) return undefined;
      const at = getAnswerTime();
      changedAt.set(id, at);
      const rows = store.getRowKeys(id);
      const inside = Object.fromEntries(
        (element ? listChildren(element) : []).map((child) => [child.id, describeQuestion(child)]),
      );
      return {
        value: store.get(id),
        ...(rows.length > 0 ? { rows, inside } : {}),
        at,
        ...version,
        ...(element ? describeQuestion(element) : { type: '', question: id }),
      };
    },

    merge(saved: Readonly<Record<string, DraftAnswer>>) {
      const newer = Object.fromEntries(
        Object.entries(saved).filter(([id, { at }]) => at > (changedAt.get(id) ?? 0)),
      );
      for (const [id, { at }] of Object.entries(newer)) changedAt.set(id, at);
      const removed = Object.fromEntries(
        Object.entries(newer).flatMap(([id, { value }]) =>
          value === undefined ? [[id, undefined]] : [],
        ),
      );
      const { answers, rows } = restoreDraft(newer, { ...engine, ...version });
      store.merge({ ...removed, ...answers }, rows);
    },
  };
}
