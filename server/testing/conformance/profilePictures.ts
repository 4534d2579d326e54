import { expect } from 'vitest';
import { expectAnswer, expectProblem, type Answer } from './browser.ts';
import type { Facts, Portal } from './portal.ts';
import { get, nobodysId, note, picture } from './samples.ts';

const upload = async ({ client }: Portal, file = picture): Promise<string> =>
  get(
    (await client.browser.upload('/api/v2.0/files/upload', file)).body,
    'files',
    0,
    'fileuploadId',
  );
const pictureUrl = (accountId: string, userId: string): string =>
  `/api/v2.0/e.consult.${accountId}/user/${userId}/profile/picture`;
const expectJpeg = ({ status, bytes }: Answer): void =>
  expect([status, bytes.subarray(0, 2).toString('hex')]).toEqual([200, 'ffd8']);

/** Profile pictures. */
export const pictureFacts: Facts = {
  'GET v2.0/e.consult.{acc}/user/{userId}/profile/picture': {
    succeeds: [
      'The user’s own picture is an image, and 404 means none',
      async (portal) => {
        const { browser, userId } = await portal.registerClient();
        const url = pictureUrl(portal.account.accountId, userId);
        expectProblem(await browser.get(url), 404, 'notFound');
        const sent = await browser.upload('/api/v2.0/files/upload', picture);
        await browser.post(url, { UploadId: get(sent.body, 'files', 0, 'fileuploadId') });
        expectJpeg(await browser.get(url));
      },
    ],
    refuses: [
      'A visitor is 401, and another user’s id 404',
      async ({ account, client, stranger, visit }) => {
        const url = pictureUrl(account.accountId, stranger.userId);
        expectProblem(await visit().get(url), 401);
        expectProblem(await client.browser.get(url), 404);
      },
    ],
    rejects: [
      'An account of others is 404',
      async ({ client, other }) =>
        void expectProblem(
          await client.browser.get(pictureUrl(other.accountId, client.userId)),
          404,
        ),
    ],
  },
  'GET v2.0/e.consult.{acc}/user/{userId}/profile/picture/other': {
    succeeds: [
      'A user of the same account sees the picture',
      async (portal) => {
        const { account, client } = portal;
        const url = pictureUrl(account.accountId, client.userId);
        await client.browser.post(url, { UploadId: await upload(portal) });
        const { browser } = await portal.registerClient();
        expectJpeg(await browser.get(`${url}/other`));
      },
    ],
    refuses: [
      'A visitor is 401, and a user of another account 404',
      async ({ account, client, stranger, visit }) => {
        const url = `${pictureUrl(account.accountId, client.userId)}/other`;
        expectProblem(await visit().get(url), 401);
        expectProblem(await stranger.browser.get(url), 404);
      },
    ],
    rejects: [
      'An unknown user is 404',
      async ({ account, client }) =>
        void expectProblem(
          await client.browser.get(`${pictureUrl(account.accountId, nobodysId)}/other`),
          404,
        ),
    ],
  },
  'POST v2.0/e.consult.{acc}/user/{userId}/profile/picture': {
    succeeds: [
      'An upload becomes the picture',
      async (portal) => {
        const { account, client } = portal;
        const url = pictureUrl(account.accountId, client.userId);
        const UploadId = await upload(portal);
        expectAnswer(await client.browser.post(url, { UploadId }));
        expectJpeg(await client.browser.get(url));
      },
    ],
    refuses: [
      'Another user’s id and another user’s upload are 404',
      async (portal) => {
        const { account, client, stranger, other } = portal;
        const UploadId = await upload(portal);
        const post = (by: typeof client, accountId: string, userId: string) =>
          by.browser.post(pictureUrl(accountId, userId), { UploadId });
        expectProblem(await post(stranger, other.accountId, stranger.userId), 404);
        expectProblem(await post(client, account.accountId, stranger.userId), 404);
      },
    ],
    rejects: [
      'A text is no picture: 400',
      async (portal) => {
        const { account, client } = portal;
        const UploadId = await upload(portal, note);
        expectProblem(
          await client.browser.post(pictureUrl(account.accountId, client.userId), { UploadId }),
          400,
          'invalidInput',
          '/UploadId',
        );
      },
    ],
  },
};
