import * as Type from 'typebox';
import { Id, IsoDateTime } from '#schemas/platform/common.ts';
import { endpoint } from '#schemas/platform/endpoint.ts';
import { pinLimits } from '#schemas/forms/limits.ts';

/** 6 digits. */
export const pinPattern = `^[0-9]{${pinLimits.digits}}$`;
export const Pin = Type.String({ pattern: pinPattern });

/** Lifetime of a new PIN, and how many may use it. */
export const PinOptions = Type.Object(
  {
    validMinutes: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: pinLimits.maxValidMinutes,
        default: pinLimits.validMinutes,
      }),
    ),
    /** true: opens one workflow, repeatedly. false: each holder starts a workflow. */
    isSingleUse: Type.Optional(Type.Boolean({ default: true })),
  },
  { additionalProperties: false },
);
export type PinOptions = Type.Static<typeof PinOptions>;

/** A plain PIN, returned once. */
export const MadePin = Type.Object({
  pin: Pin,
  validUntil: IsoDateTime,
  isSingleUse: Type.Boolean(),
});
export type MadePin = Type.Static<typeof MadePin>;

const FormParams = Type.Object({ formId: Id });

export const makeFormPin = endpoint({
  method: 'POST',
  path: '/provider/v1/forms/:formId/pin',
  tag: 'provider',
  session: ['provider'],
  summary:
    'Makes a PIN that the form asks for before it opens; also for a draft, so that it is ' +
    'never on the net without. The PIN is answered once and kept as a hash; the form’s ' +
    'earlier PIN is void. At most one a minute, five an hour and ten a day, else 429 with ' +
    'nextPossibleRetry.',
  params: FormParams,
  body: PinOptions,
  reply: MadePin,
  errors: ['notFound', 'tooManyRequests'],
});

export const removeFormPin = endpoint({
  method: 'DELETE',
  path: '/provider/v1/forms/:formId/pin',
  tag: 'provider',
  session: ['provider'],
  summary: 'Opens the form to everyone who has its link.',
  params: FormParams,
  reply: Type.Object({ removed: Type.Boolean() }),
  errors: ['notFound'],
});
