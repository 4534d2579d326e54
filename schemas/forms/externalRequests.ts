import * as Type from 'typebox';
import { WorkflowType } from './assistants.ts';
import {
  described,
  HttpUrl,
  Id,
  IsoDateTime,
  ListQuery,
  Page,
  StringEnum,
} from '#schemas/platform/common.ts';
import { endpoint } from '#schemas/platform/endpoint.ts';
import { prefillNames } from './forms.ts';
import { externalRequestLimits, formLimits } from '#schemas/forms/limits.ts';
import { MadePin, PinOptions } from './pins.ts';

const Prefill = Type.Object(
  Object.fromEntries(
    prefillNames.map((name) => [
      name,
      Type.Optional(Type.String({ minLength: 1, maxLength: formLimits.maxLineLength })),
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
    'The workflow behind an external request; POST authenticate/adhoc/workflow opens it by ' +
    'its key.',
  params: Type.Object({ acc: Id, key: Id }),
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
    /** When set, the form requires a PIN, which is returned once. */
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
    'Asks one person to fill in a published form. A repeated Idempotency-Key answers the ' +
    'first request, without its PIN.',
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
    'Makes a new PIN for the request, answered once; the earlier one is void. At most one a ' +
    'minute and five an hour.',
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
    'Replaces that list. A return address elsewhere is still offered as a link, but no ' +
    'browser goes there by itself.',
  body: ReturnHosts,
  reply: ReturnHosts,
});
