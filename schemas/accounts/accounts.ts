import * as Type from 'typebox';
import { StatementHashes } from '#schemas/accounts/statements.ts';
import { HexColor, HttpUrl, Id } from '#schemas/platform/common.ts';
import { endpoint } from '#schemas/platform/endpoint.ts';
import { Sha256 } from '#schemas/platform/common.ts';
import { accountLimits } from '#schemas/accounts/limits.ts';
import { callLimits } from '#schemas/platform/limits.ts';
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

/** Postal address of an account. */
export const AccountAddress = Type.Object({
  street: Type.String(),
  postalCode: Type.String(),
  city: Type.String(),
});

/** A published form as a card (docs/behaviour/accounts.md#services). */
export const Assistant = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  url: Type.String(),
  headerLogoUrl: Type.Union([Type.String(), Type.Null()]),
  isMainService: Type.Boolean(),
});
export type Assistant = Type.Static<typeof Assistant>;

/** Facts that everyone may read (docs/behaviour/accounts.md#public-information). */
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
  /** Redirect target of the public page; null: no redirect. */
  publicPageElsewhere: Type.Union([Type.String(), Type.Null()]),
});
export type AccountPublicInfo = Type.Static<typeof AccountPublicInfo>;

export const AutoResponderSetting = Type.Object(
  {
    isActivated: Type.Boolean(),
    message: Type.String({ maxLength: accountLimits.maxAutoReplyLength }),
  },
  { additionalProperties: false },
);
export type AutoResponderSetting = Type.Static<typeof AutoResponderSetting>;

/** An account as its client sees it (docs/behaviour/accounts.md#account). */
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
  /** Fields of practice. */
  categories: Type.Array(Type.String()),
  /** Number of cases that the client sees. */
  caseCount: Type.Integer(),
  /** over all cases of the client */
  totalUnreadMessage: Type.Integer(),
  /** Automatic reply to messages. */
  autoResponderSetting: AutoResponderSetting,
  /** true after this client accepted the statements */
  isActivated: Type.Boolean(),
  /** true: clients start at their cases (docs/behaviour/accounts.md#pages) */
  isDashboardDisabled: Type.Boolean(),
  esyThingAgb: Type.Union([Type.String(), Type.Null()]),
  esyThingDatenschutz: Type.Union([Type.String(), Type.Null()]),
  /** Hashes of the shown texts; the client returns them when it accepts. */
  statementHashes: StatementHashes,
  assistants: Type.Array(Assistant),
  /** Feedback form; null: none. */
  feedbackUrl: Type.Union([Type.String(), Type.Null()]),
  /** Role on the task board. */
  boardRole: Type.Optional(Role),
});
export type Account = Type.Static<typeof Account>;

export const listAccounts = endpoint({
  method: 'GET',
  path: '/v2.0/accounts',
  tag: 'accounts',
  session: ['registered', 'unregistered'],
  summary:
    'The accounts whose client the caller is, in the order of accountIds; an unregistered ' +
    'session has the one it was opened for.',
  reply: Type.Object({ accounts: Type.Array(Account) }),
});

/** Pages that an account uses (docs/behaviour/accounts.md#pages). */
export const AccountPages = Type.Object(
  {
    /** true: clients start at their cases and see no dashboard */
    isDashboardDisabled: Type.Boolean(),
    /**
     * Redirect target of the public page over TLS, on the own website or in `returnHosts`; null:
     * none.
     */
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

/** Profile of an account. */
export const AccountProfile = Type.Object(
  {
    categories: Type.Array(
      Type.String({ minLength: 1, maxLength: accountLimits.maxCategoryLength, pattern: '\\S' }),
      { maxItems: accountLimits.maxCategories, uniqueItems: true },
    ),
    /** Own form, offered while published; null: none. */
    feedbackFormId: Type.Union([Id, Type.Null()]),
    /** Own form, first on the public page while published; null: the oldest. */
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
    'Says what clients are told of the provider on their dashboard, what it works on and in ' +
    'which form they say what they think; and which form its public page shows large.',
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
  callsPerMinute: callLimits.readsPerMinute,
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
  callsPerMinute: callLimits.readsPerMinute,
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
  callsPerMinute: callLimits.readsPerMinute,
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
  callsPerMinute: callLimits.readsPerMinute,
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
  callsPerMinute: callLimits.readsPerMinute,
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
  callsPerMinute: callLimits.readsPerMinute,
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
    'Says what clients are answered by itself when they write, and whether they are; it ' +
    'needs a message to be on.',
  body: AutoResponderSetting,
  reply: AutoResponderSetting,
  errors: ['invalidInput'],
});
