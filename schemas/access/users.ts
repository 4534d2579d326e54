import * as Type from 'typebox';
import { StatementHashes } from '#schemas/accounts/statements.ts';
import { AccountAddress } from '#schemas/accounts/accounts.ts';
import {
  HexColor,
  Id,
  IsoDateTime,
  Language,
  ListQuery,
  Page,
  StringEnum,
} from '#schemas/platform/common.ts';
import { endpoint } from '#schemas/platform/endpoint.ts';
import { invitationLimits, passwordLimits, userLimits } from '#schemas/access/limits.ts';

/** 0: invited, has no login yet. 1: registered. */
export const UserStatus = Type.Union([Type.Literal(0), Type.Literal(1)]);
export type UserStatus = Type.Static<typeof UserStatus>;

const Name = Type.String({ maxLength: userLimits.maxNameLength });
const GivenName = Type.String({ minLength: 1, maxLength: userLimits.maxNameLength });
/** One bare address, because it is written into mail headers. */
const Email = Type.String({
  pattern: '^[^\\s@<>(),;:"\\\\\\[\\]]+@[^\\s@<>(),;:"\\\\\\[\\]]+\\.[^\\s@<>(),;:"\\\\\\[\\].]+$',
  maxLength: userLimits.maxEmailLength,
});
/** Formats accepted: +49 171 1234567, 0049 171 1234567, and 0171/1234567 in Germany. */
const MobileNumber = Type.String({
  pattern: '^(\\+|00?)[1-9]([ ()/-]?[0-9]){5,13}$',
  maxLength: 30,
});

/** Data of the logged-in user (docs/behaviour/access.md#login). */
export const UserData = Type.Object({
  userId: Id,
  firstName: Name,
  lastName: Name,
  salutation: Name,
  email: Type.String(),
  username: Type.Union([Type.String(), Type.Null()]),
  userStatus: UserStatus,
  /** The first of `accountIds`. */
  accountId: Id,
  accountIds: Type.Array(Id),
  /** Accounts without a dashboard. Part of the login, so that no dashboard flashes first. */
  accountIdsWithoutDashboard: Type.Array(Id),
  /** Public keys of `accountIds`; they select the brand before the first page. */
  uniqueAccountKeys: Type.Array(Type.String()),
  /** false saves the request for a missing picture. */
  hasProfilePicture: Type.Boolean(),
});
export type UserData = Type.Static<typeof UserData>;

/** Key in an invitation's link. The server stores its hash. */
export const InvitationKey = Type.String({ pattern: '^[A-Za-z0-9_-]{20,64}$' });
const InvitationParams = Type.Object({ hashUserKey: InvitationKey });

/**
 * Invitation before the PIN: the provider only, never the person
 * (docs/behaviour/access.md#invitations).
 */
export const InvitationMetadata = Type.Object({
  accountId: Id,
  uniqueAccountKey: Type.String(),
  accountName: Type.String(),
  userId: Id,
  userStatus: UserStatus,
  /** Key for the PIN request. */
  authentication: InvitationKey,
  userRegistered: Type.Boolean(),
  isSmsAvailable: Type.Boolean(),
  /** Language of mails. */
  language: Language,
  /** Null once registered. */
  pregivenUsername: Type.Union([Type.String(), Type.Null()]),
  esyThingAgb: Type.Union([Type.String(), Type.Null()]),
  esyThingDatenschutz: Type.Union([Type.String(), Type.Null()]),
  /** Hashes of the shown texts; the client returns them with the registration. */
  statementHashes: StatementHashes,
  phone: Type.String(),
  address: AccountAddress,
  mainColor: HexColor,
  secondaryColor: HexColor,
  primaryLogoUrl: Type.Union([Type.String(), Type.Null()]),
  assistants: Type.Array(Type.Object({ name: Type.String(), url: Type.String() })),
});
export type InvitationMetadata = Type.Static<typeof InvitationMetadata>;

export const getInvitation = endpoint({
  method: 'GET',
  path: '/v2.0/user/:hashUserKey/metadata',
  tag: 'users',
  session: ['public'],
  summary:
    'What an invitation’s link leads to. 404 for an unknown key, 410 for one that was ' +
    'revoked or has expired. A registered user’s key says so, and leads to the login. ' +
    'Changes nothing.',
  params: InvitationParams,
  reply: InvitationMetadata,
  errors: ['linkInvalid', 'linkExpired', 'tooManyRequests'],
});

