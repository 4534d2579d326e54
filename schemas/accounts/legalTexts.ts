import * as Type from 'typebox';
import { Id, StringEnum } from '#schemas/platform/common.ts';
import { endpoint } from '#schemas/platform/endpoint.ts';
import { callLimits } from '#schemas/platform/limits.ts';
import { accountLimits } from '#schemas/accounts/limits.ts';

/** Public legal texts of an account, else of the operator. */
export const legalTextNames = ['imprint', 'privacy', 'terms', 'accessibility'] as const;
export type LegalTextName = (typeof legalTextNames)[number];

export const getLegalText = endpoint({
  method: 'GET',
  path: '/v2.0/legal/:legalText',
  tag: 'accounts',
  session: ['public'],
  summary:
    'Imprint, privacy notice, terms or accessibility statement as Markdown: the account’s ' +
    'own, else those of whoever runs the portal, in the caller’s language.',
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

const Text = Type.Union([
  Type.String({ minLength: 1, maxLength: accountLimits.maxLegalTextLength, pattern: '\\S' }),
  Type.Null(),
]);

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
  tag: 'provider',
  session: ['provider'],
  summary: 'The provider’s own legal texts.',
  reply: LegalTexts,
});

export const putLegalTexts = endpoint({
  method: 'PUT',
  path: '/provider/v1/legalTexts',
  tag: 'provider',
  session: ['provider'],
  summary:
    'Replaces the provider’s own legal texts. Whoever has accepted terms and privacy notice ' +
    'before stays with what they were.',
  body: LegalTexts,
  reply: LegalTexts,
  errors: ['invalidInput'],
});
