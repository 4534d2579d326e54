import * as Type from 'typebox';
import {
  GivenLine,
  Id,
  IsoDateTime,
  Language,
  Line,
  MailAddress,
  MobileNumber,
} from '#schemas/platform/common.ts';
import { endpoint } from '#schemas/platform/endpoint.ts';
import { passwordLimits, userLimits } from '#schemas/access/limits.ts';
import { pinLimits } from '#schemas/forms/limits.ts';
import { UserData } from './users.ts';

const Name = Line(userLimits.maxNameLength);
const GivenName = GivenLine(userLimits.maxNameLength);

/** A change that needs no password (docs/behaviour/access.md#changes-by-the-client). */
export const DetailsChange = Type.Object(
  {
    salutation: Name,
    /** Empty for a person with a single name, which is the `lastName`. */
    firstName: Name,
    lastName: GivenName,
    /** Language of mails. */
    language: Language,
  },
  { additionalProperties: false },
);
export type DetailsChange = Type.Static<typeof DetailsChange>;

export const WaitingContact = Type.Object({ value: Type.String(), validUntil: IsoDateTime });
export type WaitingContact = Type.Static<typeof WaitingContact>;

const Mobile = Type.Union([Type.String(), Type.Null()]);

/** Details that one provider has written of the client and that the login has otherwise. */
export const OtherDetails = Type.Object({
  accountId: Id,
  accountName: Type.String(),
  differing: Type.Object({
    salutation: Type.Optional(Type.String()),
    firstName: Type.Optional(Type.String()),
    lastName: Type.Optional(Type.String()),
    language: Type.Optional(Language),
    email: Type.Optional(Type.String()),
    mobile: Type.Optional(Mobile),
  }),
});
export type OtherDetails = Type.Static<typeof OtherDetails>;

/** A client's own details, as their login has them. */
export const OwnDetails = Type.Object({
  ...DetailsChange.properties,
  firstName: Type.String(),
  lastName: Type.String(),
  /** The confirmed address of the login. */
  email: Type.String(),
  mobile: Mobile,
  /** New ones that wait for the code that was sent there. */
  waiting: Type.Object({
    email: Type.Union([WaitingContact, Type.Null()]),
    mobile: Type.Union([WaitingContact, Type.Null()]),
  }),
  /** false: a mobile number cannot be confirmed, so only providers change it */
  isSmsAvailable: Type.Boolean(),
  /** Providers that know the client by other details. */
  others: Type.Array(OtherDetails),
});
export type OwnDetails = Type.Static<typeof OwnDetails>;

const ofOwner = { session: ['registered'], params: Type.Object({ userId: Id }) } as const;
const own = { ...ofOwner, path: '/v2.0/user/:userId/details' } as const;

export const getOwnDetails = endpoint({
  ...own,
  method: 'GET',
  summary:
    'Returns the caller’s own name, language, address and mobile number, and what their providers ' +
    'have written differently.',
  reply: OwnDetails,
  errors: ['notFound'],
});

export const changeOwnDetails = endpoint({
  ...own,
  method: 'PUT',
  summary:
    'Changes the caller’s name and the language of their mails, at all their providers. Each ' +
    'provider gets the event `client.changed`. Values that stay the same change nothing.',
  body: DetailsChange,
  /** The caller with the changed name. */
  reply: Type.Object({ user: UserData }),
  errors: ['notFound', 'invalidInput'],
});

const Password = Type.String({ minLength: 1, maxLength: passwordLimits.maxLength });

const started = {
  ...ofOwner,
  method: 'POST',
  reply: WaitingContact,
  takesIdempotencyKey: true,
} as const;

const confirmed = {
  ...ofOwner,
  method: 'POST',
  body: Type.Object(
    { code: Type.String({ pattern: `^[0-9]{${pinLimits.digits}}$` }) },
    { additionalProperties: false },
  ),
  /** The caller with the changed address. */
  reply: Type.Object({ user: UserData }),
  errors: ['notFound', 'invalidInput', 'pinVoid', 'conflict'],
  takesIdempotencyKey: true,
} as const;

export const startEmailChange = endpoint({
  ...started,
  path: '/v2.0/user/:userId/email',
  summary:
    'Mails a code to a new address of the caller, which `confirmEmailChange` takes. The password ' +
    'is required. An earlier code is void. 429 above a few codes an hour. A retry with the same ' +
    'Idempotency-Key returns the first response and sends nothing.',
  body: Type.Object({ email: MailAddress, password: Password }, { additionalProperties: false }),
  errors: ['notFound', 'invalidInput', 'conflict', 'tooManyRequests'],
});

export const confirmEmailChange = endpoint({
  ...confirmed,
  path: '/v2.0/user/:userId/email/confirm',
  summary:
    'Changes the address of the caller’s login, and that at all their providers, by the mailed ' +
    'code. The old address gets a notice, and links mailed to it are void. 400 for a wrong code, ' +
    '423 for one that was used, is too old or had too many wrong attempts.',
});

export const startMobileChange = endpoint({
  ...started,
  path: '/v2.0/user/:userId/mobile',
  summary:
    'Sends a code to a new mobile number of the caller, which `confirmMobileChange` takes. The ' +
    'password is required. 409 pinNotSent if this installation sends no SMS. A retry with the ' +
    'same Idempotency-Key returns the first response and sends nothing.',
  body: Type.Object({ mobile: MobileNumber, password: Password }, { additionalProperties: false }),
  errors: ['notFound', 'invalidInput', 'conflict', 'pinNotSent', 'tooManyRequests'],
});

export const confirmMobileChange = endpoint({
  ...confirmed,
  path: '/v2.0/user/:userId/mobile/confirm',
  summary:
    'Changes the caller’s mobile number at all their providers by the code of the SMS, and mails ' +
    'a notice. 400 for a wrong code, 423 for one that was used, is too old or had too many wrong ' +
    'attempts.',
});
