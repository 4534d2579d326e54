import type { FormProcess } from '#schemas/forms/assistants.ts';
import { listElements, listEveryElement, type FormContent } from '#schemas/forms/forms.ts';
import type { Answers } from '#src/engine/core/evaluation/conditions.ts';
import { parsePrefill } from '#src/engine/core/answers/parsePrefill.ts';
import { restoreDraft, type RestoredDraft } from '#src/engine/core/answers/restoreDraft.ts';
import { createFormEngine, type FormEngine } from '#src/engine/react/context/formEngine.ts';
import { getToday } from '#src/engine/react/context/getToday.ts';
import { loadViews } from '#src/engine/react/context/loadViews.ts';
import { deleteStrayUploads, type Draft } from '#src/device/indexedDb/draftStorage.ts';
import { readPrefill } from '#schemas/forms/prefill.rules.ts';
import { registry } from '#widgets/registry.ts';
import { loadValidators } from './loadValidators.ts';

type Given = {
  /** the draft's name */ form: string;
  draft: Draft | undefined;
  /** query of the address, which may prefill answers */ search?: string;
  /** Answers of the drawn engine that the visitor has posted. */
  posted?: Answers | undefined;
  /** Engine that the page has drawn already; kept if it has the same revision. */
  drawn?: FormEngine | undefined;
};
export type OpenedEngine = {
  engine: FormEngine;
  hasDraft: boolean;
  /** When the restored draft was saved on this device. */
  restoredAt: number | undefined;
  /** Parts of the draft that could not be restored. */ lost: Pick<
    RestoredDraft,
    'lostFiles' | 'lostAnswers'
  >;
};

type Opened = Pick<FormProcess, 'formElement' | 'revision'>;

/** Parses the answers that the address prefills. */
export const parseAddressAnswers = (formElement: FormContent, search: string): Answers =>
  parsePrefill(
    readPrefill(search, listEveryElement(formElement)),
    listElements(formElement),
    registry,
    { today: getToday() },
  );

/** Creates an engine that draws a form before its rules have loaded. */
export const drawEngine = ({ formElement, revision }: Opened, initial: Answers = {}): FormEngine =>
  createFormEngine({ content: formElement, revision, registry, initial, today: getToday });

/** Removes the entries of some elements. */
const without = <T>(entries: Readonly<Record<string, T>>, ids: (id: string) => boolean) =>
  Object.fromEntries(Object.entries(entries).filter(([id]) => !ids(id)));

/** Creates the engine, or sets the rules of the drawn one. Answers of the visitor are kept. */
async function completeEngine(
  { formElement, revision, metaData }: FormProcess,
  initial: Answers,
  drawn: FormEngine | undefined,
): Promise<FormEngine> {
  const module = await loadValidators(metaData.validatorUrl);
  if (drawn?.revision === revision) {
    drawn.setRules(module);
    return drawn;
  }
  const engine = createFormEngine({
    content: formElement,
    revision,
    registry,
    module,
    today: getToday,
    initial,
  });
  for (const id of drawn?.touched ?? [])
    if (engine.store.hasField(id)) engine.store.set(id, drawn?.store.get(id));
  return engine;
}

/** Creates the engine of a workflow's form with the answers of its draft. */
export async function openEngine(
  process: FormProcess,
  { form, draft, search = '', drawn, posted = {} }: Given,
): Promise<OpenedEngine> {
  const { workflowKey, revision } = process;
  const saved = draft?.answers ?? {};
  const isSaved = (id: string) => Object.hasOwn(saved, id);
  const prefilled = parseAddressAnswers(process.formElement, search);
  const initial = without(prefilled, isSaved); // a deleted answer is not prefilled again
  const engine = await completeEngine(process, initial, drawn);
  const { answers, rows, ...lost } = restoreDraft(saved, {
    elements: listElements(process.formElement),
    registry,
    check: engine.check,
    workflowKey,
    revision,
  });
  // since the page was opened, or in a page that was posted
  const isTyped = (id: string) => engine.touched.has(id) || Object.hasOwn(posted, id);
  const deleted = Object.fromEntries(
    Object.keys(prefilled).flatMap((id) => (isSaved(id) ? [[id, undefined]] : [])),
  );
  engine.store.merge(without({ ...deleted, ...answers }, isTyped), without(rows, isTyped));
  void deleteStrayUploads(form, engine.store.hasField);
  await loadViews(engine.elements, registry);
  const hasDraft =
    Object.keys(answers).length + lost.lostFiles.length + lost.lostAnswers.length > 0;
  return { engine, lost, hasDraft, restoredAt: hasDraft ? draft?.savedAt : undefined };
}
