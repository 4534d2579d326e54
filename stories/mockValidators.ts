import { compileForm } from '#src/engine/core/compileForm.ts';
import { compileValidatorModule } from '#src/engine/testing/compileCheck.ts';
import type { ValidatorModule } from '#src/engine/react/formEngine.ts';
import { registry } from '#widgets/registry.ts';
import { accidentReport } from './accidentReport.ts';

/** In place of src/forms/sheet/loadValidators.ts: stories have no server that compiled the form. */
export const loadValidators = async (): Promise<ValidatorModule> =>
  compileValidatorModule(compileForm(accidentReport, registry));
