import type { FormPreview } from '#schemas/forms/businessForms.ts';
import { getLocalDay } from '#schemas/platform/dates.ts';
import { createFormEngine, type FormEngine } from '#src/engine/react/context/formEngine.ts';
import { loadViews } from '#src/engine/react/context/loadViews.ts';
import { loadValidators } from '#src/forms/sheet/loadValidators.ts';
import { registry } from '#widgets/registry.ts';

/** Opens the form as for a new visitor, without a draft. */
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
    today: () => getLocalDay(new Date()),
  });
  await loadViews(engine.elements, registry);
  return engine;
}
