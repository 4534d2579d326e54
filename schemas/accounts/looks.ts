import * as Type from 'typebox';
import { HexColor, HttpUrl, Id, LocalizedText } from '#schemas/platform/common.ts';
import { endpoint } from '#schemas/platform/endpoint.ts';
import { callLimits } from '#schemas/platform/limits.ts';
import { accountLimits } from '#schemas/accounts/limits.ts';

/** A footer link of the provider. */
export const FooterLink = Type.Object(
  { label: LocalizedText, url: HttpUrl },
  { additionalProperties: false },
);
export type FooterLink = Type.Static<typeof FooterLink>;

export const getIcon = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/accounts/icon',
  tag: 'accounts',
  session: ['public'],
  summary: 'A small picture for the browser’s tab: two letters on the main colour.',
  params: Type.Object({ acc: Id }),
  answers: 'stream',
  withoutKeys: true,
  reply: Type.Unknown(),
  errors: ['notFound', 'tooManyRequests'],
  callsPerMinute: callLimits.readsPerMinute,
});

/** Look of a provider (docs/behaviour/accounts.md#look). */
export const Look = Type.Object(
  {
    /** Buttons, links and surfaces derive from it, with enough contrast for every colour. */
    primaryColor: HexColor,
    /** Decoration only, never for text. */
    secondaryColor: HexColor,
    welcomeHeadline: Type.String({ maxLength: accountLimits.maxHeadlineLength }),
    welcomeText: Type.String({ maxLength: accountLimits.maxWelcomeLength }),
    footerLinks: Type.Array(FooterLink, { maxItems: accountLimits.maxFooterLinks }),
  },
  { additionalProperties: false },
);
export type Look = Type.Static<typeof Look>;

export const getLook = endpoint({
  method: 'GET',
  path: '/provider/v1/look',
  tag: 'provider',
  session: ['provider'],
  summary: 'The provider’s colours, and what its public page says.',
  reply: Look,
});

export const putLook = endpoint({
  method: 'PUT',
  path: '/provider/v1/look',
  tag: 'provider',
  session: ['provider'],
  summary:
    'Sets the provider’s colours, and what its public page says; portal, forms, mails and ' +
    'icons follow.',
  body: Look,
  reply: Look,
  errors: ['invalidInput'],
});

const LogoFile = Type.Object(
  { fileId: Type.Union([Id, Type.Null()]) },
  { additionalProperties: false },
);
const Changed = Type.Object({ changed: Type.Literal(true) });

export const putLogo = endpoint({
  method: 'PUT',
  path: '/provider/v1/logo',
  tag: 'provider',
  session: ['provider'],
  summary:
    'Makes a file of POST /provider/v1/files, a JPEG or PNG, the provider’s logo: drawn ' +
    'anew, without metadata, at most 512 pixels wide and high. Null: there is none.',
  body: LogoFile,
  reply: Changed,
  errors: ['invalidInput', 'notFound', 'unavailable'],
});

export const putSecondaryLogo = endpoint({
  method: 'PUT',
  path: '/provider/v1/secondaryLogo',
  tag: 'provider',
  session: ['provider'],
  summary:
    'The same for the secondary logo, which stands on the main colour, at the foot of the ' +
    'public page.',
  body: LogoFile,
  reply: Changed,
  errors: ['invalidInput', 'notFound', 'unavailable'],
});
