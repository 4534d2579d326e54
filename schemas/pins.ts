import * as Type from 'typebox';
import { Id, IsoDateTime } from './common.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';

/** product.md §5: 6 digits, numeric. */
export const pinPattern = `^[0-9]{${limits.pin.digits}}$`;
export const Pin = Type.String({ pattern: pinPattern });

/** How long a new PIN is good, and for how many. */
export const PinOptions = Type.Object(
  {
    validMinutes: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: limits.pin.maxValidMinutes,
        default: limits.pin.validMinutes,
      }),
    ),
    /** True: it opens one workflow, and that one again. False: everyone who has it starts a workflow of their own. */
    isSingleUse: Type.Optional(Type.Boolean({ default: true })),
  },
  { additionalProperties: false },
);
export type PinOptions = Type.Static<typeof PinOptions>;

/** A PIN in plain, which no later call answers again. */
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
    'Makes a PIN that the form asks for before it opens; also for a draft, so that it is never on the net without. The PIN is answered once and kept as a hash; the form’s earlier PIN is void. At most one a minute, five an hour and ten a day, else 429 with nextPossibleRetry.',
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
