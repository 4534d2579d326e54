import { expectAlike, expectAnswer, expectProblem } from './browser.ts';
import type { Facts } from './portal.ts';
import { nobodysId } from './samples.ts';

const settingsUrl = (accountId: string) => `/api/v2.0/e.consult.${accountId}/notifications`;
const all = ['message', 'file', 'task', 'deadline'];

/** Mails about news. */
export const notificationFacts: Facts = {
  'GET v2.0/e.consult.{acc}/notifications': {
    succeeds: [
      'A client who has chosen nothing is mailed about everything, soon',
      async ({ account, registerClient }) => {
        const { browser } = await registerClient();
        const answer = await browser.get(settingsUrl(account.accountId));
        expectAnswer(answer, { kinds: all, dailyAt: null });
      },
    ],
    refuses: [
      'A visitor is 401',
      async ({ account, visit }) =>
        void expectProblem(await visit().get(settingsUrl(account.accountId)), 401),
    ],
    rejects: [
      'An account of others and an unknown one are 404 alike',
      async ({ client, other }) => {
        const foreign = await client.browser.get(settingsUrl(other.accountId));
        expectProblem(foreign, 404, 'notFound');
        expectAlike(foreign, await client.browser.get(settingsUrl(nobodysId)));
      },
    ],
  },
  'PUT v2.0/e.consult.{acc}/notifications': {
    succeeds: [
      'The choice is returned, and by the next call too',
      async ({ account, registerClient }) => {
        const { browser } = await registerClient();
        const url = settingsUrl(account.accountId);
        const chosen = { kinds: ['task'], dailyAt: '18:30' };
        expectAnswer(await browser.put(url, chosen), chosen);
        expectAnswer(await browser.get(url), chosen);
        expectAnswer(await browser.put(url, { kinds: [], dailyAt: null }), {
          kinds: [],
          dailyAt: null,
        });
      },
    ],
    refuses: [
      'A visitor is 401, and an account of others 404',
      async ({ account, client, other, visit }) => {
        const body = { kinds: all, dailyAt: null };
        expectProblem(await visit().put(settingsUrl(account.accountId), body), 401);
        expectProblem(await client.browser.put(settingsUrl(other.accountId), body), 404);
      },
    ],
    rejects: [
      'An unknown kind, one named twice and a wrong time are 400',
      async ({ account, client }) => {
        for (const body of [
          { kinds: ['news'], dailyAt: null },
          { kinds: ['task', 'task'], dailyAt: null },
          { kinds: all, dailyAt: '24:00' },
          { kinds: all },
        ])
          expectProblem(
            await client.browser.put(settingsUrl(account.accountId), body),
            400,
            'invalidInput',
          );
      },
    ],
  },
};
