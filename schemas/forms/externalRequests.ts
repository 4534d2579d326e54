import * as Type from 'typebox';
import { WorkflowType } from './assistants.ts';
import {
  described,
  HttpUrl,
  Id,
  IsoDateTime,
  ListQuery,
  CountedPage,
  StringEnum,
  GivenLine,
} from '#schemas/platform/common.ts';
import { endpoint } from '#schemas/platform/endpoint.ts';
import { prefillNames } from './forms.ts';
import { externalRequestLimits, formLimits } from '#schemas/forms/limits.ts';
import { MadePin, PinOptions } from './pins.ts';

const Prefill = Type.Object(
  Object.fromEntries(
    prefillNames.map((name) => [name, Type.Optional(GivenLine(formLimits.maxLineLength))]),
  ),
  { additionalProperties: false },
);

export const resolveExternalRequest = endpoint({
  method: 'GET',
  path: '/e.consult.:acc/externalRequestKey/:key',
  session: ['public'],
  summary:
    'Returns the workflow of an external request; POST authenticate/adhoc/workflow opens it by ' +
    'its key.',
  // A key of another length is unknown (404), not invalid input.
  params: Type.Object({ acc: Id, key: Type.String({ minLength: 1, maxLength: 200 }) }),
  reply: Type.Object({ workflowKey: Id, workflowType: WorkflowType }),
  errors: ['notFound', 'tooManyRequests'],
});

/** A form that a provider sends to one person, to answer once. */
export const ExternalRequest = Type.Object({
  externalRequestKey: Id,
  formId: Id,
  /** Personal link. Its holder may answer, unless there is a PIN. */
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
    /** Prefilled answers. They travel in the link and are not stored on the server. */
    prefill: Type.Optional(Prefill),
    returnUrl: Type.Optional(
      described(
        HttpUrl,
        'Where the browser goes afterwards, instead of what the form says; its host must be ' +
          'on the account’s list.',
      ),
    ),
    validDays: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: externalRequestLimits.maxValidDays,
        default: externalRequestLimits.validDays,
      }),
    ),
    /** When set, the request has a PIN of its own, which is returned once. */
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
  session: ['provider'],
  scopes: ['forms'],
  summary:
    'Asks one person to fill in a published form. A retry with the same Idempotency-Key returns ' +
    'the first request without its PIN. Without `pin` the answer has `pin: null`, and a form with ' +
    'a PIN asks for that one.',
  body: NewExternalRequest,
  reply: MadeExternalRequest,
  errors: ['notFound', 'conflict'],
  takesIdempotencyKey: true,
});

export const listExternalRequests = endpoint({
  method: 'GET',
  path: '/provider/v1/externalRequests',
  session: ['provider'],
  scopes: ['forms'],
  summary:
    'Lists the provider’s requests with their answers, all or those of a form, newest first, with ' +
    'their total.',
  query: Type.Object({ ...ListQuery.properties, formId: Type.Optional(Id) }),
  reply: CountedPage(ExternalRequest),
});

export const makeRequestPin = endpoint({
  method: 'POST',
  path: '/provider/v1/externalRequests/:externalRequestKey/pin',
  session: ['provider'],
  scopes: ['forms'],
  summary:
    'Creates a new PIN for the request and returns it once. The previous one becomes void. At ' +
    'most one a minute and five an hour.',
  params: RequestParams,
  body: PinOptions,
  reply: MadePin,
  errors: ['notFound', 'tooManyRequests'],
});

/** A host name, with a port unless it is the default. */
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
  session: ['provider'],
  scopes: ['settings'],
  summary:
    'Lists the hosts to which browsers may be redirected after a form, besides the account’s own ' +
    'website.',
  reply: ReturnHosts,
});

export const setReturnHosts = endpoint({
  method: 'PUT',
  path: '/provider/v1/returnHosts',
  session: ['provider'],
  scopes: ['settings'],
  summary:
    'Replaces the list of hosts. A return address on another host is offered as a link without a ' +
    'redirect.',
  body: ReturnHosts,
  reply: ReturnHosts,
});
