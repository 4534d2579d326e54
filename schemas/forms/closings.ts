import * as Type from 'typebox';
import { closingLimits } from '#schemas/forms/limits.ts';
import { GivenInstant, IsoDateTime, LocalizedText, StringEnum } from '#schemas/platform/common.ts';

const OrNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

const Reason = StringEnum(['hand', 'date', 'number']);
export type ClosingReason = Type.Static<typeof Reason>;

/** When a form is closed to visitors, and what they read then (docs/behaviour/forms.md#closing). */
export const FormClosing = Type.Object({
  /** true: closed by hand */
  isClosed: Type.Boolean(),
  closesAt: OrNull(IsoDateTime),
  /** Submissions by the form's link, of all revisions, that close it. */
  maxSubmissions: OrNull(Type.Integer()),
  /** Markdown for visitors; null: a standard sentence. */
  text: OrNull(LocalizedText),
  /** Why the form is closed now; null while it is open. */
  closedBy: OrNull(Reason),
});
export type FormClosing = Type.Static<typeof FormClosing>;

/** A setting that is left out is off. */
export const ClosingSettings = Type.Object(
  {
    isClosed: Type.Optional(Type.Boolean()),
    closesAt: Type.Optional(OrNull(GivenInstant)),
    maxSubmissions: Type.Optional(
      OrNull(Type.Integer({ minimum: 1, maximum: closingLimits.maxSubmissions })),
    ),
    text: Type.Optional(OrNull(LocalizedText)),
  },
  { additionalProperties: false },
);
export type ClosingSettings = Type.Static<typeof ClosingSettings>;
