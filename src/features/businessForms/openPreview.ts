import type { FormPreview } from '#schemas/businessForms.ts';
import { germanDay } from '#schemas/dates.rules.ts';
import { createFormEngine, type FormEngine } from '#src/engine/react/formEngine.ts';
import { loadViews } from '#src/engine/react/loadViews.ts';
import { loadValidators } from '#src/forms/sheet/loadValidators.ts';
import { registry } from '#widgets/registry.ts';

/** The form ready to be filled in, as for a visitor who comes for the first time; it keeps no draft. */
export async function openPreview({
  formElement,
  revision,
  validatorUrl,
}: FormPreview): Promise<FormEngine> {
  const engine = createFormEngine({
    content: formElement,
    revision,
    registry,
    module: await loadValidators(validatorUrl),
    today: () => germanDay(new Date()),
  });
  await loadViews(engine.elements, registry);
  return engine;
}
