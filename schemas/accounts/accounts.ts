import * as Type from 'typebox';
import { StatementHashes } from '#schemas/accounts/statements.ts';
import {
  GivenLine,
  HexColor,
  HttpUrl,
  Id,
  IsoDateTime,
  Line,
  Prose,
  Telephone,
  Website,
} from '#schemas/platform/common.ts';
import { endpoint } from '#schemas/platform/endpoint.ts';
import { Sha256 } from '#schemas/platform/common.ts';
import { accountLimits } from '#schemas/accounts/limits.ts';
import { callLimits } from '#schemas/platform/limits.ts';
import { FooterLink } from './looks.ts';
import { Role } from './staff.ts';

const Hours = Prose(accountLimits.maxOpeningHoursLength);
/** In the account's own words, a line for each day or group of days; one text, or one per language. */
export const OpeningHours = Type.Union([
  Hours,
  Type.Object({ de: Hours, en: Type.Optional(Hours) }, { additionalProperties: false }),
]);

export const AccountContact = Type.Object({
  street: Type.String(),
  postalCode: Type.String(),
  city: Type.String(),
  contact: Type.String(),
  website: Type.String(),
  fax: Type.Optional(Type.String()),
  openingHours: Type.Optional(OpeningHours),
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

/** Key and texts under the names of other calls too, because programs know them by either. */
const PublicInfoReply = Type.Object({
  ...AccountPublicInfo.properties,
  uniqueAccountKey: Type.String(),
  terms: Type.Union([Type.String(), Type.Null()]),
  privacy: Type.Union([Type.String(), Type.Null()]),
});

export const AutoResponderSetting = Type.Object(
  {
    isActivated: Type.Boolean(),
    message: Prose(accountLimits.maxAutoReplyLength),
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
  openingHours: Type.Optional(OpeningHours),
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
  /** Since then the client only reads what was exchanged; null: the relation has not ended. */
  endedDate: Type.Union([IsoDateTime, Type.Null()]),
  /** true: an activation resumes the relation, because the account has invited the client again */
  isInvitedAgain: Type.Boolean(),
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
  session: ['registered', 'unregistered'],
  summary:
    'Lists the accounts of the caller in the order of accountIds. An unregistered session has the ' +
    'one that it was opened for.',
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
  session: ['provider'],
  scopes: ['settings'],
  summary: 'Returns which pages of the portal the provider uses.',
  reply: AccountPages,
});

export const putAccountPages = endpoint({
  method: 'PUT',
  path: '/provider/v1/pages',
  session: ['provider'],
  scopes: ['settings'],
  summary: 'Sets which pages of the portal the provider uses.',
  body: AccountPages,
  reply: AccountPages,
  errors: ['invalidInput'],
});

/** Profile of an account. */
export const AccountProfile = Type.Object(
  {
    categories: Type.Array(GivenLine(accountLimits.maxCategoryLength), {
      maxItems: accountLimits.maxCategories,
      uniqueItems: true,
    }),
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
  session: ['provider'],
  scopes: ['settings'],
  summary:
    'Returns the provider’s fields of work, its feedback form and the main form of its public ' +
    'page.',
  reply: AccountProfile,
});

export const putAccountProfile = endpoint({
  method: 'PUT',
  path: '/provider/v1/profile',
  session: ['provider'],
  scopes: ['settings'],
  summary:
    'Sets the provider’s fields of work, its feedback form and the main form of its public page.',
  body: AccountProfile,
  reply: AccountProfile,
  errors: ['invalidInput', 'notFound'],
});

const detail = Line(accountLimits.maxDetailLength);
const AccountName = GivenLine(accountLimits.maxDetailLength);

/** Name, address and ways to reach an account, as its pages, mails and PDFs show them. */
export const AccountDetails = Type.Object(
  {
    name: AccountName,
    shortName: AccountName,
    street: detail,
    postalCode: detail,
    city: detail,
    phone: Telephone(accountLimits.maxDetailLength),
    fax: Telephone(accountLimits.maxDetailLength),
    /** empty: none */
    website: Website,
    /** absent: none */
    openingHours: Type.Optional(OpeningHours),
  },
  { additionalProperties: false },
);
export type AccountDetails = Type.Static<typeof AccountDetails>;

/** Details as a provider sends them. Programs that know no opening hours do not remove them. */
export const GivenAccountDetails = Type.Object(
  {
    ...AccountDetails.properties,
    openingHours: Type.Optional(
      Type.Union([...OpeningHours.anyOf, Type.Null()], {
        description: 'Absent: they stay as they are. Null or empty: none.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type GivenAccountDetails = Type.Static<typeof GivenAccountDetails>;

export const getAccountDetails = endpoint({
  method: 'GET',
  path: '/provider/v1/details',
  session: ['provider'],
  scopes: ['settings'],
  summary: 'Returns the provider’s name, address, telephone, fax, website and opening hours.',
  reply: AccountDetails,
});

export const putAccountDetails = endpoint({
  method: 'PUT',
  path: '/provider/v1/details',
  session: ['provider'],
  scopes: ['settings'],
  summary:
    'Sets the provider’s name, address, telephone, fax and website; and its opening hours, if they ' +
    'are sent.',
  body: GivenAccountDetails,
  reply: AccountDetails,
});

export const resolveAccountKey = endpoint({
  method: 'GET',
  path: '/account/uniqueAccountKey/:identify',
  session: ['public'],
  summary: 'Returns the account with this public key.',
  params: Type.Object({ identify: Type.String({ maxLength: 100 }) }),
  reply: Type.Object({ accountId: Id }),
  errors: ['notFound', 'tooManyRequests'],
  callsPerMinute: callLimits.readsPerMinute,
});

const AccountParams = Type.Object({ acc: Id });

export const getPublicInfo = endpoint({
  method: 'GET',
  path: '/account/:id/publicinfo',
  session: ['public'],
  summary: 'Returns the public data of a provider.',
  params: Type.Object({ id: Id }),
  reply: PublicInfoReply,
  errors: ['notFound', 'tooManyRequests'],
  callsPerMinute: callLimits.readsPerMinute,
});

export const getLogo = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/accounts/logo',
  session: ['public'],
  summary: 'Returns the main logo; 404 without one.',
  params: AccountParams,
  answers: 'png',
  withoutWebKeys: true,
  reply: Type.Unknown(),
  errors: ['notFound', 'tooManyRequests'],
  callsPerMinute: callLimits.readsPerMinute,
});

export const getSecondaryLogo = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/accounts/secondarylogo',
  session: ['public'],
  summary: 'Returns the secondary logo; 404 without one.',
  params: AccountParams,
  answers: 'png',
  withoutWebKeys: true,
  reply: Type.Unknown(),
  errors: ['notFound', 'tooManyRequests'],
  callsPerMinute: callLimits.readsPerMinute,
});

export const getTerms = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/account/agb',
  session: ['public'],
  summary: 'Returns the terms (AGB) as Markdown with their SHA-256, which an acceptance names.',
  params: AccountParams,
  query: Type.Object({ resultType: Type.Optional(Type.String()) }),
  reply: Type.Object({ agb: Type.String(), hash: Sha256 }),
  errors: ['notFound', 'tooManyRequests'],
  callsPerMinute: callLimits.readsPerMinute,
});

export const getPrivacy = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/account/datenschutz',
  session: ['public'],
  summary:
    'Returns the privacy notice (Datenschutz) as Markdown with its SHA-256, which an acceptance ' +
    'names.',
  params: AccountParams,
  reply: Type.Object({ datenschutz: Type.String(), hash: Sha256 }),
  errors: ['notFound', 'tooManyRequests'],
  callsPerMinute: callLimits.readsPerMinute,
});

export const getAutoResponder = endpoint({
  method: 'GET',
  path: '/provider/v1/autoResponder',
  session: ['provider'],
  scopes: ['settings'],
  summary: 'Returns the automatic reply to client messages.',
  reply: AutoResponderSetting,
});

export const setAutoResponder = endpoint({
  method: 'PUT',
  path: '/provider/v1/autoResponder',
  session: ['provider'],
  scopes: ['settings'],
  summary:
    'Sets the automatic reply to client messages and enables or disables it. Enabling requires a ' +
    'text.',
  body: AutoResponderSetting,
  reply: AutoResponderSetting,
  errors: ['invalidInput'],
});
