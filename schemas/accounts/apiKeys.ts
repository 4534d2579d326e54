import * as Type from 'typebox';
import { accountLimits } from '#schemas/accounts/limits.ts';
import { GivenInstant, GivenLine, Id, IsoDateTime, StringEnum } from '#schemas/platform/common.ts';
import { endpoint, keyScopes } from '#schemas/platform/endpoint.ts';

const Scopes = Type.Array(StringEnum(keyScopes), { minItems: 1, uniqueItems: true });

/** A key of the provider API, without the key itself. */
export const ApiKey = Type.Object({
  keyId: Id,
  name: Type.String(),
  scopes: Scopes,
  createdAt: IsoDateTime,
  /** Calls with the key are refused from then on; null: no end. */
  validUntil: Type.Union([IsoDateTime, Type.Null()]),
  /** When a rotation replaced it; null: it has no successor. */
  rotatedAt: Type.Union([IsoDateTime, Type.Null()]),
  /** Exact to five minutes; null: never used. */
  lastUsedAt: Type.Union([IsoDateTime, Type.Null()]),
});
export type ApiKey = Type.Static<typeof ApiKey>;

/** A new key. `apiKey` is shown this once: the server stores its hash only. */
export const NewApiKey = Type.Object({ ...ApiKey.properties, apiKey: Type.String() });
export type NewApiKey = Type.Static<typeof NewApiKey>;

const ApiKeyParams = Type.Object({ keyId: Id });

export const listApiKeys = endpoint({
  method: 'GET',
  path: '/provider/v1/keys',
  session: ['provider'],
  scopes: ['settings'],
  summary: 'Lists the provider’s API keys, newest first, also those that have ended.',
  reply: Type.Object({ items: Type.Array(ApiKey) }),
});

export const createApiKey = endpoint({
  method: 'POST',
  path: '/provider/v1/keys',
  session: ['provider'],
  scopes: ['settings'],
  summary:
    'Creates an API key and returns it once. It can have no scope that the calling key lacks. A ' +
    'retry with the same Idempotency-Key returns the first response.',
  body: Type.Object(
    {
      name: GivenLine(accountLimits.maxKeyNameLength),
      scopes: Scopes,
      validUntil: Type.Optional(GivenInstant),
    },
    { additionalProperties: false },
  ),
  reply: NewApiKey,
  errors: ['invalidInput', 'keyScopeMissing', 'conflict'],
  takesIdempotencyKey: true,
});

export const rotateApiKey = endpoint({
  method: 'POST',
  path: '/provider/v1/keys/:keyId/rotate',
  session: ['provider'],
  scopes: ['settings'],
  summary:
    'Replaces an API key by a new one with the same name and scopes and as long a life. The old ' +
    'one ends after the overlap. 409 `keyEnded` for a key that has ended or has a successor.',
  params: ApiKeyParams,
  body: Type.Object(
    {
      /** Both keys are valid for this long; 24 by default. */
      overlapHours: Type.Optional(
        Type.Integer({ minimum: 0, maximum: accountLimits.maxKeyOverlapHours }),
      ),
    },
    { additionalProperties: false },
  ),
  reply: NewApiKey,
  errors: ['notFound', 'keyScopeMissing', 'keyEnded', 'conflict'],
  takesIdempotencyKey: true,
});

export const revokeApiKey = endpoint({
  method: 'DELETE',
  path: '/provider/v1/keys/:keyId',
  session: ['provider'],
  scopes: ['settings'],
  summary: 'Ends an API key at once. It stays in the list.',
  params: ApiKeyParams,
  reply: ApiKey,
  errors: ['notFound'],
});
