import * as Type from 'typebox';
import { Id, StringEnum, GivenProse } from '#schemas/platform/common.ts';
import { endpoint } from '#schemas/platform/endpoint.ts';
import { callLimits } from '#schemas/platform/limits.ts';
import { accountLimits } from '#schemas/accounts/limits.ts';

/** Public legal texts of an account, else of the operator. */
export const legalTextNames = ['imprint', 'privacy', 'terms', 'accessibility'] as const;
export type LegalTextName = (typeof legalTextNames)[number];

export const getLegalText = endpoint({
  method: 'GET',
  path: '/v2.0/legal/:legalText',
  session: ['public'],
  summary:
    'Returns imprint, privacy notice, terms or accessibility statement as Markdown: the account’s ' +
    'own text, otherwise the platform’s in the caller’s language.',
  params: Type.Object({ legalText: StringEnum(legalTextNames) }),
  query: Type.Object({ accountId: Type.Optional(Id) }),
  reply: Type.Object({
    text: Type.String(),
    /** name of the account; null: the operator */ accountName: Type.Union([
      Type.String(),
      Type.Null(),
    ]),
  }),
  errors: ['notFound', 'tooManyRequests'],
  callsPerMinute: callLimits.readsPerMinute,
});

const Text = Type.Union([GivenProse(accountLimits.maxLegalTextLength), Type.Null()]);

/**
 * An account's texts in Markdown; null: the operator's. Clients accept terms and privacy notice.
 */
export const LegalTexts = Type.Object(
  { imprint: Text, privacy: Text, terms: Text, accessibility: Text },
  { additionalProperties: false },
);
export type LegalTexts = Type.Static<typeof LegalTexts>;

export const getLegalTexts = endpoint({
  method: 'GET',
  path: '/provider/v1/legalTexts',
  session: ['provider'],
  scopes: ['settings'],
  summary: 'Returns the provider’s own legal texts.',
  reply: LegalTexts,
});

export const putLegalTexts = endpoint({
  method: 'PUT',
  path: '/provider/v1/legalTexts',
  session: ['provider'],
  scopes: ['settings'],
  summary:
    'Replaces the provider’s own legal texts. Earlier acceptances keep the texts that were ' +
    'accepted.',
  body: LegalTexts,
  reply: LegalTexts,
  errors: ['invalidInput'],
});
