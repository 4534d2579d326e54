import * as Type from 'typebox';
import { WorkflowType } from './assistants.ts';
import { described, HttpUrl, Id, IsoDateTime, ListQuery, Page, StringEnum } from './common.ts';
import { endpoint } from './endpoint.ts';
import { prefillNames } from './forms.ts';
import { limits } from './limits.ts';
import { MadePin, PinOptions } from './pins.ts';

const Prefill = Type.Object(
  Object.fromEntries(
    prefillNames.map((name) => [
      name,
      Type.Optional(Type.String({ minLength: 1, maxLength: limits.form.maxLineLength })),
    ]),
  ),
  { additionalProperties: false },
);

export const resolveExternalRequest = endpoint({
  method: 'GET',
  path: '/e.consult.:acc/externalRequestKey/:key',
  tag: 'assistants',
  session: ['public'],
  summary:
    'The workflow behind an external request; POST authenticate/adhoc/workflow opens it by its key.',
  params: Type.Object({ acc: Id, key: Id }),
  reply: Type.Object({ workflowKey: Id, workflowType: WorkflowType }),
  errors: ['notFound', 'tooManyRequests'],
});

/** A form that a provider asks one person to fill in, once. */
export const ExternalRequest = Type.Object({
  externalRequestKey: Id,
  formId: Id,
  /** For that person alone: whoever has it may answer, unless there is a PIN. */
  url: Type.String(),
  state: StringEnum(['open', 'answered']),
  submissionId: Type.Union([Id, Type.Null()]),
  validUntil: IsoDateTime,
  createdAt: IsoDateTime,
});
export type ExternalRequest = Type.Static<typeof ExternalRequest>;

export const NewExternalRequest = Type.Object(
  {
    formId: Id,
    /** What is known already. It goes into the link, is filled in there, and is not kept on the server. */
    prefill: Type.Optional(Prefill),
    returnUrl: Type.Optional(
      described(
        HttpUrl,
        'Where the browser goes afterwards, instead of what the form says; its host must be on the account’s list.',
      ),
    ),
    validDays: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: limits.externalRequest.maxValidDays,
        default: limits.externalRequest.validDays,
      }),
    ),
    /** Given, a PIN is asked for first, and answered once. */
    pin: Type.Optional(PinOptions),
  },
  { additionalProperties: false },
);
export type NewExternalRequest = Type.Static<typeof NewExternalRequest>;

export const MadeExternalRequest = Type.Object({
  ...ExternalRequest.properties,
  pin: Type.Union([MadePin, Type.Null()]),
});
export type MadeExternalRequest = Type.Static<typeof MadeExternalRequest>;

const RequestParams = Type.Object({ externalRequestKey: Id });

export const createExternalRequest = endpoint({
  method: 'POST',
  path: '/provider/v1/externalRequests',
  tag: 'provider',
  session: ['provider'],
  summary:
    'Asks one person to fill in a published form. A repeated Idempotency-Key answers the first request, without its PIN.',
  body: NewExternalRequest,
  reply: MadeExternalRequest,
  errors: ['notFound', 'conflict'],
});

export const listExternalRequests = endpoint({
  method: 'GET',
  path: '/provider/v1/externalRequests',
  tag: 'provider',
  session: ['provider'],
  summary: 'Own requests with their answers, newest first.',
  query: ListQuery,
  reply: Page(ExternalRequest),
});

export const makeRequestPin = endpoint({
  method: 'POST',
  path: '/provider/v1/externalRequests/:externalRequestKey/pin',
  tag: 'provider',
  session: ['provider'],
  summary:
    'Makes a new PIN for the request, answered once; the earlier one is void. At most one a minute and five an hour.',
  params: RequestParams,
  body: PinOptions,
  reply: MadePin,
  errors: ['notFound', 'tooManyRequests'],
});

/** A host name, with a port where it is not the usual one. */
const Host = Type.String({
  pattern: '^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?$',
  maxLength: 255,
});
const ReturnHosts = Type.Object(
  { hosts: Type.Array(Host, { maxItems: 50, uniqueItems: true }) },
  { additionalProperties: false },
);

export const getReturnHosts = endpoint({
  method: 'GET',
  path: '/provider/v1/returnHosts',
  tag: 'provider',
  session: ['provider'],
  summary: 'Where browsers may be sent after a form, besides the account’s own website.',
  reply: ReturnHosts,
});

export const setReturnHosts = endpoint({
  method: 'PUT',
  path: '/provider/v1/returnHosts',
  tag: 'provider',
  session: ['provider'],
  summary:
    'Replaces that list. A return address elsewhere is still offered as a link, but no browser goes there by itself.',
  body: ReturnHosts,
  reply: ReturnHosts,
});
