import { afterEach, beforeEach, expect, it } from 'vitest';
import { messageLimits } from '#schemas/cases/limits.ts';
import type { MarkedText, MessageHits } from '#schemas/cases/search.ts';
import { housekeep } from '#server/runtime/housekeeping.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { createProvider, startPractice } from '#server/testing/testCases.ts';
import { germanWords, listBeginnings } from '#server/testing/typedWords.ts';
import {
  addAccount,
  addUser,
  json,
  signIn,
  startTestServer,
  type TestServer,
} from '#server/testing/testServer.ts';
import { searchMessages } from './service.ts';

const show = (pieces: MarkedText): string =>
  pieces.map(({ text, isHit }) => (isHit ? `[${text}]` : text)).join('');
const plain = (pieces: MarkedText): string => pieces.map(({ text }) => text).join('');

describeOnEachDatabase('the search', (open) => {
  let server: TestServer;
  let practice: Awaited<ReturnType<typeof startPractice>>;
  let caseId: string;
  beforeEach(async () => {
    server = await startTestServer({ open });
    practice = await startPractice(server);
    ({ caseId } = await practice.provider.openCase({
      header: 'Unfall',
      userIds: [practice.userId],
    }));
  });
  afterEach(() => server.close());

  const ask = (search: string, more = '', headers = practice.headers) =>
    server.app.inject({
      url: `/api/v2.0/akten/search?Search=${encodeURIComponent(search)}${more}`,
      headers,
    });
  const find = async (search: string, headers = practice.headers): Promise<MessageHits> =>
    json(await ask(search, '', headers));
  const headers = ({ hits }: MessageHits): string[] => hits.map(({ header }) => plain(header));
  const findHits = async (id: string, search: string): Promise<MessageHits> =>
    json(await practice.client.call('GET', `/${id}/search?Search=${encodeURIComponent(search)}`));
  async function uploadForProvider(apiKey: string, name: string): Promise<string> {
    const sent = await server.app.inject({
      method: 'POST',
      url: '/provider/v1/files',
      headers: { 'x-api-key': apiKey, 'content-type': 'multipart/form-data; boundary=b' },
      payload:
        `--b\r\nContent-Disposition: form-data; name="File"; filename="${name}"\r\n` +
        '\r\nInhalt\r\n--b--\r\n',
    });
    return json<{ fileuploadId: string }>(sent).fileuploadId;
  }

  it('A message is found by any word form in subject, text or file names, with marks', async () => {
    const { provider, client, accountId, apiKey } = practice;
    const folderId = await provider.addFolder(caseId, 'Gutachter');
    const fileId = await uploadForProvider(apiKey, 'Verträge_2026.txt');
    const { messageId } = await provider.write(caseId, {
      header: 'Ihre Kündigung',
      text: 'Bitte unterschreiben Sie den Vertrag.',
      fileIds: [fileId],
      folderId,
      creatorName: 'Selin Aydın',
    });
    await client.read(caseId, messageId);
    const { hits } = await find('Vertraegen');
    expect(hits).toMatchObject([
      {
        messageId,
        akteIdHash: caseId,
        accountId,
        accountName: 'Kanzlei Test',
        caseHeader: 'Unfall',
        folderId,
        folderName: 'Gutachter',
        creatorName: 'Selin Aydın',
        isOwnMessage: false,
        read: true,
        creationDate: '2026-11-20T09:00:00.000Z',
      },
    ]);
    expect(
      hits.map(({ header, excerpt, files }) => [
        show(header),
        show(excerpt),
        files.map(({ fileName }) => show(fileName)),
      ]),
    ).toEqual([
      ['Ihre Kündigung', 'Bitte unterschreiben Sie den [Vertrag].', ['[Verträge]_2026.txt']],
    ]);
    for (const search of [
      'KUENDIGUNGEN',
      'gekündigt oder Kündigung',
      'vertrag kündigung 2026',
      'txt',
    ])
      expect([search, headers(await find(search))]).toEqual([
        search,
        search.startsWith('gek') ? [] : ['Ihre Kündigung'],
      ]);
  });

  it.each([
    ['a dotless i', 'aydin', 'Frau Aydın'],
    ['a point between thousands', '12500', 'Noch 12.500 Euro'],
    ['a hyphen that it lacks', 'E-Mail', 'Ihre Email'],
    ['a missing letter', 'Mängelanzege', 'Ihre Mängelanzeige'],
    ['an error at the beginning', 'Nängelanzeige', 'Ihre Mängelanzeige'],
    ['swapped letters', 'Mängelanziege', 'Ihre Mängelanzeige'],
    ['an error in one of two words', 'ihre Mängelanzege', 'Ihre Mängelanzeige'],
  ])('A word is found in spite of %s, and marked', async (_, typed, header) => {
    await practice.provider.write(caseId, { header, text: 'Guten Tag' });
    await practice.provider.write(caseId, { header: 'Anderes', text: 'Guten Tag' });
    const { hits } = await find(typed);
    expect(hits.map((hit) => plain(hit.header))).toEqual([header]);
    expect(show(hits[0]?.header ?? [])).toContain(']');
    expect((await findHits(caseId, typed)).hits).toHaveLength(1);
  });

  it('A word is found at each letter while it is typed, and marked', async () => {
    for (const word of germanWords)
      await practice.provider.write(caseId, { header: `Ihre ${word}`, text: '' });
    const scope = { userIds: [practice.userId], accountIds: [practice.accountId] };
    const lost: string[] = [];
    for (const word of germanWords)
      for (const Search of listBeginnings(word)) {
        const { hits } = await searchMessages(server.deps, scope, { caseId, Search });
        const shown = hits.map(({ header }) => show(header));
        if (!shown.includes(`Ihre [${word}]`) || shown.some((header) => !header.includes('[')))
          lost.push(`${Search}: ${shown.join()}`);
      }
    expect(lost).toEqual([]);
  });

  it('A typing error is forgiven only if the words as typed are nowhere', async () => {
    await practice.provider.write(caseId, { header: 'Mandat', text: '' });
    await practice.provider.write(caseId, { header: 'Mandant', text: '' });
    expect(headers(await find('Mandat'))).toEqual(['Mandat']);
    expect(headers(await find('Mandadt')).toSorted()).toEqual(['Mandant', 'Mandat']);
  });

  it('All words must match', async () => {
    await practice.client.send(caseId, {
      Header: 'Mietwagen',
      TextContent: 'Darf ich ihn behalten?',
    });
    expect(headers(await find('mietwagen behalten'))).toEqual(['Mietwagen']);
    expect(headers(await find('mietwagen verkaufen'))).toEqual([]);
  });

  it('A search in one case finds nothing of another case', async () => {
    const { client, provider, userId } = practice;
    const { caseId: other } = await provider.openCase({ header: 'Miete', userIds: [userId] });
    await client.send(caseId, { Header: 'Frage eins' });
    server.clock.forward(1_000);
    await client.send(other, { Header: 'Frage zwei' });
    expect(headers(await findHits(caseId, 'frage'))).toEqual(['Frage eins']);
    expect(headers(await find('frage'))).toEqual(['Frage zwei', 'Frage eins']);
  });

  it('A result shows no more of an unread message than its preview', async () => {
    const { provider, client, apiKey } = practice;
    const fileId = await uploadForProvider(apiKey, 'Geheimnis.txt');
    const text = `${'Guten Tag. '.repeat(10)}Das Geheimnis steht hier.`;
    const { messageId } = await provider.write(caseId, {
      header: 'Neues',
      text,
      fileIds: [fileId],
    });
    expect((await find('geheimnis guten')).hits).toMatchObject([
      { messageId, read: false, files: [] },
    ]);
    const [hit] = (await find('geheimnis guten')).hits;
    expect(plain(hit?.excerpt ?? [])).toBe(`${text.slice(0, messageLimits.sealedLength)}…`);
    expect(show(hit?.excerpt ?? [])).toContain('[Guten]');
    await client.read(caseId, messageId);
    const [read] = (await find('geheimnis guten')).hits;
    expect(show(read?.excerpt ?? [])).toContain('[Geheimnis]');
    expect(read?.files).toHaveLength(1);
  });

  it('A search finds nothing that the caller cannot see', async () => {
    const { provider, accountId, userId, apiKey } = practice;
    const stranger = await addAccount(server);
    const { id: otherUser } = await addUser(server, [accountId, stranger.accountId]);
    const theirs = createProvider(server, stranger.apiKey);
    const foreign = await theirs.openCase({ header: 'Fremd', userIds: [otherUser] });
    await theirs.write(foreign.caseId, { header: 'Fremd', text: 'Zeuge' });
    const gone = await provider.write(caseId, {
      header: 'Zurückgezogen',
      text: 'Zeuge',
      fileIds: [await uploadForProvider(apiKey, 'Zeuge.txt')],
    });
    await provider.call('DELETE', `/cases/${caseId}/messages/${gone.messageId}`);
    const folderId = await provider.addFolder(caseId, 'Weg');
    await provider.write(caseId, { header: 'Im Ordner', text: 'Zeuge', folderId });
    await provider.call('DELETE', `/cases/${caseId}/folders/${folderId}`);
    const withdrawn = await provider.openCase({ header: 'Weg', userIds: [userId] });
    await provider.write(withdrawn.caseId, { header: 'In der Akte', text: 'Zeuge' });
    await provider.call('DELETE', `/cases/${withdrawn.caseId}`);
    const notTheirs = await provider.openCase({ header: 'Eines anderen', userIds: [otherUser] });
    await provider.write(notTheirs.caseId, { header: 'Eines anderen', text: 'Zeuge' });
    expect(headers(await find('zeuge'))).toEqual([]);
    for (const id of [foreign.caseId, withdrawn.caseId, notTheirs.caseId, 'nobody-has-this'])
      expect((await practice.client.call('GET', `/${id}/search?Search=zeuge`)).statusCode).toBe(
        404,
      );
    expect(
      (
        await server.app.inject({
          url: `/api/v2.0/e.consult.${stranger.accountId}/akten/${foreign.caseId}/search?Search=zeuge`,
          headers: practice.headers,
        })
      ).statusCode,
    ).toBe(404);
    const unregistered = await signIn(server, otherUser, 'unregistered', accountId);
    // and not the other account's, which this session cannot access
    expect(headers(await find('zeuge', unregistered))).toEqual(['Eines anderen']);
    expect(headers(await find('zeuge', await signIn(server, otherUser))).toSorted()).toEqual([
      'Eines anderen',
      'Fremd',
    ]);
  });

  it('The results are paged, newest first, each once, also of one millisecond', async () => {
    const { client, provider, userId } = practice;
    const cases = [
      caseId,
      ...(await Promise.all(
        ['B', 'C'].map(
          async (header) => (await provider.openCase({ header, userIds: [userId] })).caseId,
        ),
      )),
    ];
    const sent: string[] = [];
    for (let count = 0; count < 45; count += 1) {
      sent.push((await client.send(cases[count % 3] ?? '', { Header: 'Frist' })).id);
      if (count % 5 === 0) server.clock.forward(1_000);
    }
    const pages: MessageHits[] = [await find('frist')];
    for (let next = pages[0]?.cursor; next; next = pages.at(-1)?.cursor)
      pages.push(json(await ask('frist', `&Cursor=${next}`)));
    expect(pages.map(({ hits }) => hits.length)).toEqual([20, 20, 5]);
    const found = pages.flatMap(({ hits }) => hits);
    expect(found.map(({ messageId }) => messageId).toSorted()).toEqual(sent.toSorted());
    const dates = found.map(({ creationDate }) => creationDate);
    expect(dates).toEqual(dates.toSorted().toReversed());
    expect((await ask('frist', '&Cursor=nonsense')).statusCode).toBe(400);
  });

  it('Special characters are no operators, and an empty search is refused', async () => {
    await practice.client.send(caseId, { Header: 'Gutachten' });
    const hostile = [
      '',
      '   ',
      '"',
      "'",
      '*',
      'frage" OR "x',
      "frage' | 'x",
      'NEAR(a b)',
      'AND',
      'frage AND',
      '(',
      'words:frage',
      '-frage',
      '\\',
      '%',
      '🚗',
      'x'.repeat(100),
    ];
    for (const search of hostile) {
      const answers = [
        await ask(search),
        await practice.client.call('GET', `/${caseId}/search?Search=${encodeURIComponent(search)}`),
      ];
      expect([search, answers.map((answer) => [answer.statusCode, headers(json(answer))])]).toEqual(
        [
          search,
          [
            [200, []],
            [200, []],
          ],
        ],
      );
    }
    for (const query of [
      `?Search=${'x'.repeat(10_000)}`,
      '',
      '?Search=a&Search=b',
      '?Search=frage%00',
    ]) {
      expect(
        (
          await server.app.inject({
            url: `/api/v2.0/akten/search${query}`,
            headers: practice.headers,
          })
        ).statusCode,
      ).toBe(400);
      expect((await practice.client.call('GET', `/${caseId}/search${query}`)).statusCode).toBe(400);
    }
  });

  it('The longest message is found by its last word, and by over-long words', async () => {
    const { client } = practice;
    const words = Array.from({ length: 3_000 }, (_, index) => `w${index.toString(36)}`).join(' ');
    await client.send(caseId, { Header: 'Lang', TextContent: `${words} Schlusswort` });
    await client.send(caseId, { Header: 'Am Stück', TextContent: 'ж'.repeat(20_000) });
    expect(headers(await find('schlussworte w1a'))).toEqual(['Lang']);
    expect(headers(await find('ж'.repeat(90)))).toEqual(['Am Stück']);
  });

  it('Messages from before the index are found after indexing', async () => {
    const { deps } = server;
    await practice.client.send(caseId, { Header: 'Von früher' });
    const at = deps.clock.now().toISOString();
    await deps.db
      .insertInto('messages')
      .values({
        id: 'written-earlier',
        caseId,
        timelineId: caseId,
        header: 'Noch früher',
        text: '',
        creatorName: 'A',
        authorId: practice.accountId,
        labels: '[]',
        belegdatum: null,
        withdrawnAt: null,
        idempotencyKey: null,
        bodyHash: '',
        createdAt: at,
      })
      .execute();
    await deps.db.insertInto('searchWaiting').values({ messageId: 'written-earlier' }).execute();
    expect(headers(await find('früher'))).toEqual(['Von früher']);
    await Promise.all([housekeep(deps), housekeep(deps)]);
    expect(headers(await find('früher')).toSorted()).toEqual(['Noch früher', 'Von früher']);
  });

  it('A search in many cases merges several queries into one result', async () => {
    const { client, provider, userId } = practice;
    const many =
      'a b c d e f g h i j k l m n o p q r s t u v w x y z 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15';
    const cases = [caseId];
    for (let count = 0; count < 60; count += 1)
      cases.push((await provider.openCase({ header: `Nr. ${count}`, userIds: [userId] })).caseId);
    for (const id of [cases[0], cases[59], cases[60]]) {
      await client.send(id ?? '', { Header: 'Alles', TextContent: many });
      server.clock.forward(1_000);
    }
    expect((await find(many)).hits.map(({ akteIdHash }) => akteIdHash)).toEqual([
      cases[60],
      cases[59],
      cases[0],
    ]);
  });
});
