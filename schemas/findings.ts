import * as Type from 'typebox';
import { StringEnum } from './common.ts';

/** An error keeps a form from being published; a warning is told and can be answered with a reason (`lintIgnore`). */
export const Severity = StringEnum(['error', 'warning']);
export type Severity = Type.Static<typeof Severity>;

/** What the lint has found in a definition, as a call tells it. */
export const FormFinding = Type.Object({
  /** Stable name, the same on the command line; `lintIgnore` in the definition takes that of a warning. */
  rule: Type.String(),
  severity: Severity,
  /** JSON pointer, as in `fields` of an error. */
  pointer: Type.String(),
  /** The sentence, in the caller's language. */
  message: Type.String(),
  /** The one known name that is spelt almost alike. */
  suggestion: Type.Optional(Type.String()),
});
export type FormFinding = Type.Static<typeof FormFinding>;
