import * as Type from 'typebox';
import { IsoDateTime } from './common.ts';
import { FormFinding } from './findings.ts';

/** A rule of the form's elements, and the figures its sentence needs. */
const BrokenRule = Type.Object({
  rule: Type.String(),
  params: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))),
});

/** Body of every error answer (decisions.md, Whole system). */
export const Problem = Type.Object({
  /** A stable key of `errors.ts`. */
  reason: Type.String(),
  /** In the caller's language, fit to be shown. */
  reasonMessage: Type.String(),
  /** For support: the same id stands in the log line. */
  requestId: Type.Optional(Type.String()),
  /** The header Retry-After says the same in seconds. */
  nextPossibleRetry: Type.Optional(IsoDateTime),
  /** JSON pointer into the input -> message. */
  fields: Type.Optional(Type.Record(Type.String(), Type.String())),
  /** Of answers that are refused: which rule is broken at the same pointer, to say it in another language. */
  rules: Type.Optional(Type.Record(Type.String(), BrokenRule)),
  /** Of a form definition that is refused: everything found in it, several at one place and warnings too. */
  findings: Type.Optional(Type.Array(FormFinding)),
});
export type Problem = Type.Static<typeof Problem>;
