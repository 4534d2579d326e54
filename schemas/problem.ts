import * as Type from 'typebox';
import { IsoDateTime } from './common.ts';

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
});
export type Problem = Type.Static<typeof Problem>;
