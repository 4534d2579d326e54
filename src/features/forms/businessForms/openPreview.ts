import type { FormPreview } from '#schemas/forms/businessForms.ts';
import { createFormEngine, type FormEngine } from '#src/engine/react/context/formEngine.ts';
import { getToday } from '#src/engine/react/context/getToday.ts';
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
    today: getToday,
  });
  await loadViews(engine.elements, registry);
  return engine;
}
