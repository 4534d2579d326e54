import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCatalogue, type ErrorReason } from '#schemas/platform/errors.ts';
import {
  isInScope,
  isOpenAfterEnd,
  keyScopes,
  type Endpoint,
  type KeyScope,
  staffRoles,
  type StaffRole,
} from '#schemas/platform/endpoint.ts';
import { sessionLimits } from '#schemas/access/limits.ts';
import { secondMs } from '#schemas/platform/time.ts';
import { createApiKey, revokeApiKey } from '#server/accounts/apiKeys/service.ts';
import {
  addAccount,
  addUser,
  json,
  signIn,
  startTestServer,
  webKeys,
  type TestServer,
} from '#server/testing/testServer.ts';
import { getName, guarded, listParams, namedByCaller } from '#server/testing/idPlaces.ts';
import { buildWorld, type World, type WorldCaller } from '#server/testing/world.ts';
import { buildCall } from '#server/testing/worldCalls.ts';

/**
 * A caller. Every guarded call is made by each of them, with the ids of one account. The verdict
 * follows from the contract: sessions, scopes, account and ids in the path, and reasons of roles.
 */
type Column = {
  kind: 'public' | WorldCaller;
  headers: Record<string, string>;
  /** true: belongs to the account of the ids */ isOfAccount: boolean;
  /** true: the ids of the path are the caller's */ isOwner: boolean;
  /** true: the relation to the account has ended */ hasEnded?: boolean;
  role?: StaffRole;
  /** scopes of a key */ scopes?: readonly KeyScope[];
};
type Verdict = 'open' | ErrorReason;

/** Returns true for calls of staff: a rule for the staff of an account can refuse them. */
const isOfStaff = ({ errors = [] }: Endpoint): boolean => errors.includes('secondFactorRequired');
/** Returns true for those of them that a role can refuse. */
const dependsOnRole = ({ errors = [] }: Endpoint): boolean => errors.includes('notAllowed');
const leadingRoles: readonly (StaffRole | undefined)[] = ['admin', 'consultant'];

/** Returns the roles that a call of staff is open to, where it depends on the role. */
const listRoles = (name: string): readonly (StaffRole | undefined)[] =>
  name.includes('/inbox') && !name.startsWith('PATCH')
    ? [...leadingRoles, 'user', 'internal']
    : leadingRoles;

const hasForeignIds = (endpoint: Endpoint): boolean =>
  listParams(endpoint).some((param) => param !== 'acc') && getName(endpoint) !== namedByCaller;

/** Calls with ids in the path that any member of the account may read. */
const openToMembers: readonly string[] = [
  'GET /v2.0/e.consult.:acc/user/:userId/profile/picture/other',
];
/** Calls whose ids are no secrets of a client: a district of experts, a name to check. */
const withoutOwner: readonly string[] = ['GET /e.consult.:acc/participants/:postalCode'];

/** Bodies without ids, where those of a body are checked before those of the path. */
const plainBodies: Readonly<Record<string, object>> = {
  'PATCH /provider/v1/cases/:caseId': { header: 'Brandt' },
  'PUT /provider/v1/cases/:caseId': { header: 'Brandt' },
  'PATCH /v2.0/e.consult.:acc/inbox/:submissionId': {
    state: 'open',
    from: { state: 'open', note: '', assigneeId: null },
  },
  'PUT /v2.0/e.consult.:acc/board/:workflowId': { assigneeId: null },
};

function decide(endpoint: Endpoint, column: Column): Verdict {
  const { kind, hasEnded = false, isOfAccount, isOwner, role, scopes } = column;
  const sessions = endpoint.session as readonly string[];
  if (!sessions.includes(kind))
    return sessions.every((each) => each === 'provider') ? 'apiKeyInvalid' : 'unauthorized';
  if (scopes && !isInScope(scopes, endpoint)) return 'keyScopeMissing';
  if (endpoint.path.includes(':acc') && !isOfAccount) return 'notFound';
  if (endpoint.path.includes(':acc') && hasEnded && !isOpenAfterEnd(endpoint))
    return 'relationEnded';
  const name = getName(endpoint);
  if (isOfStaff(endpoint)) {
    if (role === undefined) return 'notFound';
    return dependsOnRole(endpoint) && !listRoles(name).includes(role) ? 'notAllowed' : 'open';
  }
  if (isOwner || !hasForeignIds(endpoint) || withoutOwner.includes(name)) return 'open';
  if (isOfAccount && openToMembers.includes(name)) return 'open';
  return endpoint.errors?.includes('linkInvalid') ? 'linkInvalid' : 'notFound';
}

