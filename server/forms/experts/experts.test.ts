import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Expert, Participant } from '#schemas/forms/experts.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  json,
  publish,
  startTestServer,
  visit,
  type TestServer,
  type Visitor,
} from '#server/testing/testServer.ts';

describeOnEachDatabase('experts', (open) => {
  let server: TestServer;
  let account: { accountId: string; apiKey: string };
  let visitor: Visitor;

  beforeEach(async () => {
    server = await startTestServer({ open });
    account = await addAccount(server);
    const { processGuid } = await publish(server, account.apiKey, {
      title: 'Unfall',
      formElements: [{ id: 'a', type: 'input', label: 'A' }],
    });
    visitor = await visit(server, processGuid);
  });
  afterEach(() => server.close());

  const put = (expertId: string, profile: object, apiKey = account.apiKey) =>
    server.app.inject({
      method: 'PUT',
      url: `/provider/v1/experts/${expertId}`,
      headers: { 'x-api-key': apiKey },
      payload: profile,
    });
  const remove = (expertId: string, apiKey = account.apiKey) =>
    server.app.inject({
      method: 'DELETE',
      url: `/provider/v1/experts/${expertId}`,
      headers: { 'x-api-key': apiKey },
    });
  const list = async (query = '') =>
    json<{ items: Expert[]; cursor?: string }>(
      await server.app.inject({
        url: `/provider/v1/experts${query}`,
        headers: { 'x-api-key': account.apiKey },
      }),
    );
  const ask = (postalCode: string, accountId = account.accountId) =>
    server.app.inject({
      url: `/api/e.consult.${accountId}/participants/${postalCode}`,
      headers: visitor.headers,
    });
  const fetchNames = async (postalCode: string) =>
    json<Participant[]>(await ask(postalCode)).map(({ name }) => name);

  it('Experts of a postal code are listed once, nearest area first', async () => {
    await put('north', { name: 'Nord', place: 'Hamburg', areas: ['2'] });
    await put('town', { name: 'Stadt', place: 'Hamburg', areas: ['20', '22', '2025'] });
    await put('corner', { name: 'Ecke', place: 'Eimsbüttel', areas: ['20259'] });
    await put('south', { name: 'Süd', place: 'München', areas: ['8'] });
    expect(await fetchNames('20259')).toEqual(['Ecke', 'Stadt', 'Nord']);
    expect(await fetchNames('22303')).toEqual(['Stadt', 'Nord']);
    expect(await fetchNames('50667')).toEqual([]);
    expect(json(await ask('80331'))).toEqual([{ id: 'south', name: 'Süd', place: 'München' }]);
  });

  it('A postal code must have five digits', async () => {
    for (const postalCode of ['2025', '202599', '2025a'])
      expect((await ask(postalCode)).statusCode).toBe(400);
  });

  it('A visitor sees no experts of another provider', async () => {
    const other = await addAccount(server);
    await put('theirs', { name: 'Fremd', place: 'Hamburg', areas: ['2'] }, other.apiKey);
    expect(await fetchNames('20259')).toEqual([]);
    expect((await ask('20259', other.accountId)).statusCode).toBe(404);
    expect((await remove('theirs')).statusCode).toBe(404);
  });

  it('An expert is replaced by id, listed and removed', async () => {
    await put('7', { name: 'Alt', place: 'Hamburg', areas: ['20', '21'] });
    await put('7', { name: 'Neu', place: 'Bremen', areas: ['28'] });
    expect(await list()).toEqual({
      items: [{ expertId: '7', name: 'Neu', place: 'Bremen', areas: ['28'] }],
      total: 1,
    });
    expect(await fetchNames('20259')).toEqual([]);
    expect(await fetchNames('28195')).toEqual(['Neu']);
    expect((await remove('7')).statusCode).toBe(200);
    expect((await remove('7')).statusCode).toBe(404);
    expect(await fetchNames('28195')).toEqual([]);
  });

  it('Experts are listed in pages, newest first', async () => {
    for (const number of ['1', '2', '3']) {
      await put(number, { name: `Nr. ${number}`, place: 'Hamburg', areas: ['2'] });
      server.clock.forward(1_000);
    }
    const first = await list('?limit=2');
    const second = await list(`?limit=2&cursor=${first.cursor}`);
    expect([first, second].map(({ items }) => items.map(({ expertId }) => expertId))).toEqual([
      ['3', '2'],
      ['1'],
    ]);
    expect(second.cursor).toBeUndefined();
  });

  it.each([
    ['no area', { name: 'A', place: 'B', areas: [] }, '/areas'],
    ['an area that is none', { name: 'A', place: 'B', areas: ['2x'] }, '/areas/0'],
    ['no name', { place: 'B', areas: ['2'] }, '/name'],
  ])('An expert with %s is refused', async (_, profile, pointer) => {
    const answer = await put('1', profile);
    expect([answer.statusCode, Object.keys(json<{ fields: object }>(answer).fields)]).toEqual([
      400,
      [pointer],
    ]);
  });
});
