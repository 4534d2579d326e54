import { expect } from 'vitest';
import { expectAlike, expectAnswer, expectProblem } from './browser.ts';
import type { Facts } from './portal.ts';
import { below, fillCase, readHeaders, refusesOthers } from './caseSamples.ts';
import { get, nobodysId } from './samples.ts';

/** Bodies that are refused, each with its wrong field. */
const invalidMessages: readonly (readonly [body: object, field: string])[] = [
  [{ Header: '\u200E', TextContent: 'x' }, '/Header'],
  [{ Header: 'x', TextContent: 'a\0b' }, '/TextContent'],
  [{ Header: 'x', TextContent: 'y', UploadIds: [nobodysId] }, '/UploadIds/0'],
  [{ Header: 'x', TextContent: 'y', read: true }, '/read'],
];

const sendFacts = (place: (caseId: string, folderId: string) => string): Facts[string] => ({
  succeeds: [
    'A message is stored once, also when the call is retried, and is in the timeline',
    async (portal) => {
      const { client } = portal;
      const { caseId, folderId } = await fillCase(portal, 0);
      const url = below(client, place(caseId, folderId));
      const message = { Header: 'Frage', TextContent: 'Wann kommt das Gutachten?' };
      const key = `message-${caseId}`;
      const sent = await Promise.all([1, 2].map(() => client.browser.post(url, message, { key })));
      for (const answer of sent)
        expectAnswer(answer, { header: 'Frage', isOwnMessage: true, messageKey: key, read: true });
      expectAlike(...sent);
      expectProblem(
        await client.browser.post(url, { ...message, Header: 'Andere' }, { key }),
        409,
        'conflict',
      );
      const timeline = url.replace('/akten/', '/akten/timeline/').replace(/\/messages$/, '');
      const { body } = await client.browser.get(timeline);
      expect(readHeaders(body).filter((header) => header === 'Frage')).toHaveLength(1);
    },
  ],
  refuses: [
    'A visitor is 401, others 404, and a case without permission to reply 403',
    async (portal) => {
      const { client, stranger, openCase, visit } = portal;
      const message = { Header: 'Frage', TextContent: 'Wann?' };
      const { caseId, folderId } = await fillCase(portal, 0);
      const url = below(client, place(caseId, folderId));
      expectProblem(await visit().post(url, message), 401);
      expectProblem(await stranger.browser.post(url, message), 404);
      const service = await openCase(client, { serviceAkte: true, permissionToReply: false });
      expectProblem(
        await client.browser.post(below(client, `/${service}/messages`), message),
        403,
        'uploadLimit',
      );
    },
  ],
  rejects: [
    'A blank subject or text and an unknown upload are 400 at their fields',
    async (portal) => {
      const { caseId, folderId } = await fillCase(portal, 0);
      const url = below(portal.client, place(caseId, folderId));
      const send = (body: object) => portal.client.browser.post(url, body);
      const { fields } = expectProblem(await send({ Header: ' ', TextContent: '' }), 400);
      expect(fields).toEqual({
        '/Header': 'Please enter a subject.',
        '/TextContent': 'Please enter a message.',
      });
      for (const [body, field] of invalidMessages)
        expectProblem(await send(body), 400, 'invalidInput', field);
    },
  ],
});

/** Messages of a client. */
export const messageFacts: Facts = {
  'POST v2.0/e.consult.{acc}/akten/{akte}/messages': sendFacts((caseId) => `/${caseId}/messages`),
  'POST v2.0/e.consult.{acc}/akten/{akte}/folder/{folder}/messages': sendFacts(
    (caseId, folderId) => `/${caseId}/folder/${folderId}/messages`,
  ),
  'POST v2.0/e.consult.{acc}/akten/{akte}/messages/{id}/favorite': {
    succeeds: [
      'A message is a favourite, however often it is marked',
      async ({ client, openCase, write }) => {
        const caseId = await openCase(client);
        const url = below(client, `/${caseId}/messages/${await write(caseId)}/favorite`);
        expectAnswer(await client.browser.post(url), { isFavorite: true });
        expectAnswer(await client.browser.post(url), { isFavorite: true });
        const { body } = await client.browser.get(below(client, `/timeline/${caseId}`));
        expect(get<boolean>(body, 'messages', 'timeline', 0, 'isFavorite')).toBe(true);
      },
    ],
    refuses: refusesOthers('/{akte}/messages/{id}/favorite', 'post'),
    rejects: [
      'An unknown message is 404',
      async ({ client, openCase }) => {
        const url = below(client, `/${await openCase(client)}/messages/${nobodysId}/favorite`);
        expectProblem(await client.browser.post(url), 404);
      },
    ],
  },
  'DELETE v2.0/e.consult.{acc}/akten/{akte}/messages/{id}/favorite': {
    succeeds: [
      'A favourite is one no longer, however often it is unmarked',
      async ({ client, openCase, write }) => {
        const caseId = await openCase(client);
        const url = below(client, `/${caseId}/messages/${await write(caseId)}/favorite`);
        await client.browser.post(url);
        expectAnswer(await client.browser.delete(url), { isFavorite: false });
        expectAnswer(await client.browser.delete(url), { isFavorite: false });
      },
    ],
    refuses: refusesOthers('/{akte}/messages/{id}/favorite', 'delete'),
    rejects: [
      'An unknown message is 404',
      async ({ client, openCase }) => {
        const url = below(client, `/${await openCase(client)}/messages/${nobodysId}/favorite`);
        expectProblem(await client.browser.delete(url), 404);
      },
    ],
  },
  'POST v2.0/e.consult.{acc}/akten/{akte}/messages/{id}/read': {
    succeeds: [
      'A message is read, and the unread count of its case falls once',
      async (portal) => {
        const { caseId, ids } = await fillCase(portal);
        const url = below(portal.client, `/${caseId}/messages/${ids[0]}/read`);
        for (let times = 0; times < 2; times += 1)
          expectAnswer(await portal.client.browser.post(url), {
            message: { read: true },
            akte: { totalUnreadMessage: 2, totalUnreadMessageInFolder: 1 },
          });
      },
    ],
    refuses: refusesOthers('/{akte}/messages/{id}/read', 'post'),
    rejects: [
      'An unknown message is 404',
      async ({ client, openCase }) => {
        const url = below(client, `/${await openCase(client)}/messages/${nobodysId}/read`);
        expectProblem(await client.browser.post(url), 404);
      },
    ],
  },
  'GET v2.0/e.consult.{acc}/akten/{akte}/messages/{id}/pdf': {
    succeeds: [
      'A message is a PDF named by its subject',
      async ({ client, openCase, write }) => {
        const caseId = await openCase(client);
        const messageId = await write(caseId, { header: 'Gutachten fertig' });
        const url = below(client, `/${caseId}/messages/${messageId}/pdf`);
        await client.browser.post(url.replace(/pdf$/, 'read'));
        const { status, headers, bytes } = await client.browser.get(url);
        expect([status, bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
        expect(headers.get('content-disposition')).toContain('Gutachten fertig.pdf');
      },
    ],
    refuses: refusesOthers('/{akte}/messages/{id}/pdf'),
    rejects: [
      'An unknown message is 404',
      async ({ client, openCase }) => {
        const url = below(client, `/${await openCase(client)}/messages/${nobodysId}/pdf`);
        expectProblem(await client.browser.get(url), 404);
      },
    ],
  },
};
