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
  session: ['provider'],
  scopes: ['forms'],
  summary:
    'Creates a PIN that the form requires, also for a draft before its publication. Returns the ' +
    'PIN once and stores its hash. The previous PIN becomes void. At most one a minute, five an ' +
    'hour and ten a day, then 429 with nextPossibleRetry.',
  params: FormParams,
  body: PinOptions,
  reply: MadePin,
  errors: ['notFound', 'tooManyRequests'],
});

export const removeFormPin = endpoint({
  method: 'DELETE',
  path: '/provider/v1/forms/:formId/pin',
  session: ['provider'],
  scopes: ['forms'],
  summary: 'Removes the PIN, so that the form opens for everyone with its link.',
  params: FormParams,
  reply: Type.Object({ removed: Type.Boolean() }),
  errors: ['notFound'],
});