/** Data of the registration wizard. */
export const RegistrationWizard = Type.Object({
  userId: Id,
  accountId: Id,
  firstName: Name,
  lastName: Name,
  email: Type.String(),
  /** Prefills the username step. */
  username: Type.String(),
  /** Proof for `registerUser` that this session opened the wizard. */
  token: Type.String(),
});
export type RegistrationWizard = Type.Static<typeof RegistrationWizard>;

export const getRegistrationWizard = endpoint({
  method: 'GET',
  path: '/v2.0/user/:hashUserKey/wizard',
  tag: 'users',
  session: ['unregistered'],
  summary:
    'Data of the registration wizard, for the invited user after the PIN. 409 once registered.',
  params: InvitationParams,
  reply: RegistrationWizard,
  errors: ['notFound', 'alreadyRegistered'],
});

export const Username = Type.String({
  minLength: userLimits.minUsernameLength,
  maxLength: userLimits.maxUsernameLength,
  pattern: '^\\S+$',
});

export const checkUsername = endpoint({
  method: 'GET',
  path: '/v2.0/user/:userId/checkUsername/:username',
  tag: 'users',
  session: ['unregistered', 'registered'],
  summary:
    'Whether the caller can choose this username. Only for the caller’s own user id, and few ' +
    'times a minute: it must not tell who is registered.',
  params: Type.Object({
    userId: Id,
    username: Type.String({ minLength: 1, maxLength: userLimits.maxUsernameLength }),
  }),
  reply: Type.Object({ isValid: Type.Boolean(), reasonMessage: Type.Optional(Type.String()) }),
  errors: ['notFound', 'tooManyRequests'],
  callsPerMinute: userLimits.usernameChecksPerMinute,
});

const RegistrationParams = Type.Object({ acc: Id, key: InvitationKey });

export const startRegistration = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/user/:key/register',
  tag: 'users',
  session: ['unregistered'],
  summary:
    'The asynchronous task under which the registration then runs; always the same one for ' +
    'one invitation.',
  params: RegistrationParams,
  reply: Type.Object({ asyncTaskKey: Id }),
  errors: ['notFound', 'alreadyRegistered'],
});

export const Registration = Type.Object(
  {
    username: Username,
    password: Type.String({ minLength: 1, maxLength: passwordLimits.maxLength }),
    passwordConfirmation: Type.String({ maxLength: passwordLimits.maxLength }),
    accountId: Id,
    /** From `startRegistration`. */
    Key: Id,
    userId: Id,
    AgbsAccepted: Type.Boolean(),
    /** From `getInvitation`, as shown when the user accepted. Required. */
    statementHashes: Type.Optional(StatementHashes),
    /** From `getRegistrationWizard`. */
    token: Type.String({ maxLength: 500 }),
  },
  { additionalProperties: false },
);
export type Registration = Type.Static<typeof Registration>;

export const registerUser = endpoint({
  method: 'POST',
  path: '/v2.0/e.consult.:acc/user/:key/register',
  tag: 'users',
  session: ['unregistered'],
  summary:
    'Completes the registration: username and password, terms accepted where there are any; ' +
    '409 statementsChanged when they are others than those of statementHashes. Once per ' +
    'invitation, however many ask at once; a repeat within minutes under the same Key by the ' +
    'same session, with the same username and password, answers the first result. Wrong ' +
    'passwords in one count as at the login.',
  params: RegistrationParams,
  body: Registration,
  reply: Type.Object({ userId: Id, userStatus: UserStatus }),
  errors: [
    'notFound',
    'alreadyRegistered',
    'usernameTaken',
    'statementsChanged',
    'loginLocked',
    'invalidInput',
    'tooManyRequests',
  ],
});

export const getUserTask = endpoint({
  method: 'GET',
  path: '/v2.0/user/task/:id',
  tag: 'users',
  session: ['unregistered', 'registered'],
  summary: 'Whether an asynchronous task of the caller’s is done; 204 while it is not.',
  params: Type.Object({ id: Id }),
  reply: Type.Object({ isCompleted: Type.Literal(true) }),
  errors: ['notFound'],
});

/** A user in the provider API, without password, PIN or key. */
export const ProviderUser = Type.Object({
  userId: Id,
  firstName: Name,
  lastName: Name,
  salutation: Name,
  email: Type.String(),
  mobile: Type.Union([Type.String(), Type.Null()]),
  language: Language,
  userStatus: UserStatus,
  isDisabled: Type.Boolean(),
  createdAt: IsoDateTime,
  registeredAt: Type.Union([IsoDateTime, Type.Null()]),
});
export type ProviderUser = Type.Static<typeof ProviderUser>;

