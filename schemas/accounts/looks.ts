import * as Type from 'typebox';
import { HexColor, HttpUrl, Id, LocalizedText, Line, Prose } from '#schemas/platform/common.ts';
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
  session: ['public'],
  summary: 'Returns the icon for the browser tab: two letters on the main colour.',
  params: Type.Object({ acc: Id }),
  answers: 'svg',
  withoutWebKeys: true,
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
    welcomeHeadline: Line(accountLimits.maxHeadlineLength),
    welcomeText: Prose(accountLimits.maxWelcomeLength),
    footerLinks: Type.Array(FooterLink, { maxItems: accountLimits.maxFooterLinks }),
  },
  { additionalProperties: false },
);
export type Look = Type.Static<typeof Look>;

export const getLook = endpoint({
  method: 'GET',
  path: '/provider/v1/look',
  session: ['provider'],
  scopes: ['settings'],
  summary: 'Returns the provider’s colours and the texts of its public page.',
  reply: Look,
});

export const putLook = endpoint({
  method: 'PUT',
  path: '/provider/v1/look',
  session: ['provider'],
  scopes: ['settings'],
  summary:
    'Sets the provider’s colours and the texts of its public page. Portal, forms, mails and icons ' +
    'use them.',
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
  session: ['provider'],
  scopes: ['settings'],
  summary:
    'Makes a JPEG or PNG of POST /provider/v1/files the provider’s logo, redrawn without ' +
    'metadata, at most 512 pixels wide and high. Null removes the logo.',
  body: LogoFile,
  reply: Changed,
  errors: ['invalidInput', 'notFound', 'unavailable'],
});

export const putSecondaryLogo = endpoint({
  method: 'PUT',
  path: '/provider/v1/secondaryLogo',
  session: ['provider'],
  scopes: ['settings'],
  summary:
    'Sets the secondary logo like the main one. It is shown on the main colour in the footer of ' +
    'the public page.',
  body: LogoFile,
  reply: Changed,
  errors: ['invalidInput', 'notFound', 'unavailable'],
});
