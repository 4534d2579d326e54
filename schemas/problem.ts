import * as Type from 'typebox';
import { IsoDateTime } from './common.ts';
import { FormFinding } from './findings.ts';

/** Body of every error answer (decisions.md, Whole system). */
export const Problem = Type.Object({
  /** A stable key of `errors.ts`. */
  reason: Type.String(),
  /** In the caller's language, fit to be shown. */
  reasonMessage: Type.String(),
  /** For support: the same id stands in the log line. */
  requestId: Type.Optional(Type.String()),
  nextPossibleRetry: Type.Optional(IsoDateTime),
  /** JSON pointer into the input -> message. */
  fields: Type.Optional(Type.Record(Type.String(), Type.String())),
  /** Of a form definition that is refused: everything found in it, several at one place and warnings too. */
  findings: Type.Optional(Type.Array(FormFinding)),
});
export type Problem = Type.Static<typeof Problem>;
