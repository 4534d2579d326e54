import type { FormProcess } from '#schemas/assistants.ts';
import { germanDay } from '#schemas/dates.rules.ts';
import { elementsOf, everyElementOf } from '#schemas/forms.ts';
import { answersFromTexts } from '#src/engine/core/answersFromTexts.ts';
import { carryAnswers, type Carried } from '#src/engine/core/carryAnswers.ts';
import { createFormEngine, type FormEngine } from '#src/engine/react/formEngine.ts';
import { loadViews } from '#src/engine/react/loadViews.ts';
import { dropStrayUploads, type Draft } from '#src/lib/drafts.ts';
import { prefillFrom } from '#src/lib/prefill.ts';
import { registry } from '#widgets/registry.ts';
import { loadValidators } from './loadValidators.ts';

type Given = {
  /** names its draft */ form: string;
  draft: Draft | undefined;
  /** the address's query, which may know some answers */ search?: string;
};
export type OpenedEngine = {
  engine: FormEngine;
  hasDraft: boolean;
  /** What of the draft could not be taken up. */ lost: Pick<Carried, 'lostFiles' | 'lostAnswers'>;
};

/** A workflow's form, ready to be filled in, with the answers of its draft. */
export async function openEngine(
  process: FormProcess,
  { form, draft, search = '' }: Given,
): Promise<OpenedEngine> {
  const module = await loadValidators(process.metaData.validatorUrl);
  const { workflowKey, revision } = process;
  const elements = elementsOf(process.formElement);
  const today = () => germanDay(new Date());
  const known = answersFromTexts(
    prefillFrom(search, everyElementOf(process.formElement)),
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
    ), // what somebody has taken away does not come back
  });
  const { answers, rows, ...lost } = carryAnswers(draft?.answers ?? {}, {
    elements,
    registry,
    check: engine.check,
    workflowKey,
    revision,
  });
  engine.store.adopt(answers, rows);
  void dropStrayUploads(form, engine.store.hasPlace);
  await loadViews(engine.elements, registry);
  return {
    engine,
    lost,
    hasDraft: Object.keys(answers).length + lost.lostFiles.length + lost.lostAnswers.length > 0,
  };
}
