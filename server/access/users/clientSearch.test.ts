import { expect, it } from 'vitest';
import type { ProviderUser } from '#schemas/access/clients.ts';
import { miriam, setUpClients } from '#server/testing/clients.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { addAccount, json } from '#server/testing/testServer.ts';
import { listBeginnings } from '#server/testing/typedWords.ts';
import { indexWaitingClients } from './service.ts';

type Page = { items: ProviderUser[]; total: number | null; cursor?: string };

describeOnEachDatabase('the search of a provider’s clients', (open) => {
  const { world, call, create } = setUpClients(open);

  const find = async (query: Record<string, string>): Promise<Page> =>
    json(await call('GET', `?${new URLSearchParams(query)}`));
  const findNames = async (query: Record<string, string>) =>
    (await find(query)).items.map(({ lastName }) => lastName).sort();

  async function createSome() {
    await create({ externalId: 'M-1' });
    await create({ firstName: 'Jörg', lastName: 'Müller', email: 'joerg@firma.example' });
    world.server.clock.forward(60_000);
    await create({ firstName: 'Miriam', lastName: 'Müllerstein', email: 'stein@firma.example' });
  }

  it.each([
    [{ externalId: 'M-1' }, ['Castillo']],
    [{ externalId: 'M-2' }, []],
    [{ email: 'MIRIAM@beispiel.example' }, ['Castillo']],
    [{ q: 'miriam' }, ['Castillo', 'Müllerstein']],
    [{ q: 'mueller' }, ['Müller', 'Müllerstein']],
    [{ q: 'MÜLLER Jörg' }, ['Müller']],
    [{ q: 'firma.example' }, ['Müller', 'Müllerstein']],
    [{ q: 'miriam', email: 'stein@firma.example' }, ['Müllerstein']],
    [{ q: '§§' }, []],
  ])('The filters %j find %j', async (query, expected) => {
    await createSome();
    expect(await findNames(query)).toEqual(expected);
    expect((await find(query)).total).toBe(expected.length);
  });

  it('A client is found at each letter of a name while it is typed', async () => {
    const names = ['Petersen', 'Peters', 'Schließmann', 'Öffner', 'Hansen', 'Müller'];
    for (const [at, lastName] of names.entries())
      await create({ firstName: 'Kim', lastName, email: `kim${at}@firma.example` });
    const lost: string[] = [];
    for (const name of names)
      for (const q of listBeginnings(name))
        if (!(await findNames({ q })).includes(name)) lost.push(q);
    expect(lost).toEqual([]);
    expect(await findNames({ q: 'Pete' })).toEqual(['Peters', 'Petersen']);
  });

  it('A page has the number of all that were found', async () => {
    await createSome();
    const { items, total, cursor = '' } = await find({ limit: '2' });
    expect([items.length, total]).toEqual([2, 3]);
    const next = await find({ limit: '2', cursor });
    expect([next.items.length, next.total]).toEqual([1, 3]);
  });

  it('Clients are found by the instant of their creation', async () => {
    const before = world.server.clock.now().toISOString();
    await createSome();
    const now = world.server.clock.now().toISOString();
    expect(await findNames({ since: now })).toEqual(['Müllerstein']);
    expect(await findNames({ since: before })).toHaveLength(3);
    const refused = await call('GET', '?since=2026-02-31T10:00');
    expect([refused.statusCode, Object.keys(json<{ fields: object }>(refused).fields)]).toEqual([
      400,
      ['/since'],
    ]);
  });

  it('A changed client is found by the new name only, also by no other provider', async () => {
    const { userId } = await create();
    await call('PATCH', `/${userId}`, { lastName: 'Brandt' }, { 'if-match': '*' });
    expect(await findNames({ q: 'Castillo' })).toEqual([]);
    expect(await findNames({ q: 'Brandt' })).toEqual(['Brandt']);
    world.provider = await addAccount(world.server);
    expect(await findNames({ q: 'Brandt' })).toEqual([]);
  });

  it('Clients without words are indexed later', async () => {
    await create();
    const { deps } = world.server;
    await deps.db.deleteFrom('clientWords').execute();
    expect(await findNames({ q: miriam.lastName })).toEqual([]);
    await indexWaitingClients(deps);
    expect(await findNames({ q: miriam.lastName })).toEqual([miriam.lastName]);
  });
});
