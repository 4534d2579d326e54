import * as Type from 'typebox';
import { StatementHashes } from './acceptances.ts';
import { AccountAddress } from './accounts.ts';
import { HexColor, Id, IsoDateTime, Language, ListQuery, Page, StringEnum } from './common.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';

/** 0: invited, has no login yet. 1: registered (product.md §3, akteMeta). */
export const UserStatus = Type.Union([Type.Literal(0), Type.Literal(1)]);
export type UserStatus = Type.Static<typeof UserStatus>;

const Name = Type.String({ maxLength: limits.user.maxNameLength });
const GivenName = Type.String({ minLength: 1, maxLength: limits.user.maxNameLength });
/** One address and nothing around it: it goes into the head of mails. */
const Email = Type.String({
  pattern: '^[^\\s@<>(),;:"\\\\\\[\\]]+@[^\\s@<>(),;:"\\\\\\[\\]]+\\.[^\\s@<>(),;:"\\\\\\[\\].]+$',
  maxLength: limits.user.maxEmailLength,
});
/** As people write it: +49 171 1234567, 0049 171 1234567 or, within Germany, 0171/1234567. */
const MobileNumber = Type.String({
  pattern: '^(\\+|00?)[1-9]([ ()/-]?[0-9]){5,13}$',
  maxLength: 30,
});

/** What a browser knows of whoever is logged in (calls.md §7, login). */
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
  /** Those of `accountIds` whose clients begin with their cases: known with the login, so that nobody is shown a dashboard first. */
  accountIdsWithoutDashboard: Type.Array(Id),
  /** The public keys of all of them: whose portal it is, known before anything of it is shown. */
  uniqueAccountKeys: Type.Array(Type.String()),
  /** Nobody asks for a picture that is not there. */
  hasProfilePicture: Type.Boolean(),
});
export type UserData = Type.Static<typeof UserData>;

/** The key of an invitation, as it stands in its link. Only its hash is stored. */
export const InvitationKey = Type.String({ pattern: '^[A-Za-z0-9_-]{20,64}$' });
const InvitationParams = Type.Object({ hashUserKey: InvitationKey });

/** What an invitation tells before anybody has proven who they are: whose it is, and nothing of the person. product.md §3, Case meta. */
export const InvitationMetadata = Type.Object({
  accountId: Id,
  uniqueAccountKey: Type.String(),
  accountName: Type.String(),
  userId: Id,
  userStatus: UserStatus,
  /** The key that a PIN is asked for with. */
  authentication: InvitationKey,
  userRegistered: Type.Boolean(),
  isSmsAvailable: Type.Boolean(),
  /** That their mails are written in. */
  language: Language,
  /** Null once registered. */
  pregivenUsername: Type.Union([Type.String(), Type.Null()]),
  esyThingAgb: Type.Union([Type.String(), Type.Null()]),
  esyThingDatenschutz: Type.Union([Type.String(), Type.Null()]),
  /** Goes along with the registration: says which texts were to be read. */
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
    'What an invitation’s link leads to. 404 for an unknown key, 410 for one that was revoked or has expired. A registered user’s key says so, and leads to the login. Changes nothing.',
  params: InvitationParams,
  reply: InvitationMetadata,
  errors: ['linkInvalid', 'linkExpired', 'tooManyRequests'],
});

/** What the registration wizard works with. */
export const RegistrationWizard = Type.Object({
  userId: Id,
  accountId: Id,
  firstName: Name,
  lastName: Name,
  email: Type.String(),
  /** Prefills the username step. */
  username: Type.String(),
  /** Proves at `registerUser` that the wizard was opened in this session. */
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
  minLength: limits.user.minUsernameLength,
  maxLength: limits.user.maxUsernameLength,
  pattern: '^\\S+$',
});

export const checkUsername = endpoint({
  method: 'GET',
  path: '/v2.0/user/:userId/checkUsername/:username',
  tag: 'users',
  session: ['unregistered', 'registered'],
  summary:
    'Whether the caller can choose this username. Only for the caller’s own user id, and few times a minute: it must not tell who is registered.',
  params: Type.Object({
    userId: Id,
    username: Type.String({ minLength: 1, maxLength: limits.user.maxUsernameLength }),
  }),
  reply: Type.Object({ isValid: Type.Boolean(), reasonMessage: Type.Optional(Type.String()) }),
  errors: ['notFound', 'tooManyRequests'],
  callsPerMinute: limits.user.usernameChecksPerMinute,
});

const RegistrationParams = Type.Object({ acc: Id, key: InvitationKey });

export const startRegistration = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/user/:key/register',
  tag: 'users',
  session: ['unregistered'],
  summary:
    'The asynchronous task under which the registration then runs; always the same one for one invitation.',
  params: RegistrationParams,
  reply: Type.Object({ asyncTaskKey: Id }),
  errors: ['notFound', 'alreadyRegistered'],
});

export const Registration = Type.Object(
  {
    username: Username,
    password: Type.String({ minLength: 1, maxLength: limits.password.maxLength }),
    passwordConfirmation: Type.String({ maxLength: limits.password.maxLength }),
    accountId: Id,
    /** Of `startRegistration`. */
    Key: Id,
    userId: Id,
    AgbsAccepted: Type.Boolean(),
    /** Of `getInvitation`, as they were when the boxes were ticked. Without them nothing is accepted. */
    statementHashes: Type.Optional(StatementHashes),
    /** Of `getRegistrationWizard`. */
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
    'Completes the registration: username and password, terms accepted where there are any; 409 statementsChanged when they are others than those of statementHashes. Once per invitation, however many ask at once; a repeat within minutes under the same Key by the same session, with the same username and password, answers the first result. Wrong passwords in one count as at the login.',
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

/** A user as its provider sees it. Never with a password, a PIN or a key. */
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
    'Creates a client of the provider’s: a user of its own, also where another provider knows the same address. Invite them afterwards; nothing is sent yet. A repeat under the same Idempotency-Key answers the first one.',
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
    /** By which ways PINs may reach the client; all there are, unless given. Sms needs a mobile number, and a gateway on this server. */
    pinChannels: Type.Optional(Type.Array(PinChannel, { minItems: 1, uniqueItems: true })),
    pregivenUsername: Type.Optional(Username),
    validDays: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: limits.invitation.maxValidDays,
        default: limits.invitation.validDays,
      }),
    ),
    /** False: no mail is sent, the provider hands the link over itself. */
    sendMail: Type.Optional(Type.Boolean({ default: true })),
  },
  { additionalProperties: false },
);
export type NewInvitation = Type.Static<typeof NewInvitation>;

/** The link is answered once; the server keeps a hash of its key. */
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
    'Invites a client, or invites them again: a new link, by mail unless told otherwise; earlier links of this provider to this client end. A repeat under the same Idempotency-Key answers the same link and sends nothing; one that asks for something else is 409. At most five an hour for one client.',
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
