import { expect } from 'vitest';
import { expectAnswer, expectProblem } from './browser.ts';
import type { Facts } from './portal.ts';
import { below, readCases, fillCase, readHeaders, refusesOthers } from './caseSamples.ts';
import { get, nobodysId } from './samples.ts';

const caseShape = {
  idHash: expect.any(String),
  creatorIdHash: expect.any(String),
  creatorFirstName: expect.any(String),
  creatorLastName: expect.any(String),
  creationDate: expect.stringMatching(/Z$/),
  accountId: expect.any(String),
  accountName: 'Kanzlei nord',
  header: 'Verkehrsunfall Brandt',
  aktenzeichen: expect.any(String),
  aktenkurzbezeichnung: expect.any(String),
  lastMessage: expect.any(String),
  folderCount: 0,
  folders: [],
  rootInfo: expect.any(Object),
  totalUnreadMessage: 0,
  totalUnreadMessageInFolder: 0,
  mainColor: expect.stringMatching(/^#/),
  secondaryColor: expect.stringMatching(/^#/),
  categories: expect.any(Array),
  permissionToReply: true,
  serviceAkte: false,
  isEsyAkte: false,
  closedDate: null,
  endedDate: null,
  assignees: expect.any(Array),
};

/** Cases and timelines of a client. */
export const caseFacts: Facts = {
  'GET v2.0/akten?Size=50': {
    succeeds: [
      'The cases of all accounts are grouped by account, and a cursor fetches the next page',
      async ({ client, openCase }) => {
        const mine = [await openCase(client), await openCase(client)];
        const all = expectAnswer(await client.browser.get('/api/v2.0/akten?Size=50'));
        const shown = readCases(all).map(({ idHash }) => idHash);
        expect(shown).toEqual(expect.arrayContaining(mine) as unknown);
        const first = expectAnswer(await client.browser.get('/api/v2.0/akten?Size=1'));
        const { body } = await client.browser.get(
          `/api/v2.0/akten?Size=1&Cursor=${encodeURIComponent(String(first['cursor']))}`,
        );
        expect([...readCases(first), ...readCases(body)].map(({ idHash }) => idHash)).toEqual(
          shown.slice(0, 2),
        );
      },
    ],
    refuses: [
      'A visitor is 401, and no case of others is listed',
      async ({ client, stranger, openCase, visit }) => {
        const theirs = await openCase(stranger);
        expectProblem(await visit().get('/api/v2.0/akten'), 401);
        const { body } = await client.browser.get('/api/v2.0/akten?Size=50');
        expect(readCases(body).map(({ idHash }) => idHash)).not.toContain(theirs);
      },
    ],
    rejects: [
      'A size of no number, a broken cursor and an unknown parameter are 400',
      async ({ client }) => {
        for (const [query, field] of [
          ['Size=many', '/Size'],
          ['Size=0', '/Size'],
          ['sort=1', '/sort'],
        ])
          expectProblem(
            await client.browser.get(`/api/v2.0/akten?${query}`),
            400,
            'invalidInput',
            String(field),
          );
        expectProblem(await client.browser.get('/api/v2.0/akten?Cursor=nonsense'), 400);
      },
    ],
  },
  'GET v2.0/e.consult.{acc}/akten?Size=50': {
    succeeds: [
      'The cases of one account have every field of a case',
      async ({ client, openCase }) => {
        const caseId = await openCase(client);
        const body = expectAnswer(await client.browser.get(below(client, '?Size=50')));
        expect(readCases(body).find(({ idHash }) => idHash === caseId)).toMatchObject(caseShape);
      },
    ],
    refuses: [
      'A visitor is 401, and an account of others 404',
      async ({ client, stranger, visit }) => {
        expectProblem(await visit().get(below(client)), 401);
        expectProblem(await client.browser.get(below(stranger)), 404);
      },
    ],
    rejects: [
      'A size above the page size is 400',
      async ({ client }) =>
        void expectProblem(
          await client.browser.get(below(client, '?Size=51')),
          400,
          'invalidInput',
          '/Size',
        ),
    ],
  },
  'GET v2.0/e.consult.{acc}/akten/{akte}': {
    succeeds: [
      'A case has its folders and unread counts',
      async (portal) => {
        const { caseId, folderId } = await fillCase(portal);
        expectAnswer(await portal.client.browser.get(below(portal.client, `/${caseId}`)), {
          ...caseShape,
          idHash: caseId,
          folderCount: 1,
          folders: [{ id: folderId, name: 'Gutachten', totalUnreadMessage: 1, descendants: [] }],
          totalUnreadMessage: 3,
          totalUnreadMessageInFolder: 1,
        });
      },
    ],
    refuses: refusesOthers('/{akte}'),
    rejects: [
      'An id that cannot be one is 400',
      async ({ client }) => void expectProblem(await client.browser.get(below(client, '/!')), 400),
    ],
  },
  'GET v2.0/e.consult.{acc}/akten/{akte}/download': {
    succeeds: [
      'A case is a zip named by account and case',
      async (portal) => {
        const caseId = await portal.openCase(portal.client, { aktenkurzbezeichnung: 'Brandt' });
        await portal.write(caseId);
        const url = below(portal.client, `/${caseId}/download`);
        const { status, headers, bytes } = await portal.client.browser.get(url);
        expect([status, bytes.subarray(0, 2).toString()]).toEqual([200, 'PK']);
        expect(headers.get('content-disposition')).toMatch(/Documents-Kanzlei nord-Brandt\.zip/);
      },
    ],
    refuses: refusesOthers('/{akte}/download'),
    rejects: [
      'An unknown query parameter is 400',
      async ({ client, openCase }) => {
        const url = below(client, `/${await openCase(client)}/download?format=tar`);
        expectProblem(await client.browser.get(url), 400, 'invalidInput', '/format');
      },
    ],
  },
  'GET v2.0/e.consult.{acc}/akten/{akte}/esyaktehistory': {
    succeeds: [
      'An esy case has its phases, and another case 404',
      async ({ account, client, openCase }) => {
        const caseId = await openCase(client, { isEsyAkte: true });
        const states = [{ statusText: 'Fall Gemeldet', isInProgress: true }];
        await account.provider('put', `/cases/${caseId}/history`, {
          stateGroups: [{ name: 'Meldung', states }],
        });
        const get = (id: string) => client.browser.get(below(client, `/${id}/esyaktehistory`));
        expectAnswer(await get(caseId), { stateGroups: [{ name: 'Meldung', states }] });
        expectProblem(await get(await openCase(client)), 404);
      },
    ],
    refuses: refusesOthers('/{akte}/esyaktehistory'),
    rejects: [
      'An id that cannot be one is 400',
      async ({ client }) =>
        void expectProblem(await client.browser.get(below(client, '/!/esyaktehistory')), 400),
    ],
  },
  'GET v2.0/e.consult.{acc}/akten/timeline/{akte}': {
    succeeds: [
      'Messages come newest first, with folders and files, by offset and by cursor',
      async (portal) => {
        const { caseId } = await fillCase(portal);
        const get = (query: string) =>
          portal.client.browser.get(below(portal.client, `/timeline/${caseId}${query}`));
        const sorted = '?Column=CreationDate&Direction=Descending';
        const page = expectAnswer(await get(`${sorted}&Offset=0&Size=50`), {
          messages: { totalCount: 3 },
          folders: [{ name: 'Gutachten' }],
          files: [],
        });
        expect(readHeaders(page)).toEqual(['Nachricht 3', 'Nachricht 2', 'Nachricht 1']);
        expect(readHeaders((await get(`${sorted}&Offset=2&Size=50`)).body)).toEqual([
          'Nachricht 1',
        ]);
        expect(readHeaders((await get('?Direction=Ascending&Size=-1')).body)).toEqual([
          'Nachricht 1',
          'Nachricht 2',
          'Nachricht 3',
        ]);
        const first = (await get('?Size=2')).body as { messages: { cursor: string } };
        const { body } = await get(`?Size=2&Cursor=${encodeURIComponent(first.messages.cursor)}`);
        expect(readHeaders(body)).toEqual(['Nachricht 1']);
      },
    ],
    refuses: refusesOthers('/timeline/{akte}'),
    rejects: [
      'A wrong direction, size or cursor is 400',
      async ({ client, openCase }) => {
        const url = below(client, `/timeline/${await openCase(client)}`);
        for (const [query, field] of [
          ['Direction=Up', '/Direction'],
          ['Size=-2', '/Size'],
          ['Offset=-1', '/Offset'],
          ['Column=Header', '/Column'],
        ])
          expectProblem(
            await client.browser.get(`${url}?${query}`),
            400,
            'invalidInput',
            String(field),
          );
        expectProblem(await client.browser.get(`${url}?Cursor=nonsense`), 400);
      },
    ],
  },
  'GET v2.0/e.consult.{acc}/akten/timeline/{akte}/folder/{folder}': {
    succeeds: [
      'A folder has its own messages, oldest first on request',
      async (portal) => {
        const { caseId, folderId, inFolder } = await fillCase(portal);
        const url = below(
          portal.client,
          `/timeline/${caseId}/folder/${folderId}?Direction=Ascending&Offset=0&Size=-1`,
        );
        const body = expectAnswer(await portal.client.browser.get(url));
        expect(get<object[]>(body, 'messages', 'timeline')).toMatchObject([
          { id: inFolder, folderId, header: 'Im Ordner' },
        ]);
      },
    ],
    refuses: refusesOthers(`/timeline/{akte}/folder/${nobodysId}`),
    rejects: [
      'An unknown folder is 404',
      async ({ client, openCase }) => {
        const url = below(client, `/timeline/${await openCase(client)}/folder/${nobodysId}`);
        expectProblem(await client.browser.get(url), 404);
      },
    ],
  },
};
