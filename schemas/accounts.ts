import * as Type from 'typebox';
import { StatementHashes } from './acceptances.ts';
import { HexColor, HttpUrl, Id } from './common.ts';
import { endpoint } from './endpoint.ts';
import { Sha256 } from './evidence.ts';
import { limits } from './limits.ts';
import { FooterLink } from './looks.ts';
import { Role } from './staff.ts';

export const AccountContact = Type.Object({
  street: Type.String(),
  postalCode: Type.String(),
  city: Type.String(),
  contact: Type.String(),
  website: Type.String(),
  fax: Type.Optional(Type.String()),
});
export type AccountContact = Type.Static<typeof AccountContact>;

/** Where letters to an account go. */
export const AccountAddress = Type.Object({
  street: Type.String(),
  postalCode: Type.String(),
  city: Type.String(),
});

/** product.md §3, Assistant (service). */
export const Assistant = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  url: Type.String(),
  headerLogoUrl: Type.Union([Type.String(), Type.Null()]),
  isMainService: Type.Boolean(),
});
export type Assistant = Type.Static<typeof Assistant>;

/** product.md §3, Account public info. */
export const AccountPublicInfo = Type.Object({
  accountId: Id,
  accountName: Type.String(),
  accountShortName: Type.String(),
  accountUniqueKey: Type.String(),
  primaryColor: HexColor,
  secondaryColor: HexColor,
  primaryLogoUrl: Type.Union([Type.String(), Type.Null()]),
  secondaryLogoUrl: Type.Union([Type.String(), Type.Null()]),
  welcomeText: Type.String(),
  welcomeHeadline: Type.String(),
  esyThingAgb: Type.Union([Type.String(), Type.Null()]),
  esyThingDatenschutz: Type.Union([Type.String(), Type.Null()]),
  contact: AccountContact,
  footerLinks: Type.Array(FooterLink),
  assistants: Type.Array(Assistant),
  /** Where the account wants the visitors of its public page; null: the page is here. */
  publicPageElsewhere: Type.Union([Type.String(), Type.Null()]),
});
export type AccountPublicInfo = Type.Static<typeof AccountPublicInfo>;

export const AutoResponderSetting = Type.Object(
  {
    isActivated: Type.Boolean(),
    message: Type.String({ maxLength: limits.account.maxAutoReplyLength }),
  },
  { additionalProperties: false },
);
export type AutoResponderSetting = Type.Static<typeof AutoResponderSetting>;

/** A service provider as its client sees it. product.md §3, Account. */
export const Account = Type.Object({
  id: Id,
  name: Type.String(),
  uniqueAccountKey: Type.String(),
  address: AccountAddress,
  phone: Type.String(),
  fax: Type.String(),
  website: Type.String(),
  mainColor: HexColor,
  secondaryColor: HexColor,
  primaryLogoUrl: Type.Union([Type.String(), Type.Null()]),
  secondaryLogoUrl: Type.Union([Type.String(), Type.Null()]),
  /** What it works on, in its own words. */
  categories: Type.Array(Type.String()),
  /** How many of its cases the client sees. */
  caseCount: Type.Integer(),
  /** of all the client's cases */
  totalUnreadMessage: Type.Integer(),
  /** What is answered by itself to whoever writes, while it is on. */
  autoResponderSetting: AutoResponderSetting,
  /** That this client has accepted what must be accepted here. */
  isActivated: Type.Boolean(),
  /** That its clients begin with their cases (product.md §2.3). */
  isDashboardDisabled: Type.Boolean(),
  esyThingAgb: Type.Union([Type.String(), Type.Null()]),
  esyThingDatenschutz: Type.Union([Type.String(), Type.Null()]),
  /** Goes along when they are accepted: says which texts were to be read. */
  statementHashes: StatementHashes,
  assistants: Type.Array(Assistant),
  /** The form in which it wants to hear what its clients think; null: none. */
  feedbackUrl: Type.Union([Type.String(), Type.Null()]),
  /** Of whoever works at its task board. */
  boardRole: Type.Optional(Role),
});
export type Account = Type.Static<typeof Account>;

export const listAccounts = endpoint({
  method: 'GET',
  path: '/v2.0/accounts',
  tag: 'accounts',
  session: ['registered', 'unregistered'],
  summary:
    'The accounts whose client the caller is, in the order of accountIds; an unregistered session has the one it was opened for.',
  reply: Type.Object({ accounts: Type.Array(Account) }),
});

/** Which of an account's pages are used (product.md §2.3). */
export const AccountPages = Type.Object(
  {
    /** True: its clients begin with their cases, and see no dashboard of it. */
    isDashboardDisabled: Type.Boolean(),
    /** Where visitors of its public page are led, over TLS: its own website or a host of `returnHosts`. Null: the page is here. */
    publicPageElsewhere: Type.Union([HttpUrl, Type.Null()]),
  },
  { additionalProperties: false },
);
export type AccountPages = Type.Static<typeof AccountPages>;

