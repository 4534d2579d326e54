import {
  createApiKey as createApiKeyCall,
  rotateApiKey as rotateApiKeyCall,
} from '#schemas/accounts/apiKeys.ts';
import { keyScopes, type KeyScope } from '#schemas/platform/endpoint.ts';
import { dayMs } from '#schemas/platform/time.ts';
import {
  createApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
} from '#server/accounts/apiKeys/service.ts';
import type { Deps } from '#server/deps.ts';
import {
  cleanInput,
  explainRefusal,
  getFirmId,
  getNumber,
  getText,
  UsageError,
  type Command,
} from './command.ts';

const text = { type: 'string' } as const;

const getGranter = async (deps: Deps, firm: string) => ({
  accountId: await getFirmId(deps, firm),
  scopes: keyScopes,
});

const describeRefusals = (firm: string, keyId: string) => ({
  notFound: `The firm ${firm} has no key ${keyId}. npm run admin -- key list ${firm} names its keys.`,
  keyEnded:
    `The key ${keyId} has ended or was replaced. npm run admin -- key list ${firm} names its ` +
    `successor, and key new ${firm} creates another one.`,
});

function readScopes(given: string | undefined): KeyScope[] {
  const names = given?.split(',').map((name) => name.trim()) ?? keyScopes;
  return names.map((name) => {
    const scope = keyScopes.find((each) => each === name);
    if (!scope) throw new UsageError(`--scopes has the names ${keyScopes.join(', ')}.`);
    return scope;
  });
}

function readEnd({ clock }: Deps, days: number | undefined): { validUntil?: string } {
  if (days === undefined) return {};
  if (days === 0) throw new UsageError('--days must be at least 1.');
  return { validUntil: new Date(clock.now().getTime() + days * dayMs).toISOString() };
}

export const keyCommands: Readonly<Record<string, Command>> = {
  'key new': {
    takes: ['FIRM'],
    purpose: 'creates an API key and shows it once; without --scopes it opens everything',
    options: { name: text, scopes: text, days: text },
    run: async (deps, [firm = ''], values) => {
      const key = {
        name: getText(values, 'name') ?? 'Program',
        scopes: readScopes(getText(values, 'scopes')),
        ...readEnd(deps, getNumber(values, 'days')),
      };
      cleanInput(createApiKeyCall.body, key);
      return { result: await createApiKey(deps, await getGranter(deps, firm), key) };
    },
  },
  'key list': {
    takes: ['FIRM'],
    purpose: 'lists the API keys of a firm, without the keys themselves',
    run: async (deps, [firm = '']) => ({
      result: await listApiKeys(deps, await getFirmId(deps, firm)),
    }),
  },
  'key rotate': {
    takes: ['FIRM', 'KEY_ID'],
    purpose: 'replaces a key; the old one ends after --overlap-hours, 24 by default',
    options: { 'overlap-hours': text },
    run: async (deps, [firm = '', keyId = ''], values) => {
      const overlapHours = getNumber(values, 'overlap-hours');
      const overlap = overlapHours === undefined ? {} : { overlapHours };
      cleanInput(rotateApiKeyCall.body, overlap);
      const rotating = rotateApiKey(deps, await getGranter(deps, firm), keyId, overlap);
      return { result: await explainRefusal(rotating, describeRefusals(firm, keyId)) };
    },
  },
  'key revoke': {
    takes: ['FIRM', 'KEY_ID'],
    purpose: 'ends a key at once',
    run: async (deps, [firm = '', keyId = '']) => {
      const revoking = revokeApiKey(deps, await getFirmId(deps, firm), keyId);
      return { result: await explainRefusal(revoking, describeRefusals(firm, keyId)) };
    },
  },
};
