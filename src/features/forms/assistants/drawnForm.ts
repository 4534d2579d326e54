import type { FormOpening, FormPageData, FormProcess } from '#schemas/forms/assistants.ts';
import { findRefusedAnswers } from '#src/forms/sheet/findRefusedAnswers.ts';
import { drawEngine, parseAddressAnswers } from '#src/forms/sheet/openEngine.ts';
import type { OpenedForm } from './openForm.ts';

/** Present while a drawn form cannot be sent yet; `failure` is why its last opening failed. */
export type OpeningState = { failure: unknown; retry: () => void };

/** A form without a workflow: its key and its token are empty until it has started. */
const withoutWorkflow = (opening: FormOpening): FormProcess => ({
  ...opening,
  workflowKey: '',
  workflowType: 'ASSISTENT',
  returnUrl: null,
  isReturnAllowed: false,
  metaData: { ...opening.metaData, timeToken: '' },
});

/**
 * Draws a form before its rules, its draft and its workflow have loaded. One that was posted has its
 * answers and the errors that the server has found, another one those of its link.
 */
export function drawForm({ opening, prefill = '', posted }: FormPageData): OpenedForm {
  const process = withoutWorkflow(opening);
  const prefilled = parseAddressAnswers(opening.formElement, prefill);
  const engine = drawEngine(process, posted?.answers ?? prefilled);
  if (posted?.problem) engine.store.setExternalErrors(findRefusedAnswers(posted.problem, engine));
  return {
    process,
    engine,
    ...(posted ? { posted } : {}),
    round: 0,
    draft: 'none',
    lost: { lostFiles: [], lostAnswers: [] },
  };
}
