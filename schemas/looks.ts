import * as Type from 'typebox';
import { HexColor, HttpUrl, Id, LocalizedText } from './common.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';

/** A link of the provider's own below its pages: imprint, accessibility, office hours. */
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
  callsPerMinute: limits.calls.readsPerMinute,
});

/** How a provider looks to everyone (product.md §1, Branding; §2.4, Public landing page). */
export const Look = Type.Object(
  {
    /** Buttons, links and surfaces follow from it, legible whatever it is. */
    primaryColor: HexColor,
    /** Decorates; nothing is written in it. */
    secondaryColor: HexColor,
    welcomeHeadline: Type.String({ maxLength: limits.account.maxHeadlineLength }),
    welcomeText: Type.String({ maxLength: limits.account.maxWelcomeLength }),
    footerLinks: Type.Array(FooterLink, { maxItems: limits.account.maxFooterLinks }),
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
    'Sets the provider’s colours, and what its public page says; portal, forms, mails and icons follow.',
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
    'Makes a file of POST /provider/v1/files, a JPEG or PNG, the provider’s logo: drawn anew, without metadata, at most 512 pixels wide and high. Null: there is none.',
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
    'The same for the secondary logo, which stands on the main colour, at the foot of the public page.',
  body: LogoFile,
  reply: Changed,
  errors: ['invalidInput', 'notFound', 'unavailable'],
});