export const getAccountPages = endpoint({
  method: 'GET',
  path: '/provider/v1/pages',
  tag: 'provider',
  session: ['provider'],
  summary: 'Which pages of the portal the provider uses.',
  reply: AccountPages,
});

export const putAccountPages = endpoint({
  method: 'PUT',
  path: '/provider/v1/pages',
  tag: 'provider',
  session: ['provider'],
  summary: 'Says which pages of the portal the provider uses.',
  body: AccountPages,
  reply: AccountPages,
  errors: ['invalidInput'],
});

/** What an account's clients and visitors are told of it beside its name. */
export const AccountProfile = Type.Object(
  {
    categories: Type.Array(
      Type.String({ minLength: 1, maxLength: limits.case.maxCategoryLength, pattern: '\\S' }),
      { maxItems: limits.case.maxCategories, uniqueItems: true },
    ),
    /** One of its own forms, offered while it is published; null: none. */
    feedbackFormId: Type.Union([Id, Type.Null()]),
    /** One of its own forms, shown large on its public page while it is published; null: the oldest. */
    mainServiceFormId: Type.Union([Id, Type.Null()]),
  },
  { additionalProperties: false },
);
export type AccountProfile = Type.Static<typeof AccountProfile>;

export const getAccountProfile = endpoint({
  method: 'GET',
  path: '/provider/v1/profile',
  tag: 'provider',
  session: ['provider'],
  summary: 'What clients and visitors are told of the provider beside its name.',
  reply: AccountProfile,
});

export const putAccountProfile = endpoint({
  method: 'PUT',
  path: '/provider/v1/profile',
  tag: 'provider',
  session: ['provider'],
  summary:
    'Says what clients are told of the provider on their dashboard, what it works on and in which form they say what they think; and which form its public page shows large.',
  body: AccountProfile,
  reply: AccountProfile,
  errors: ['invalidInput', 'notFound'],
});

export const resolveAccountKey = endpoint({
  method: 'GET',
  path: '/account/uniqueAccountKey/:identify',
  tag: 'accounts',
  session: ['public'],
  summary: 'The account behind a public key.',
  params: Type.Object({ identify: Type.String({ maxLength: 100 }) }),
  reply: Type.Object({ accountId: Id }),
  errors: ['notFound', 'tooManyRequests'],
  callsPerMinute: limits.calls.readsPerMinute,
});

const AccountParams = Type.Object({ acc: Id });

export const getPublicInfo = endpoint({
  method: 'GET',
  path: '/account/:id/publicinfo',
  tag: 'accounts',
  session: ['public'],
  summary: 'What everyone may know about a service provider.',
  params: Type.Object({ id: Id }),
  reply: AccountPublicInfo,
  errors: ['notFound', 'tooManyRequests'],
  callsPerMinute: limits.calls.readsPerMinute,
});

export const getLogo = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/accounts/logo',
  tag: 'accounts',
  session: ['public'],
  summary: 'Main logo; 404 means none.',
  params: AccountParams,
  answers: 'stream',
  withoutKeys: true,
  reply: Type.Unknown(),
  errors: ['notFound', 'tooManyRequests'],
  callsPerMinute: limits.calls.readsPerMinute,
});

export const getSecondaryLogo = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/accounts/secondarylogo',
  tag: 'accounts',
  session: ['public'],
  summary: 'Secondary logo; 404 means none.',
  params: AccountParams,
  answers: 'stream',
  withoutKeys: true,
  reply: Type.Unknown(),
  errors: ['notFound', 'tooManyRequests'],
  callsPerMinute: limits.calls.readsPerMinute,
});

export const getTerms = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/account/agb',
  tag: 'accounts',
  session: ['public'],
  summary: 'Terms (AGB) as Markdown, and their SHA-256, by which they are accepted.',
  params: AccountParams,
  query: Type.Object({ resultType: Type.Optional(Type.String()) }),
  reply: Type.Object({ agb: Type.String(), hash: Sha256 }),
  errors: ['notFound', 'tooManyRequests'],
  callsPerMinute: limits.calls.readsPerMinute,
});

export const getPrivacy = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/account/datenschutz',
  tag: 'accounts',
  session: ['public'],
  summary: 'Privacy notice (Datenschutz) as Markdown, and its SHA-256, by which it is accepted.',
  params: AccountParams,
  reply: Type.Object({ datenschutz: Type.String(), hash: Sha256 }),
  errors: ['notFound', 'tooManyRequests'],
  callsPerMinute: limits.calls.readsPerMinute,
});

export const getAutoResponder = endpoint({
  method: 'GET',
  path: '/provider/v1/autoResponder',
  tag: 'provider',
  session: ['provider'],
  summary: 'What clients are answered by itself when they write.',
  reply: AutoResponderSetting,
});

export const setAutoResponder = endpoint({
  method: 'PUT',
  path: '/provider/v1/autoResponder',
  tag: 'provider',
  session: ['provider'],
  summary:
    'Says what clients are answered by itself when they write, and whether they are; it needs a message to be on.',
  body: AutoResponderSetting,
  reply: AutoResponderSetting,
  errors: ['invalidInput'],
});