export const NewUser = Type.Object(
  {
    firstName: GivenName,
    lastName: GivenName,
    salutation: Type.Optional(Name),
    email: Email,
    mobile: Type.Optional(MobileNumber),
    language: Type.Optional(Language),
  },
  { additionalProperties: false },
);
export type NewUser = Type.Static<typeof NewUser>;

const UserParams = Type.Object({ userId: Id });

export const createUser = endpoint({
  method: 'POST',
  path: '/provider/v1/users',
  tag: 'provider',
  session: ['provider'],
  summary:
    'Creates a client of the provider’s: a user of its own, also where another provider ' +
    'knows the same address. Invite them afterwards; nothing is sent yet. A repeat under the ' +
    'same Idempotency-Key answers the first one.',
  body: NewUser,
  reply: ProviderUser,
  errors: ['invalidInput', 'conflict'],
});

export const listUsers = endpoint({
  method: 'GET',
  path: '/provider/v1/users',
  tag: 'provider',
  session: ['provider'],
  summary: 'The provider’s clients, newest first.',
  query: ListQuery,
  reply: Page(ProviderUser),
  errors: ['invalidInput'],
});

export const getUser = endpoint({
  method: 'GET',
  path: '/provider/v1/users/:userId',
  tag: 'provider',
  session: ['provider'],
  summary: 'One client of the provider’s.',
  params: UserParams,
  reply: ProviderUser,
  errors: ['notFound'],
});

export const disableUser = endpoint({
  method: 'POST',
  path: '/provider/v1/users/:userId/disable',
  tag: 'provider',
  session: ['provider'],
  summary: 'Takes a client’s access to this provider away, at once and in running sessions too.',
  params: UserParams,
  reply: ProviderUser,
  errors: ['notFound'],
});

export const enableUser = endpoint({
  method: 'POST',
  path: '/provider/v1/users/:userId/enable',
  tag: 'provider',
  session: ['provider'],
  summary: 'Gives a client access again.',
  params: UserParams,
  reply: ProviderUser,
  errors: ['notFound'],
});

export const pinChannels = ['Sms', 'Email'] as const;
export const PinChannel = StringEnum(pinChannels);
export type PinChannel = (typeof pinChannels)[number];

export const NewInvitation = Type.Object(
  {
    /** Allowed PIN channels; default: all. Sms needs a mobile number and an SMS gateway. */
    pinChannels: Type.Optional(Type.Array(PinChannel, { minItems: 1, uniqueItems: true })),
    pregivenUsername: Type.Optional(Username),
    validDays: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: invitationLimits.maxValidDays,
        default: invitationLimits.validDays,
      }),
    ),
    /** false: sends no mail, because the provider delivers the link. */
    sendMail: Type.Optional(Type.Boolean({ default: true })),
  },
  { additionalProperties: false },
);
export type NewInvitation = Type.Static<typeof NewInvitation>;

/** Returned once; the server stores a hash of its key. */
export const Invitation = Type.Object({
  invitationId: Id,
  hashUserKey: InvitationKey,
  url: Type.String(),
  validUntil: IsoDateTime,
});
export type Invitation = Type.Static<typeof Invitation>;

export const inviteUser = endpoint({
  method: 'POST',
  path: '/provider/v1/users/:userId/invitations',
  tag: 'provider',
  session: ['provider'],
  summary:
    'Invites a client, or invites them again: a new link, by mail unless told otherwise; ' +
    'earlier links of this provider to this client end. A repeat under the same ' +
    'Idempotency-Key answers the same link and sends nothing; one that asks for something ' +
    'else is 409. At most five an hour for one client.',
  params: UserParams,
  body: NewInvitation,
  reply: Invitation,
  errors: ['notFound', 'invalidInput', 'alreadyRegistered', 'conflict', 'tooManyRequests'],
});

export const revokeInvitations = endpoint({
  method: 'DELETE',
  path: '/provider/v1/users/:userId/invitations',
  tag: 'provider',
  session: ['provider'],
  summary: 'Ends the client’s open invitations of this provider.',
  params: UserParams,
  reply: Type.Object({ revoked: Type.Integer({ minimum: 0 }) }),
  errors: ['notFound'],
});
