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
  session: ['registered', 'unregistered'],
  isOpenBeforeActivation: true,
  afterEnd: 'open',
  summary:
    'Activates an account for the caller, who accepts its terms and privacy notice. 400 if one of ' +
    'them is not accepted, 409 statementsChanged if their texts differ from statementHashes. ' +
    'Stores what was accepted and when. A retry changes nothing. Resumes a relation that has ' +
    'ended once the provider has invited the caller again, else it is 403 relationEnded.',
  params: Type.Object({ acc: Id }),
  body: Activation,
  reply: Type.Object({ isActivated: Type.Literal(true) }),
  errors: ['notFound', 'invalidInput', 'statementsChanged', 'relationEnded'],
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
  session: ['provider'],
  scopes: ['people'],
  summary:
    'Returns when a client accepted the provider’s terms and privacy notice, with the texts as ' +
    'they were then. 404 before that.',
  params: Type.Object({ userId: Id }),
  reply: Acceptance,
  errors: ['notFound'],
});
