import * as Type from 'typebox';
import { Sha256 } from '#schemas/platform/common.ts';

/**
 * SHA-256 of the shown texts, so that only those are accepted
 * (docs/behaviour/accounts.md#statements).
 */
export const StatementHashes = Type.Object(
  { agb: Type.Optional(Sha256), datenschutz: Type.Optional(Sha256) },
  { additionalProperties: false },
);
export type StatementHashes = Type.Static<typeof StatementHashes>;