describe('access matrix', () => {
  let server: TestServer;
  let own: World;
  let columns: Readonly<Record<string, Column>>;

  async function addStaff(world: World, role: StaffRole): Promise<Record<string, string>> {
    const { id } = await addUser(server, [world.ids.provider.account]);
    await server.app.inject({
      method: 'PUT',
      url: `/provider/v1/staff/${id}`,
      headers: world.headers.provider,
      payload: { role },
    });
    return signIn(server, id);
  }

  async function createKey(world: World, scopes: readonly KeyScope[]) {
    const granter = { accountId: world.ids.provider.account, scopes: keyScopes };
    const { apiKey, keyId } = await createApiKey(server.deps, granter, { name: 'Test', scopes });
    return { keyId, headers: { authorization: `Bearer ${apiKey}` } };
  }

  beforeAll(async () => {
    server = await startTestServer();
    const leaver = await addUser(server, [(await addAccount(server)).accountId]);
    const expired = await signIn(server, leaver.id);
    server.clock.forward(sessionLimits.accessTokenSeconds * secondMs + secondMs);
    own = await buildWorld(server);
    const other = await buildWorld(server);
    const { account, user } = own.ids.provider;
    await server.app.inject({
      method: 'DELETE',
      url: `/provider/v1/staff/${user}`,
      headers: own.headers.provider,
    });
    const client = { kind: 'registered', isOfAccount: true, isOwner: false } as const;
    const stranger = { kind: 'registered', isOfAccount: false, isOwner: false } as const;
    const key = { kind: 'provider', isOfAccount: true, isOwner: true } as const;
    const signInNew = async (accountId: string) =>
      signIn(server, (await addUser(server, [accountId])).id);
    async function signInEnded(accountId: string) {
      const { id } = await addUser(server, [accountId]);
      await server.app.inject({
        method: 'POST',
        url: `/provider/v1/users/${id}/end`,
        headers: own.headers.provider,
      });
      return signIn(server, id);
    }
    const ended = await createKey(own, keyScopes);
    await revokeApiKey(server.deps, account, ended.keyId);
    const roles = await Promise.all(
      staffRoles.map(
        async (role) => [role, { ...client, role, headers: await addStaff(own, role) }] as const,
      ),
    );
    const scoped = await Promise.all(
      keyScopes.map(async (scope) => {
        const { headers } = await createKey(own, [scope]);
        return [`key for ${scope}`, { ...key, scopes: [scope], headers }] as const;
      }),
    );
    columns = {
      nobody: { ...stranger, kind: 'public', headers: webKeys },
      visitor: { ...client, kind: 'form', isOwner: true, headers: own.headers.form },
      'session by PIN': {
        ...client,
        kind: 'unregistered',
        isOwner: true,
        headers: own.headers.unregistered,
      },
      client: { ...client, isOwner: true, headers: own.headers.registered },
      'other client of the firm': { ...client, headers: await signInNew(account) },
      'client of another firm': {
        ...stranger,
        headers: await signInNew(other.ids.provider.account),
      },
      ...Object.fromEntries(roles),
      'staff of another firm': { ...stranger, headers: await addStaff(other, 'admin') },
      ...Object.fromEntries(scoped),
      'key of another firm': {
        ...key,
        isOwner: false,
        headers: (await createKey(other, keyScopes)).headers,
      },
      'client whose relation has ended': {
        ...client,
        hasEnded: true,
        headers: await signInEnded(account),
      },
      'expired session': { ...stranger, kind: 'public', headers: expired },
      'ended key': { ...key, kind: 'public', headers: ended.headers },
    };
  });
  afterAll(() => server.close());

  /** Builds the call with ids of the account, as the column's caller. */
  function build(endpoint: Endpoint, { kind, headers }: Column): InjectOptions & { url: string } {
    const sessions = endpoint.session as readonly string[];
    const who = (
      kind !== 'public' && sessions.includes(kind)
        ? kind
        : sessions.find((each) => each !== 'public')
    ) as WorldCaller;
    const call = buildCall(endpoint, { who, world: own });
    const theirs = Object.keys(own.headers[who]);
    const others = Object.entries(call.headers ?? {}).filter(([name]) => !theirs.includes(name));
    const plain = plainBodies[getName(endpoint)];
    const isOfPrograms = endpoint.path.startsWith('/provider/');
    return {
      ...call,
      url: typeof call.url === 'string' ? call.url : '',
      headers: { ...Object.fromEntries(others), ...(isOfPrograms ? {} : webKeys), ...headers },
      ...(plain ? { payload: plain } : {}),
    };
  }

  /** Adds an unknown parameter, so that an open call passes the checks and changes nothing. */
  const probe = (call: InjectOptions & { url: string }): InjectOptions => ({
    ...call,
    url: `${call.url}${call.url.includes('?') ? '&' : '?'}matrix=1`,
  });

  async function ask(endpoint: Endpoint, column: Column, verdict: Verdict) {
    const call = build(endpoint, column);
    const isTried = verdict !== 'open' || isOfStaff(endpoint);
    const answer = await server.app.inject(isTried ? call : probe(call));
    // A response to HEAD has no body.
    const reason = answer.body.startsWith('{') ? json(answer)['reason'] : verdict;
    return { status: answer.statusCode, reason };
  }

  it.each(guarded.map((endpoint) => [getName(endpoint), endpoint] as const))(
    '%s is open to its callers only',
    async (_, endpoint) => {
      for (const [name, column] of Object.entries(columns)) {
        const verdict = decide(endpoint, column);
        const { status, reason } = await ask(endpoint, column, verdict);
        if (verdict === 'open')
          expect([name, status]).toEqual([name, isOfStaff(endpoint) ? 200 : 400]);
        else
          expect([name, status, reason]).toEqual([name, errorCatalogue[verdict].status, verdict]);
      }
    },
  );
});
