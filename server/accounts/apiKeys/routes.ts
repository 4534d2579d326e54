import type { FastifyInstance } from 'fastify';
import {
  createApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
} from '#schemas/accounts/apiKeys.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { createProblem } from '#server/problem.ts';
import { getLanguage, getTexts } from '#server/texts.ts';
import type { Language } from '#schemas/platform/common.ts';
import * as apiKeys from './service.ts';

/** Reads the end of a new key; throws `invalidInput` unless it is in the future. */
function readEnd(
  { clock }: Deps,
  validUntil: string | undefined,
  language: Language,
): { validUntil?: string } {
  if (validUntil === undefined) return {};
  if (Date.parse(validUntil) <= clock.now().getTime())
    throw createProblem('invalidInput', {
      '/validUntil': getTexts(language)('error.instantIsOver', {}),
    });
  return { validUntil };
}

export function registerApiKeyRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, listApiKeys, async ({ caller }) => ({
    items: await apiKeys.listApiKeys(deps, caller.accountId),
  }));

  route(app, deps, createApiKey, async ({ caller, body, request, idempotencyKey }) => {
    const { name, scopes, validUntil } = body;
    const end = readEnd(deps, validUntil, getLanguage(request));
    return apiKeys.createApiKey(deps, caller, { name, scopes, ...end }, idempotencyKey);
  });

  route(app, deps, rotateApiKey, async ({ caller, params, body, idempotencyKey }) =>
    apiKeys.rotateApiKey(deps, caller, params.keyId, body, idempotencyKey),
  );

  route(app, deps, revokeApiKey, async ({ caller, params }) =>
    apiKeys.revokeApiKey(deps, caller.accountId, params.keyId),
  );
}
