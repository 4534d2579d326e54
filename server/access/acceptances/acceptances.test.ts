import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { StatementHashes } from '#schemas/accounts/statements.ts';
import type { listAccounts } from '#schemas/accounts/accounts.ts';
import type { Reply } from '#schemas/platform/endpoint.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  addUser,
  json,
  signIn,
  startTestServer,
  type TestServer,
} from '#server/testing/testServer.ts';

const [terms, privacy] = ['## Bedingungen', '## Datenschutz'];
const getHash = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');

describeOnEachDatabase('activating an account', (open) => {
  let server: TestServer;
  let headers: Record<string, string>;
  let userId: string;
  let account: { accountId: string; apiKey: string };
  beforeEach(async () => {
    server = await startTestServer({ open });
    account = await addAccount(server, { terms, privacy });
    ({ id: userId } = await addUser(server, [account.accountId], {}, { isActivated: false }));
    headers = await signIn(server, userId);
  });
  afterEach(() => server.close());

  const accounts = async () =>
    json<Reply<typeof listAccounts>>(
      await server.app.inject({ url: '/api/v2.0/accounts', headers }),
    ).accounts;
  const shown = async () => (await accounts())[0]?.statementHashes;
  const activate = async (
    agbAndDatenschutzAccepted: boolean,
    {
      accountId = account.accountId,
      as = headers,
      acc = account.accountId,
      language = 'de',
      statementHashes = undefined as StatementHashes | null | undefined,
    } = {},
  ) =>
    server.app.inject({
      method: 'POST',
      url: `/api/v2.0/e.consult.${acc}/account/activate`,
      headers: { ...as, 'accept-language': language },
      payload: {
        accountId,
        agbAndDatenschutzAccepted,
        ...(statementHashes === null
          ? {}
          : { statementHashes: statementHashes ?? (await shown()) }),
      },
    });
  const isActivated = async () => (await accounts()).map((each) => each.isActivated);
  const replaceTerms = (text: string | null) =>
    server.deps.db
      .updateTable('accounts')
      .set({ terms: text })
      .where('id', '=', account.accountId)
      .execute();
  const acceptance = ({ apiKey } = account) =>
    server.app.inject({
      url: `/provider/v1/users/${userId}/acceptance`,
      headers: { 'x-api-key': apiKey },
    });

  it('The activation requires terms and privacy notice to be accepted', async () => {
    const refused = await activate(false);
    expect([refused.statusCode, json(refused)]).toMatchObject([
      400,
      {
        reason: 'invalidInput',
        fields: {
          '/agbAndDatenschutzAccepted':
            'Stimmen Sie zuerst den Bedingungen und den Datenschutzhinweisen zu.',
        },
      },
    ]);
    expect(json(await activate(false, { language: 'en' }))).toMatchObject({
      fields: { '/agbAndDatenschutzAccepted': 'Accept the terms and the privacy notice first.' },
    });
    expect(await isActivated()).toEqual([false]);
    expect((await acceptance()).statusCode).toBe(404);
    expect(json(await activate(true))).toEqual({ isActivated: true });
    expect(await isActivated()).toEqual([true]);
  });

  it('A text that replaced the one shown is not accepted', async () => {
    const earlier = await shown();
    expect(earlier).toEqual({ agb: getHash(terms), datenschutz: getHash(privacy) });
    await replaceTerms('## Andere');
    const refused = await activate(true, { statementHashes: earlier });
    expect([refused.statusCode, json(refused)]).toMatchObject([
      409,
      {
        reason: 'statementsChanged',
        fields: { '/agbAndDatenschutzAccepted': expect.stringContaining('geändert') },
      },
    ]);
    expect(await isActivated()).toEqual([false]);
    expect((await activate(true)).statusCode).toBe(200);
    expect(json(await acceptance())).toMatchObject({
      texts: [{ hash: getHash('## Andere') }, { hash: getHash(privacy) }],
    });
  });

  it.each([
    ['no hashes', null, '/statementHashes'],
    ['an empty object', {}, '/statementHashes'],
    ['one of two hashes', { datenschutz: getHash(privacy) }, '/statementHashes/agb'],
  ])('An activation with %s is 400 and names the field', async (_, statementHashes, field) => {
    const refused = await activate(true, { statementHashes });
    expect([refused.statusCode, json(refused)]).toMatchObject([
      400,
      {
        reason: 'invalidInput',
        fields: { [field]: expect.stringContaining('welche Texte gezeigt wurden') },
      },
    ]);
    expect(await isActivated()).toEqual([false]);
  });

  it('A text that the account no longer has need not be accepted', async () => {
    const earlier = await shown();
    await replaceTerms(null);
    expect((await activate(true, { statementHashes: earlier })).statusCode).toBe(200);
  });

  it('The first acceptance is kept, whatever is repeated or changed later', async () => {
    await Promise.all([activate(true), activate(true)]);
    const proof = {
      acceptedAt: server.clock.now().toISOString(),
      texts: [
        { kind: 'terms', hash: getHash(terms), text: terms },
        { kind: 'privacy', hash: getHash(privacy), text: privacy },
      ],
    };
    expect(json(await acceptance())).toEqual(proof);
    server.clock.forward(60_000);
    const earlier = await shown();
    await replaceTerms('## Andere');
    expect((await activate(true, { statementHashes: earlier })).statusCode).toBe(200);
    expect(json(await acceptance())).toEqual(proof);
  });

  it('An account without texts is activated with one click', async () => {
    await server.deps.db
      .updateTable('accounts')
      .set({ terms: null, privacy: null })
      .where('id', '=', account.accountId)
      .execute();
    expect((await activate(false)).statusCode).toBe(200);
    expect(json(await acceptance())).toEqual({
      acceptedAt: server.clock.now().toISOString(),
      texts: [],
    });
  });

  it('A visitor with a PIN can activate the account of the invitation', async () => {
    expect(
      (
        await activate(true, {
          as: await signIn(server, userId, 'unregistered', account.accountId),
        })
      ).statusCode,
    ).toBe(200);
    expect(await isActivated()).toEqual([true]);
  });

  it('The account in path and body must be the same, and the caller’s own', async () => {
    const other = await addAccount(server);
    expect((await activate(true, { accountId: other.accountId })).statusCode).toBe(400);
    expect(
      (await activate(true, { accountId: other.accountId, acc: other.accountId })).statusCode,
    ).toBe(404);
    expect(await isActivated()).toEqual([false]);
  });

  it('Another provider cannot read the acceptance', async () => {
    await activate(true);
    expect((await acceptance(await addAccount(server))).statusCode).toBe(404);
  });
});
