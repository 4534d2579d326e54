import { toJsonSchema } from '#src/engine/core/definition/toJsonSchema.ts';
import { compileValidatorModule } from '#src/engine/testing/compileCheck.ts';
import type { ValidatorModule } from '#src/engine/react/context/formEngine.ts';
import { registry } from '#widgets/registry.ts';
import { accidentReport } from './accidentReport.ts';

/** Replaces src/forms/sheet/loadValidators.ts, because stories have no server. */
export const loadValidators = async (): Promise<ValidatorModule> =>
  compileValidatorModule(toJsonSchema(accidentReport, registry));
