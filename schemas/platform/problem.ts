import * as Type from 'typebox';
import { IsoDateTime, LocalizedText } from './common.ts';
import { FormFinding } from '#schemas/platform/findings.ts';

/** A broken rule of an element, with the values of its message. */
const BrokenRule = Type.Object({
  elementId: Type.String(),
  /** `elementId`, or `group/row/elementId` inside a group, rows counted from 0. */
  address: Type.String(),
  rule: Type.String(),
  params: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))),
});

/** Body of every error response (docs/behaviour/portal.md#errors). */
export const Problem = Type.Object({
  /** Stable key of `errors.ts`. */
  reason: Type.String(),
  /** Message for users, in the caller's language. */
  reasonMessage: Type.String(),
  /** Request id, also in the log line, for support. */
  requestId: Type.Optional(Type.String()),
  /** Instant of the next retry; the header Retry-After has the seconds. */
  nextPossibleRetry: Type.Optional(IsoDateTime),
  /** Attempts left before a PIN is void or a login is locked. */
  triesLeft: Type.Optional(Type.Integer({ minimum: 0 })),
  /** Messages by JSON pointer into the input. */
  fields: Type.Optional(Type.Record(Type.String(), Type.String())),
  /** Broken rules by the same pointers, to translate messages of refused answers. */
  rules: Type.Optional(Type.Record(Type.String(), BrokenRule)),
  /** All lint findings of a refused definition, warnings included. */
  findings: Type.Optional(Type.Array(FormFinding)),
  /** Markdown of the provider for visitors of a closed form. */
  text: Type.Optional(LocalizedText),
  /** Instant of the submission that a form has already (`alreadySubmitted`). */
  submittedAt: Type.Optional(IsoDateTime),
  /** true if that submission has the idempotency key that the caller has named. */
  isOwnSubmission: Type.Optional(Type.Boolean()),
  /** Id and reference of that submission, if it is the caller's own. */
  submissionId: Type.Optional(Type.String()),
  reference: Type.Optional(Type.String()),
});
export type Problem = Type.Static<typeof Problem>;
