import * as Type from 'typebox';
import { StatementHashes } from '#schemas/accounts/statements.ts';
import { AccountAddress } from '#schemas/accounts/accounts.ts';
import { Code, HexColor, Id, IsoDateTime, Language, StringEnum } from '#schemas/platform/common.ts';
import { endpoint, leadingRoles } from '#schemas/platform/endpoint.ts';
import { invitationLimits, passwordLimits, userLimits } from '#schemas/access/limits.ts';

/** 0: invited, has no login yet. 1: registered. */
export const UserStatus = Type.Union([Type.Literal(0), Type.Literal(1)]);
export type UserStatus = Type.Static<typeof UserStatus>;

const Name = Type.String({ maxLength: userLimits.maxNameLength });
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
  /** The user's id at each of `accountIds`: a provider knows a joined login by an id of its own. */
  clientIds: Type.Optional(Type.Record(Type.String(), Id)), // absent in older stored sessions
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
  session: ['public'],
  summary:
    'Returns the data behind an invitation’s link. 404 for an unknown key, 410 for a revoked or ' +
    'expired one. The key of a registered user says so and leads to the login. Changes nothing.',
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
  /** Proof for `joinInvitation` that the invited user has entered the PIN, for an hour. */
  joinToken: Type.String(),
});
export type RegistrationWizard = Type.Static<typeof RegistrationWizard>;

export const getRegistrationWizard = endpoint({
  method: 'GET',
  path: '/v2.0/user/:hashUserKey/wizard',
  session: ['unregistered'],
  summary:
    'Returns the data of the registration wizard to the invited user after the PIN. 409 after the ' +
    'registration.',
  params: InvitationParams,
  reply: RegistrationWizard,
  errors: ['notFound', 'alreadyRegistered'],
});

export const Username = Code({
  minLength: userLimits.minUsernameLength,
  maxLength: userLimits.maxUsernameLength,
  pattern: '^\\S+$',
});

export const checkUsername = endpoint({
  method: 'GET',
  path: '/v2.0/user/:userId/checkUsername/:username',
  session: ['unregistered', 'registered'],
  summary:
    'Checks if the caller can choose this username. Only for the caller’s own user id and a few ' +
    'times a minute, because it must not reveal who is registered.',
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
  session: ['unregistered'],
  isOpenBeforeActivation: true,
  summary:
    'Returns the asynchronous task of the registration; always the same one for an invitation.',
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
  session: ['unregistered'],
  isOpenBeforeActivation: true,
  summary:
    'Completes the registration with username, password and accepted terms. 409 statementsChanged ' +
    'if the texts differ from statementHashes. Succeeds once per invitation. A retry within ' +
    'minutes with the same Idempotency-Key, session, username and password returns the first ' +
    'response. A wrong password in such a retry counts like one at the login.',
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

export const JoinedInvitation = Type.Object(
  {
    /** From `getRegistrationWizard`, which needs the PIN. */
    joinToken: Type.String({ maxLength: 500 }),
    AgbsAccepted: Type.Boolean(),
    /** From `getInvitation`, as shown when the user accepted. Required. */
    statementHashes: Type.Optional(StatementHashes),
  },
  { additionalProperties: false },
);
export type JoinedInvitation = Type.Static<typeof JoinedInvitation>;

export const joinInvitation = endpoint({
  method: 'POST',
  path: '/v2.0/user/:hashUserKey/join',
  session: ['registered'],
  summary:
    'Accepts an invitation with the caller’s login instead of a registration: the account is added ' +
    'to the login. Needs the PIN of the invitation, as joinToken, and ends its session. 409 ' +
    'alreadyClient if the login has this account already, 409 statementsChanged if the texts ' +
    'differ from statementHashes. A retry changes nothing.',
  params: InvitationParams,
  body: JoinedInvitation,
  /** The caller with the new account. */
  reply: Type.Object({ user: UserData }),
  errors: [
    'linkInvalid',
    'linkExpired',
    'alreadyRegistered',
    'alreadyClient',
    'statementsChanged',
    'invalidInput',
  ],
});

export const getUserTask = endpoint({
  method: 'GET',
  path: '/v2.0/user/task/:id',
  session: ['unregistered', 'registered'],
  summary: 'Returns 200 once the caller’s asynchronous task is done, 204 while it is running.',
  params: Type.Object({ id: Id }),
  reply: Type.Object({ isCompleted: Type.Literal(true) }),
  errors: ['notFound'],
});

const UserParams = Type.Object({ userId: Id });

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
  session: ['provider'],
  scopes: ['people'],
  staff: leadingRoles,
  summary:
    'Invites a client with a new link, by mail unless requested otherwise. Earlier links of this ' +
    'provider to this client become invalid. A retry with the same Idempotency-Key returns the ' +
    'same link and sends nothing; with another body it is 409. At most five an hour per client. ' +
    'A disabled client is 409 `clientDisabled`: enable the client first.',
  params: UserParams,
  body: NewInvitation,
  reply: Invitation,
  errors: [
    'notFound',
    'invalidInput',
    'alreadyRegistered',
    'clientDisabled',
    'conflict',
    'tooManyRequests',
  ],
  takesIdempotencyKey: true,
});

export const revokeInvitations = endpoint({
  method: 'DELETE',
  path: '/provider/v1/users/:userId/invitations',
  session: ['provider'],
  scopes: ['people'],
  staff: leadingRoles,
  summary: 'Revokes the client’s open invitations of this provider.',
  params: UserParams,
  reply: Type.Object({ revoked: Type.Integer({ minimum: 0 }) }),
  errors: ['notFound'],
});
