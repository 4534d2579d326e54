import type { FormProcess } from '#schemas/forms/assistants.ts';
import { germanDay } from '#schemas/platform/dates.ts';
import { listElements, listEveryElement } from '#schemas/forms/forms.ts';
import { parsePrefill } from '#src/engine/core/answers/parsePrefill.ts';
import { restoreDraft, type RestoredDraft } from '#src/engine/core/answers/restoreDraft.ts';
import { createFormEngine, type FormEngine } from '#src/engine/react/context/formEngine.ts';
import { loadViews } from '#src/engine/react/context/loadViews.ts';
import { deleteStrayUploads, type Draft } from '#src/device/draftStorage.ts';
import { readPrefill } from '#src/routing/prefill.ts';
import { registry } from '#widgets/registry.ts';
import { loadValidators } from './loadValidators.ts';

type Given = {
  /** the draft's name */ form: string;
  draft: Draft | undefined;
  /** query of the address, which may prefill answers */ search?: string;
};
export type OpenedEngine = {
  engine: FormEngine;
  hasDraft: boolean;
  /** Parts of the draft that could not be restored. */ lost: Pick<
    RestoredDraft,
    'lostFiles' | 'lostAnswers'
  >;
};

/** Creates the engine of a workflow's form with the answers of its draft. */
export async function openEngine(
  process: FormProcess,
  { form, draft, search = '' }: Given,
): Promise<OpenedEngine> {
  const module = await loadValidators(process.metaData.validatorUrl);
  const { workflowKey, revision } = process;
  const elements = listElements(process.formElement);
  const today = () => germanDay(new Date());
  const known = parsePrefill(
    readPrefill(search, listEveryElement(process.formElement)),
    elements,
    registry,
    { today: today() },
  );
  const engine = createFormEngine({
    content: process.formElement,
    revision,
    registry,
    module,
    today,
    initial: Object.fromEntries(
      Object.entries(known).filter(([id]) => !Object.hasOwn(draft?.answers ?? {}, id)),
    ), // a deleted answer is not prefilled again
  });
  const { answers, rows, ...lost } = restoreDraft(draft?.answers ?? {}, {
    elements,
    registry,
    check: engine.check,
    workflowKey,
    revision,
  });
  engine.store.merge(answers, rows);
  void deleteStrayUploads(form, engine.store.hasField);
  await loadViews(engine.elements, registry);
  return {
    engine,
    lost,
    hasDraft: Object.keys(answers).length + lost.lostFiles.length + lost.lostAnswers.length > 0,
  };
}
