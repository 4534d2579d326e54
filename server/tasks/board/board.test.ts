import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Account } from '#schemas/accounts/accounts.ts';
import type { BoardTask } from '#schemas/tasks/board.ts';
import type { StaffRole } from '#schemas/platform/endpoint.ts';
import { type ProviderTask, type TaskDetail } from '#schemas/tasks/tasks.ts';
import { listEventsAfter } from '#server/events/service.ts';
import { startPractice } from '#server/testing/testCases.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { addAccount, addUser, json, publish, signIn, upload } from '#server/testing/testServer.ts';
import { startBoardWorld, type BoardWorld, addEmployee } from '#server/testing/testTasks.ts';

describeOnEachDatabase('a task board', (open) => {
  let { server, practice, caseId, formId } = {} as BoardWorld;
  beforeEach(async () => {
    ({ server, practice, caseId, formId } = await startBoardWorld(open));
  });
  afterEach(() => server.close());
  const employee = (role: StaffRole, ...others: string[]) =>
    addEmployee({ server, practice }, role, ...others);
  const loadAccounts = async (headers: Record<string, string>): Promise<Account[]> =>
    json<{ accounts: Account[] }>(await server.app.inject({ url: '/api/v2.0/accounts', headers }))
      .accounts;
  const assign = async (task: object = {}): Promise<ProviderTask> =>
    json(await practice.provider.call('POST', `/cases/${caseId}/tasks`, { formId, ...task }));

  it('The board shows its cards to staff, also unreleased ones', async () => {
    const consultant = await employee('consultant');
    const { workflowId } = await assign({
      status: 0,
      validUntil: '2026-12-24T12:00:00Z',
      assigneeId: consultant.userId,
    });
    expect(await consultant.cards()).toEqual([
      {
        workflowId,
        caseId,
        caseHeader: 'Verkehrsunfall',
        clients: [
          { userId: practice.userId, firstName: 'Miriam', lastName: 'Castillo', endedDate: null },
        ],
        staffIds: null,
        assistantName: 'Vollmacht',
        status: 0,
        state: 'open',
        assignee: {
          userId: consultant.userId,
          firstName: expect.any(String),
          lastName: expect.any(String),
        },
        validUntil: '2026-12-24T12:00:00.000Z',
        answerCreationDate: null,
        closedDate: null,
        creationDate: '2026-11-20T09:00:00.000Z',
      },
    ]);
    expect((await loadAccounts(consultant.headers)).map(({ boardRole }) => boardRole)).toEqual([
      'consultant',
    ]);
  });

  it('Single cards are returned with their state, without those of other boards', async () => {
    const admin = await employee('admin');
    const [first, second] = [await assign(), await assign(), await assign()];
    const stranger = await startPractice(server);
    const { caseId: theirs } = await stranger.provider.openCase({ header: 'Fremd', userIds: [] });
    const form = await publish(server, stranger.apiKey, {
      title: 'Fremd',
      formElements: [{ id: 'name', type: 'input', label: 'Name' }],
    });
    const foreign = json<ProviderTask>(
      await stranger.provider.call('POST', `/cases/${theirs}/tasks`, { formId: form.formId }),
    );
    const named = await admin.call(
      'GET',
      `?workflowIds=${first.workflowId},${second.workflowId},${foreign.workflowId},unknown`,
    );
    expect(
      json<{ items: BoardTask[] }>(named)
        .items.map(({ workflowId }) => workflowId)
        .sort(),
    ).toEqual([first.workflowId, second.workflowId].sort());
    expect((await admin.call('GET', '?workflowIds=')).statusCode).toBe(400);
  });

  it('The board is unknown to clients and to other accounts’ staff', async () => {
    const { workflowId } = await assign();
    const stranger = await addAccount(server, { name: 'Andere Kanzlei' });
    const { id } = await addUser(server, [stranger.accountId]);
    await server.app.inject({
      method: 'PUT',
      url: `/provider/v1/staff/${id}`,
      headers: { 'x-api-key': stranger.apiKey },
      payload: { role: 'admin' },
    });
    for (const headers of [practice.headers, await signIn(server, id)]) {
      for (const path of ['', '/staff', `/${workflowId}`])
        expect(
          (
            await server.app.inject({
              url: `/api/v2.0/e.consult.${practice.accountId}/board${path}`,
              headers,
            })
          ).statusCode,
        ).toBe(404);
    }
    expect((await loadAccounts(practice.headers)).map(({ boardRole }) => boardRole)).toEqual([
      undefined,
    ]);
    expect(
      (await practice.provider.call('PUT', `/staff/${id}`, { role: 'admin' })).statusCode,
    ).toBe(404);
  });

  it('Removed staff lose the board', async () => {
    const admin = await employee('admin');
    expect(json(await practice.provider.call('DELETE', `/staff/${admin.userId}`))).toEqual({
      removed: true,
    });
    expect((await admin.call('GET')).statusCode).toBe(404);
  });

  it('A first deadline has the account’s reminder, or the task’s own', async () => {
    const consultant = await employee('consultant');
    await practice.provider.call('PUT', '/taskReminders', { reminderHours: 24 });
    const [without, unrecalled] = [
      await assign(),
      await assign({ validUntil: '2026-12-24T12:00:00Z', reminderHours: null }),
    ];
    const reminderHours = async (workflowId: string) =>
      json<ProviderTask>(await practice.provider.call('GET', `/tasks/${workflowId}`)).reminderHours;
    for (const { workflowId } of [without, unrecalled])
      expect(
        (await consultant.call('PUT', `/${workflowId}`, { validUntil: '2026-12-31T12:00:00Z' }))
          .statusCode,
      ).toBe(200);
    expect([
      await reminderHours(without.workflowId),
      await reminderHours(unrecalled.workflowId),
    ]).toEqual([24, null]);
  });

  it('Disabled staff are not listed and can be enabled again', async () => {
    const [admin, left] = [await employee('admin'), await employee('user')];
    const names = async () =>
      json<{ staff: { userId: string }[] }>(await admin.call('GET', '/staff'))
        .staff.map(({ userId }) => userId)
        .sort();
    expect(await names()).toEqual([admin.userId, left.userId].sort());
    await practice.provider.call('POST', `/users/${left.userId}/disable`);
    expect(await names()).toEqual([admin.userId]);
    const { workflowId } = await assign();
    const given = await admin.call('PUT', `/${workflowId}`, { assigneeId: left.userId });
    expect([given.statusCode, Object.keys(json<{ fields: object }>(given).fields)]).toEqual([
      400,
      ['/assigneeId'],
    ]);
    expect(
      json(await practice.provider.call('PUT', `/staff/${left.userId}`, { role: 'internal' })),
    ).toMatchObject({ userId: left.userId, role: 'internal' });
    await practice.provider.call('POST', `/users/${left.userId}/enable`);
    expect(await names()).toEqual([admin.userId, left.userId].sort());
  });

  it('A concurrent reassignment and deadline change are both stored', async () => {
    const [admin, consultant] = [await employee('admin'), await employee('consultant')];
    const validUntil = '2026-12-24T12:00:00.000Z';
    const workflowIds = [
      (await assign()).workflowId,
      (await assign()).workflowId,
      (await assign()).workflowId,
    ];
    await Promise.all(
      workflowIds.flatMap((workflowId) => [
        consultant.call('PUT', `/${workflowId}`, { assigneeId: admin.userId }),
        admin.call('PUT', `/${workflowId}`, { validUntil }),
      ]),
    );
    expect((await admin.cards()).map((card) => [card.assignee?.userId, card.validUntil])).toEqual(
      workflowIds.map(() => [admin.userId, validUntil]),
    );
  });

  /** Assigns a task and uploads a film for it. */
  async function uploadFilm() {
    const { formId: papers } = await publish(server, practice.apiKey, {
      title: 'Belege',
      formElements: [{ id: 'papers', type: 'file', label: 'Belege', extensions: ['mp4'] }],
    });
    const { workflowId } = await assign({ formId: papers });
    const content = Buffer.from('\0\0\0\x18ftypmp42 film', 'latin1');
    const query = `?workflowKey=${workflowId}`;
    const sent = await upload(
      server,
      { workflowKey: workflowId, headers: practice.headers },
      { name: 'Unfall.mp4', content, elementId: 'papers' },
      query,
    );
    const [{ fileuploadId = '' } = {}] = json<{ files: { fileuploadId: string }[] }>(sent).files;
    const value = [
      { entityId: fileuploadId, name: 'Unfall.mp4', extension: 'mp4', size: content.length },
    ];
    return { workflowId, query, fileuploadId, value };
  }
  type Film = Awaited<ReturnType<typeof uploadFilm>>;

  async function submitFilm({ query, value }: Film): Promise<void> {
    const answered = await server.app.inject({
      method: 'POST',
      url: `/api/e.consult.${practice.accountId}/assistants/process${query}`,
      headers: practice.headers,
      payload: {
        revision: 1,
        language: 'de',
        answers: [{ elementId: 'papers', type: 'file', value }],
      },
    });
    expect(answered.statusCode).toBe(200);
  }

  const startPlaying = (
    { fileuploadId, query }: Pick<Film, 'fileuploadId' | 'query'>,
    headers: Record<string, string>,
  ) =>
    server.app.inject({
      method: 'POST',
      url: `/api/files/play/${fileuploadId}${query}`,
      headers,
    });

  /** Returns the statuses of a download and of the start of playing. */
  async function readFilm(film: Film, headers: Record<string, string>, query = film.query) {
    const url = `/api/files/download/${film.fileuploadId}${query}`;
    const downloaded = await server.app.inject({ url, headers });
    const playing = await startPlaying({ ...film, query }, headers);
    return [downloaded.statusCode, playing.statusCode];
  }

  it('Staff can open submitted answers with their files, and other users cannot', async () => {
    const [external, stranger] = [
      await employee('external'),
      await addUser(server, [practice.accountId]),
    ];
    const film = await uploadFilm();
    const { workflowId, value } = film;
    expect(await readFilm(film, external.headers)).toEqual([404, 404]);
    await submitFilm(film);
    expect(
      json<TaskDetail>(await external.call('GET', `/${workflowId}`)).answers[0]?.answerFormElements,
    ).toMatchObject([{ elementId: 'papers', value }]);
    expect(await readFilm(film, external.headers)).toEqual([200, 200]);
    expect(await readFilm(film, practice.headers)).toEqual([200, 200]);
    const moved = await employee('external', (await addAccount(server)).accountId);
    expect(await readFilm(film, moved.headers)).toEqual([200, 200]);
    await server.deps.db
      .updateTable('memberships')
      .set({ isDisabled: 1 })
      .where('userId', '=', moved.userId)
      .where('accountId', '=', practice.accountId)
      .execute();
    expect(await readFilm(film, moved.headers)).toEqual([404, 404]); // although staff of another account
    expect(await readFilm(film, external.headers, '')).toEqual([404, 404]);
    expect(await readFilm(film, await signIn(server, stranger.id))).toEqual([404, 404]);
    await practice.provider.call('PUT', '/staffRules', { secondFactorForStaff: true });
    expect(await readFilm(film, external.headers)).toEqual([404, 404]);
  });

  it('Staff cannot delete a file of an answer, and play it no longer once they are removed', async () => {
    const external = await employee('external');
    const film = await uploadFilm();
    await submitFilm(film);
    const [playing] = (await startPlaying(film, external.headers)).cookies;
    const play = async () =>
      (
        await server.app.inject({
          url: `/api/files/play/${film.fileuploadId}`,
          cookies: { playing: playing?.value ?? '' },
        })
      ).statusCode;
    const remove = async () =>
      (
        await server.app.inject({
          method: 'DELETE',
          url: `/api/v2.0/files/upload/${film.fileuploadId}${film.query}`,
          headers: external.headers,
        })
      ).statusCode;
    expect([await play(), await remove()]).toEqual([200, 404]);
    await practice.provider.call('DELETE', `/staff/${external.userId}`);
    expect([await play(), await remove()]).toEqual([404, 404]);
  });

  it('Every change on the board is published to its staff', async () => {
    const [admin, external] = [await employee('admin'), await employee('external')];
    const scope = { userId: external.userId, accountIds: [practice.accountId] };
    const { lastId } = await listEventsAfter(server.deps, scope, undefined);
    const { workflowId } = await assign({ status: 0 });
    await admin.move(workflowId, 0, 1);
    await admin.move(workflowId, 1, 4);
    const { events } = await listEventsAfter(server.deps, scope, lastId);
    expect(events.map(({ type, workflowId: of }) => [type, of])).toEqual([
      ['boardChanged', workflowId],
      ['boardChanged', workflowId],
      ['boardChanged', workflowId],
      ['boardChanged', workflowId],
    ]);
  });

  it('A changed case or staff member is published to the staff', async () => {
    const [admin, external] = [await employee('admin'), await employee('external')];
    await assign();
    const heard = async (userId: string, work: () => Promise<unknown>) => {
      const scope = { userId, accountIds: [practice.accountId] };
      const { lastId } = await listEventsAfter(server.deps, scope, undefined);
      await work();
      return (await listEventsAfter(server.deps, scope, lastId)).events.map(
        ({ type, akteIdHash, workflowId }) => [type, akteIdHash, workflowId],
      );
    };
    const provide = (method: 'PUT' | 'POST' | 'DELETE', path: string, payload?: object) => () =>
      practice.provider.call(method, path, payload);
    expect(
      await heard(external.userId, provide('PUT', `/cases/${caseId}`, { header: 'Neuer Name' })),
    ).toEqual([['boardChanged', caseId, undefined]]);
    expect(await heard(external.userId, provide('DELETE', `/cases/${caseId}`))).toEqual([
      ['boardChanged', caseId, undefined],
    ]);
    expect(
      await heard(
        external.userId,
        provide('PUT', `/staff/${admin.userId}`, { role: 'consultant' }),
      ),
    ).toEqual([['staffChanged', null, undefined]]);
    expect(await heard(external.userId, provide('POST', `/users/${admin.userId}/disable`))).toEqual(
      [['staffChanged', null, undefined]],
    );
    expect(await heard(external.userId, provide('DELETE', `/staff/${external.userId}`))).toEqual([
      ['staffChanged', null, undefined],
    ]);
    expect(
      await heard(external.userId, provide('PUT', `/staff/${external.userId}`, { role: 'user' })),
    ).toEqual([['staffChanged', null, undefined]]);
  });
});
