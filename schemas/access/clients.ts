import * as Type from 'typebox';
import {
  CountedPage,
  ExternalId,
  FoundQuery,
  GivenLine,
  Id,
  IsoDateTime,
  Language,
  Line,
  MailAddress,
  MobileNumber,
  SearchText,
  StringEnum,
} from '#schemas/platform/common.ts';
import { endpoint, officeRoles, leadingRoles } from '#schemas/platform/endpoint.ts';
import { changingSides } from '#schemas/events/programEvents.ts';
import { userLimits } from '#schemas/access/limits.ts';
import { UserStatus } from './users.ts';

const Name = Line(userLimits.maxNameLength);
const GivenName = GivenLine(userLimits.maxNameLength);

/**
 * States of a client's access, of which one applies: no link, a valid or an expired one, a login,
 * a disabled one, or the end of the relation (docs/behaviour/access.md#states-of-access).
 */
export const accessStates = ['none', 'invited', 'expired', 'active', 'disabled', 'ended'] as const;
export type AccessState = (typeof accessStates)[number];

/** A user in the provider API, without password, PIN or key. */
export const ProviderUser = Type.Object({
  userId: Id,
  /** In the provider's own software. */
  externalId: Type.Union([Type.String(), Type.Null()]),
  firstName: Name,
  lastName: Name,
  salutation: Name,
  email: Type.String(),
  mobile: Type.Union([Type.String(), Type.Null()]),
  language: Language,
  userStatus: UserStatus,
  isDisabled: Type.Boolean(),
  accessState: StringEnum(accessStates),
  /** The newest invitation, valid or expired; null without one, or after it was revoked. */
  invitation: Type.Union([
    Type.Object({ createdAt: IsoDateTime, validUntil: IsoDateTime }),
    Type.Null(),
  ]),
  /** Since then nothing new is exchanged; null: the relation has not ended. */
  endedDate: Type.Union([IsoDateTime, Type.Null()]),
  endedBy: Type.Union([StringEnum(changingSides), Type.Null()]),
  createdAt: IsoDateTime,
  registeredAt: Type.Union([IsoDateTime, Type.Null()]),
  /** Last visit at this provider, to within five minutes. */
  lastSeenDate: Type.Union([IsoDateTime, Type.Null()]),
});
export type ProviderUser = Type.Static<typeof ProviderUser>;

export const NewUser = Type.Object(
  {
    /** Empty for a person with a single name, which is the `lastName`. */
    firstName: Name,
    lastName: GivenName,
    salutation: Type.Optional(Name),
    email: MailAddress,
    mobile: Type.Optional(MobileNumber),
    language: Type.Optional(Language),
    /** In the provider's own software; 409 if another client has it. */
    externalId: Type.Optional(ExternalId),
  },
  { additionalProperties: false },
);
export type NewUser = Type.Static<typeof NewUser>;

/** A client in a list. */
export const ListedUser = Type.Object({
  ...ProviderUser.properties,
  /** Cases that are shared with the client and that the caller may see. */
  caseCount: Type.Integer({ minimum: 0 }),
});
export type ListedUser = Type.Static<typeof ListedUser>;

/** A change of a client. Omitted fields stay as they are. */
export const UserChange = Type.Object(
  {
    firstName: Type.Optional(Name),
    lastName: Type.Optional(GivenName),
    salutation: Type.Optional(Name),
    /** Where the provider's mails go. A registered client's login keeps its own address. */
    email: Type.Optional(MailAddress),
    mobile: Type.Optional(Type.Union([MobileNumber, Type.Null()])),
    language: Type.Optional(Language),
    externalId: Type.Optional(Type.Union([ExternalId, Type.Null()])),
  },
  { additionalProperties: false },
);
export type UserChange = Type.Static<typeof UserChange>;

const UserParams = Type.Object({ userId: Id });

export const createUser = endpoint({
  method: 'POST',
  path: '/provider/v1/users',
  session: ['provider'],
  scopes: ['people'],
  staff: leadingRoles,
  summary:
    'Creates a client of the provider. Another provider’s client with the same address stays a ' +
    'separate user. Sends nothing: invite the client afterwards. A retry with the same ' +
    'Idempotency-Key returns the first response.',
  body: NewUser,
  reply: ProviderUser,
  errors: ['invalidInput', 'conflict'],
  takesIdempotencyKey: true,
});

export const listUsers = endpoint({
  method: 'GET',
  path: '/provider/v1/users',
  session: ['provider'],
  scopes: ['people'],
  staff: officeRoles,
  summary:
    'Lists the provider’s clients, newest first: all, or those that all filters find. ' +
    '`total` counts up to 1,000 of them; null: there are more.',
  query: Type.Object({
    ...FoundQuery.properties,
    /** Without regard to capitals. */
    email: Type.Optional(MailAddress),
    /** Words of name and address, or their beginnings. */
    q: Type.Optional(SearchText),
    accessState: Type.Optional(StringEnum(accessStates)),
    /** true: without the provider’s staff */
    withoutStaff: Type.Optional(Type.Literal(true)),
  }),
  reply: CountedPage(ListedUser),
  errors: ['invalidInput'],
});

const Count = Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]);

/** Clients of a provider by the state of their access; null: more than 1,000. */
export const ClientCounts = Type.Object({
  all: Count,
  none: Count,
  invited: Count,
  expired: Count,
  active: Count,
  disabled: Count,
  ended: Count,
});
export type ClientCounts = Type.Static<typeof ClientCounts>;

export const countUsers = endpoint({
  method: 'GET',
  path: '/provider/v1/users/counts',
  session: ['provider'],
  scopes: ['people'],
  staff: officeRoles,
  summary:
    'Counts the provider’s clients, without its staff, by the state of their access. Each count ' +
    'goes up to 1,000; null: there are more.',
  reply: ClientCounts,
});

export const getUser = endpoint({
  method: 'GET',
  path: '/provider/v1/users/:userId',
  session: ['provider'],
  scopes: ['people'],
  staff: officeRoles,
  summary: 'Returns a client of the provider.',
  params: UserParams,
  reply: ProviderUser,
  errors: ['notFound'],
  etagOf: UserChange,
});

export const changeUser = endpoint({
  method: 'PATCH',
  path: '/provider/v1/users/:userId',
  session: ['provider'],
  scopes: ['people'],
  staff: leadingRoles,
  summary:
    'Changes a client; omitted fields stay. A registered client is mailed which fields were ' +
    'changed. The address of their login stays: only the client changes it.',
  params: UserParams,
  body: UserChange,
  reply: ProviderUser,
  errors: ['notFound', 'invalidInput', 'conflict'],
  etagOf: UserChange,
  ifMatch: 'required',
});

export const disableUser = endpoint({
  method: 'POST',
  path: '/provider/v1/users/:userId/disable',
  session: ['provider'],
  scopes: ['people'],
  staff: leadingRoles,
  summary:
    'Revokes a client’s access to this provider at once, in open sessions too. 409 for staff who ' +
    'name themselves.',
  params: UserParams,
  reply: ProviderUser,
  errors: ['notFound', 'conflict'],
});

export const enableUser = endpoint({
  method: 'POST',
  path: '/provider/v1/users/:userId/enable',
  session: ['provider'],
  scopes: ['people'],
  staff: leadingRoles,
  summary: 'Restores a client’s access.',
  params: UserParams,
  reply: ProviderUser,
  errors: ['notFound'],
});
