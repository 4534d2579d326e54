import * as Type from 'typebox';
import { Id, IsoDateTime, StringEnum } from '#schemas/platform/common.ts';
import { StatementHashes } from '#schemas/accounts/statements.ts';
import { endpoint } from '#schemas/platform/endpoint.ts';

/** Accepts the statements of an account (docs/behaviour/accounts.md#activation). */
export const Activation = Type.Object(
  {
    accountId: Id,
    agbAndDatenschutzAccepted: Type.Boolean(),
    /** Hashes of the accepted texts; required, because the texts may have changed. */
    statementHashes: Type.Optional(StatementHashes),
  },
  { additionalProperties: false },
);
export type Activation = Type.Static<typeof Activation>;

export const activateAccount = endpoint({
  method: 'POST',
  path: '/v2.0/e.consult.:acc/account/activate',
  tag: 'accounts',
  session: ['registered', 'unregistered'],
  summary:
    'Activates an account for the caller, who accepts its terms and privacy notice where it ' +
    'has any; 400 without, and 409 statementsChanged when they are others than those of ' +
    'statementHashes. What was accepted and when is kept; a repeat changes nothing.',
  params: Type.Object({ acc: Id }),
  body: Activation,
  reply: Type.Object({ isActivated: Type.Literal(true) }),
  errors: ['notFound', 'invalidInput', 'statementsChanged'],
});

/** Statements that a client accepted. `hash`: SHA-256 of the text in UTF-8. */
export const Acceptance = Type.Object({
  acceptedAt: IsoDateTime,
  texts: Type.Array(
    Type.Object({
      kind: StringEnum(['terms', 'privacy']),
      hash: Type.String(),
      text: Type.String(),
    }),
  ),
});
export type Acceptance = Type.Static<typeof Acceptance>;

export const getAcceptance = endpoint({
  method: 'GET',
  path: '/provider/v1/users/:userId/acceptance',
  tag: 'provider',
  session: ['provider'],
  summary:
    'When a client accepted the provider’s terms and privacy notice, at the registration or ' +
    'the activation, with the texts as they stood then. 404 until then.',
  params: Type.Object({ userId: Id }),
  reply: Acceptance,
  errors: ['notFound'],
});
