import * as Type from 'typebox';
import { StringEnum } from '#schemas/platform/common.ts';

/** An error prevents publishing; a warning can be accepted with a reason (`lintIgnore`). */
export const Severity = StringEnum(['error', 'warning']);
export type Severity = Type.Static<typeof Severity>;

/** A lint finding in a definition. */
export const FormFinding = Type.Object({
  /** Stable rule name, also on the command line and in `lintIgnore`. */
  rule: Type.String(),
  severity: Severity,
  /** JSON pointer, as in `fields` of an error. */
  pointer: Type.String(),
  /** Message in the caller's language. */
  message: Type.String(),
  /** Similar known name, for typing errors. */
  suggestion: Type.Optional(Type.String()),
});
export type FormFinding = Type.Static<typeof FormFinding>;
