import * as Type from 'typebox';
import { ClosingSettings, FormClosing } from './closings.ts';
import { CountedPage, Id, IsoDateTime, ListQuery, StringEnum } from '#schemas/platform/common.ts';
import { endpoint } from '#schemas/platform/endpoint.ts';
import { FormFinding } from '#schemas/platform/findings.ts';
import { FormDefinition } from './forms.ts';
import { callLimits } from '#schemas/platform/limits.ts';

/**
 * Where a published form is found: on the pages of its provider, by its link only, or in tasks and
 * external requests only (docs/behaviour/forms.md#visibility).
 */
export const formVisibilities = ['public', 'unlisted', 'internal'] as const;
export type FormVisibility = (typeof formVisibilities)[number];
const Visibility = StringEnum(formVisibilities);
const FormState = StringEnum(['draft', 'published', 'withdrawn']);

/** A provider's form: a mutable draft and immutable published revisions. */
export const ProviderForm = Type.Object({
  formId: Id,
  /** Key in /externalform/{processGuid}. */
  processGuid: Id,
  title: Type.String(),
  state: FormState,
  visibility: Visibility,
  /** Newest published revision; null before the first. */
  revision: Type.Union([Type.Integer(), Type.Null()]),
  /** true when a PIN is required */
  isPinProtected: Type.Boolean(),
  /** Full address for visitors; null while unpublished, and of internal forms. */
  url: Type.Union([Type.String(), Type.Null()]),
  closing: FormClosing,
  updatedAt: IsoDateTime,
});
export type ProviderForm = Type.Static<typeof ProviderForm>;

/** `warnings`: lint findings that do not prevent publishing. */
export const PublishedForm = Type.Object({
  ...ProviderForm.properties,
  warnings: Type.Array(FormFinding),
});
export type PublishedForm = Type.Static<typeof PublishedForm>;

const FormParams = Type.Object({ formId: Id });
const DefinitionBody = Type.Object({ definition: FormDefinition }, { additionalProperties: false });
const FormWithDefinition = Type.Object({ ...ProviderForm.properties, definition: FormDefinition });

export const createForm = endpoint({
  method: 'POST',
  path: '/provider/v1/forms',
  session: ['provider'],
  scopes: ['forms'],
  summary:
    'Creates a form as a draft, unlisted by default. A retry with the same Idempotency-Key returns ' +
    'the first response.',
  body: Type.Object(
    { definition: FormDefinition, visibility: Type.Optional(Visibility) },
    { additionalProperties: false },
  ),
  reply: ProviderForm,
  errors: ['invalidDefinition', 'conflict', 'tooManyRequests'],
  callsPerMinute: callLimits.definitionsPerMinute,
  takesIdempotencyKey: true,
});

export const updateForm = endpoint({
  method: 'PUT',
  path: '/provider/v1/forms/:formId',
  session: ['provider'],
  scopes: ['forms'],
  summary: 'Replaces the draft. Published revisions stay as they are.',
  params: FormParams,
  body: DefinitionBody,
  reply: ProviderForm,
  errors: ['invalidDefinition', 'notFound', 'tooManyRequests'],
  callsPerMinute: callLimits.definitionsPerMinute,
});

export const publishForm = endpoint({
  method: 'POST',
  path: '/provider/v1/forms/:formId/publish',
  session: ['provider'],
  scopes: ['forms'],
  summary:
    'Publishes the draft as the next revision and returns warnings. An unchanged draft returns ' +
    'the current revision. 400 with `findings` if the draft cannot be published: all findings of ' +
    'the lint, each with its rule.',
  params: FormParams,
  reply: PublishedForm,
  errors: ['invalidDefinition', 'notFound', 'conflict', 'tooManyRequests'],
  callsPerMinute: callLimits.definitionsPerMinute,
});

export const setFormVisibility = endpoint({
  method: 'PUT',
  path: '/provider/v1/forms/:formId/visibility',
  session: ['provider'],
  scopes: ['forms'],
  summary:
    'Sets where the form is found: on the provider’s pages (public), by its link (unlisted), or in ' +
    'tasks and external requests (internal). Effective at once.',
  params: FormParams,
  body: Type.Object({ visibility: Visibility }, { additionalProperties: false }),
  reply: ProviderForm,
  errors: ['notFound'],
});

export const setFormClosing = endpoint({
  method: 'PUT',
  path: '/provider/v1/forms/:formId/closing',
  session: ['provider'],
  scopes: ['forms'],
  summary:
    'Closes the form to visitors: by hand, at an instant, or after a number of submissions by its ' +
    'link. They read the text instead (Markdown). A setting that is left out is off, so that {} ' +
    'opens the form. Workflows that were started can still be submitted. Tasks and external ' +
    'requests are not affected.',
  params: FormParams,
  body: ClosingSettings,
  reply: ProviderForm,
  errors: ['notFound'],
});

export const withdrawForm = endpoint({
  method: 'POST',
  path: '/provider/v1/forms/:formId/withdraw',
  session: ['provider'],
  scopes: ['forms'],
  summary:
    'Withdraws the form. Its link returns 404; workflows that were started can still be ' +
    'submitted.',
  params: FormParams,
  reply: ProviderForm,
  errors: ['notFound', 'conflict'],
});

export const listForms = endpoint({
  method: 'GET',
  path: '/provider/v1/forms',
  session: ['provider'],
  scopes: ['forms'],
  summary: 'Lists the provider’s forms, newest first, with their total.',
  query: Type.Object({
    ...ListQuery.properties,
    state: Type.Optional(FormState),
    visibility: Type.Optional(Visibility),
  }),
  reply: CountedPage(ProviderForm),
});

export const getForm = endpoint({
  method: 'GET',
  path: '/provider/v1/forms/:formId',
  session: ['provider'],
  scopes: ['forms'],
  summary: 'Returns a form with its draft.',
  params: FormParams,
  reply: FormWithDefinition,
  errors: ['notFound'],
});
