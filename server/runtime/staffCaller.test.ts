import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ProviderCase } from '#schemas/cases/cases.ts';
import type { ProviderMessage } from '#schemas/cases/messages.ts';
import { endpoints } from '#schemas/endpoints.ts';
import { staffRoles, type Endpoint, type StaffRole } from '#schemas/platform/endpoint.ts';
import type { Problem } from '#schemas/platform/problem.ts';
import { getName } from '#server/testing/idPlaces.ts';
import { uploadAsProvider } from '#server/testing/testCases.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { addEmployee, getReason, startBoardWorld } from '#server/testing/testTasks.ts';
import { addAccount, addUser, json, signIn, webKeys } from '#server/testing/testServer.ts';

type Headers = Record<string, string>;
type Method = Endpoint['method'];

const openToStaff = endpoints.filter(({ staff }: Endpoint) => staff);

describeOnEachDatabase('staff who call the provider API with their login', (open) => {
  let world: Awaited<ReturnType<typeof startBoardWorld>>;
  const employees = new Map<StaffRole, Awaited<ReturnType<typeof addEmployee>>>();
  beforeAll(async () => {
    world = await startBoardWorld(open);
    for (const role of staffRoles) employees.set(role, await addEmployee(world, role));
  });
  afterAll(() => world.server.close());

  const asStaff = (headers: Headers, account = world.practice.accountId) => ({
    ...headers,
    ...webKeys,
    'x-account': account,
  });
  const employ = (role: StaffRole) => {
    const { userId, headers }: { userId: string; headers: Headers } = employees.get(role) ?? {
      userId: '',
      headers: {},
    };
    const call = (method: Method, path: string, payload?: object, more: Headers = {}) =>
      world.server.app.inject({
        method,
        url: `/provider/v1${path}`,
        headers: { ...asStaff(headers), ...more },
        ...(payload ? { payload } : {}),
      });
    return { userId, headers, call };
  };
  const get = (headers: Headers, path = `/cases/${world.caseId}`) =>
    world.server.app.inject({ url: `/provider/v1${path}`, headers });

  it.each(openToStaff.map((endpoint) => [getName(endpoint), endpoint] as const))(
    '%s is open to the roles that the contract names',
    async (_, endpoint) => {
      const url = endpoint.path.replaceAll(/:(\w+)/g, (_match, name: string) =>
        name === 'caseId' ? world.caseId : 'unknown',
      );
      for (const role of staffRoles) {
        const { headers } = employ(role);
        const answer = await world.server.app.inject({
          method: endpoint.method,
          // An unknown parameter, so that an open call changes nothing.
          url: `${url}?matrix=1`,
          headers: asStaff(headers),
        });
        const isOpen = endpoint.staff?.includes(role);
        // A submission is read before the request is validated.
        const asked = endpoint.path.includes(':submissionId') ? 404 : 400;
        expect([role, answer.statusCode]).toEqual([role, isOpen ? asked : 403]);
        if (!isOpen) expect(json<Problem>(answer).reason).toBe('notAllowed');
      }
    },
  );

  const rename = (userId: string, firstName: string, lastName: string) =>
    world.server.app.inject({
      method: 'PATCH',
      url: `/provider/v1/users/${userId}`,
      headers: { 'x-api-key': world.practice.apiKey, 'if-match': '*' },
      payload: { firstName, lastName },
    });
  const write = (body: object, caseId = world.caseId) =>
    employ('user').call('POST', `/cases/${caseId}/messages`, {
      header: 'Gutachten',
      text: 'Anbei.',
      ...body,
    });
  /** Opens a case of the client that only the `user` sees. */
  async function openHiddenCase() {
    const { provider, userId } = world.practice;
    const { caseId } = await provider.openCase({ header: 'Vertraulich', userIds: [userId] });
    const userIds = [employ('user').userId];
    await provider.call('PUT', `/cases/${caseId}/staff`, { userIds });
    return caseId;
  }

  it('A message of a lawyer has their name, and its client reads it', async () => {
    await rename(employ('user').userId, 'Selin', 'Aydın');
    const sent = await write({});
    expect(sent.statusCode, sent.body).toBe(200);
    const { creatorName, userId } = json<ProviderMessage>(sent);
    const [written] = (await world.practice.client.timeline(world.caseId)).messages.timeline;
    expect([creatorName, userId, written?.creatorName]).toEqual([
      'Selin Aydın',
      null,
      'Selin Aydın',
    ]);
    expect(written?.isOwnMessage).toBe(false);
  });

  it.each([
    ['another author', { creatorName: 'Dr. Chef' }],
    ['an earlier date', { creationDate: '2024-01-01T00:00:00Z' }],
    ['an id of a program', { externalId: '2026/0815' }],
  ])('A message of staff with %s is refused', async (_, body) => {
    expect(getReason(await write(body))).toEqual([403, 'notAllowed']);
  });

  it('A file that is attached already cannot be attached to a message of staff', async () => {
    const { apiKey } = world.practice;
    const file = () => uploadAsProvider(world.server, apiKey, 'Akte.txt', Buffer.from('Inhalt'));
    const fileIds = [await file()];
    expect((await write({ fileIds })).statusCode).toBe(200);
    const again = await write({ fileIds });
    expect([again.statusCode, Object.keys(json<Problem>(again).fields ?? {})]).toEqual([
      400,
      ['/fileIds/0'],
    ]);
    expect((await write({ fileIds: [await file()] })).statusCode).toBe(200);
  });

  it('Staff change, lock and leave no client of a case that they do not see', async () => {
    const { userId } = world.practice;
    const consultant = employ('consultant');
    const change = (body: object) =>
      consultant.call('PATCH', `/users/${userId}`, body, { 'if-match': '*' });
    const email = 'eigene@beispiel.example';
    expect((await change({ salutation: 'Frau' })).statusCode).toBe(200);
    expect((await change({ mobile: null })).statusCode).toBe(200);
    await openHiddenCase();
    const refused = [
      await change({ email }),
      await change({ lastName: 'Falsch' }),
      await consultant.call('POST', `/users/${userId}/invitations`, { sendMail: false }),
      await consultant.call('DELETE', `/users/${userId}/invitations`),
      await consultant.call('POST', `/users/${userId}/disable`),
      await consultant.call('POST', `/users/${userId}/enable`),
      await consultant.call('POST', `/users/${userId}/end`),
    ];
    for (const answer of refused) expect(getReason(answer)).toEqual([403, 'notAllowed']);
  });

  it('Consultants neither invite nor rename nor lock colleagues', async () => {
    const consultant = employ('consultant');
    for (const { userId } of [employ('internal'), employ('admin')]) {
      const path = `/users/${userId}`;
      for (const refused of [
        await consultant.call('PATCH', path, { lastName: 'Falsch' }, { 'if-match': '*' }),
        await consultant.call('POST', `${path}/invitations`, {}),
        await consultant.call('POST', `${path}/disable`),
        await consultant.call('POST', `${path}/enable`),
        await consultant.call('DELETE', `${path}/invitations`),
      ])
        expect(getReason(refused)).toEqual([403, 'notAllowed']);
    }
  });

  it('An administrator locks a colleague, and not themselves', async () => {
    const admin = employ('admin');
    const colleague = await addEmployee(world, 'admin');
    const lock = (userId: string) => admin.call('POST', `/users/${userId}/disable`);
    const refused = await lock(admin.userId);
    expect([refused.statusCode, Object.keys(json<Problem>(refused).fields ?? {})]).toEqual([
      409,
      ['/userId'],
    ]);
    expect((await lock(colleague.userId)).statusCode).toBe(200);
    expect((await admin.call('GET', '/users')).statusCode).toBe(200);
  });

  it('A case of other staff is hidden from lists and from each call that names it', async () => {
    const [listed, other] = [employ('user'), employ('admin')];
    const caseId = await openHiddenCase();
    const task = json<{ workflowId: string }>(
      await world.practice.provider.call('POST', `/cases/${caseId}/tasks`, {
        formId: world.formId,
      }),
    );
    const list = async ({ call }: typeof listed) => {
      const cases = json<{ items: ProviderCase[]; total: number }>(await call('GET', '/cases'));
      const tasks = json<{ items: object[] }>(await call('GET', `/tasks?caseId=${caseId}`));
      return [
        cases.items.some((each) => each.caseId === caseId),
        cases.total === cases.items.length,
        tasks.items.length,
      ];
    };
    expect([await list(listed), await list(other)]).toEqual([
      [true, true, 1],
      [false, true, 0],
    ]);
    const naming = openToStaff.filter(({ path }) => /:(?:caseId|workflowId)/.test(path));
    for (const { method, path } of naming) {
      const address = path
        .replace('/provider/v1', '')
        .replace(':caseId', caseId)
        .replace(':workflowId', task.workflowId)
        .replaceAll(/:\w+/g, 'unknown');
      expect([path, getReason(await other.call(method, address))]).toEqual([
        path,
        [404, 'notFound'],
      ]);
      if (method === 'GET' && !address.includes('unknown'))
        expect([path, (await listed.call('GET', address)).statusCode]).toEqual([path, 200]);
    }
  });

  it('Clients, staff of another firm and logins without the keys of the portal are refused', async () => {
    const { accountId, headers: client } = world.practice;
    const elsewhere = await addAccount(world.server);
    const stranger = await signIn(
      world.server,
      (await addUser(world.server, [elsewhere.accountId])).id,
    );
    const { headers } = employ('admin');
    const refused = [
      await get(asStaff(client)),
      await get(asStaff(stranger)),
      await get(asStaff(headers, elsewhere.accountId)),
      await get(asStaff({ authorization: 'Bearer unknown' })),
      await get({ 'x-account': accountId, authorization: headers['authorization'] ?? '' }),
      await get({ ...headers, ...webKeys }),
    ];
    expect(refused.map(getReason)).toEqual([
      [404, 'notFound'],
      [404, 'notFound'],
      [404, 'notFound'],
      [401, 'unauthorized'],
      [401, 'applicationKeyInvalid'],
      [401, 'apiKeyInvalid'],
    ]);
  });

  it('A firm that demands a second factor refuses staff without one', async () => {
    const { provider } = world.practice;
    await provider.call('PUT', '/staffRules', { secondFactorForStaff: true });
    expect(getReason(await employ('admin').call('GET', '/cases'))).toEqual([
      403,
      'secondFactorRequired',
    ]);
    await provider.call('PUT', '/staffRules', { secondFactorForStaff: false });
    expect((await employ('admin').call('GET', '/cases')).statusCode).toBe(200);
  });

  it('Two who change a case at once: the second is refused with the state of the first', async () => {
    const lawyer = employ('consultant');
    const path = `/cases/${world.caseId}`;
    const etag = String((await lawyer.call('GET', path)).headers['etag']);
    const change = (header: string) => lawyer.call('PATCH', path, { header }, { 'if-match': etag });
    expect((await change('Unfall Brandt')).statusCode).toBe(200);
    expect(getReason(await change('Unfall Wieland'))).toEqual([412, 'preconditionFailed']);
  });
});
