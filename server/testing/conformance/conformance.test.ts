import { afterAll, beforeAll, expect, it } from 'vitest';
import { endpoints } from '#schemas/endpoints.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { accountFacts } from './accounts.ts';
import { expectProblem } from './browser.ts';
import { caseFacts } from './cases.ts';
import { credentialFacts } from './credentials.ts';
import { fileFacts } from './files.ts';
import { formFacts } from './forms.ts';
import { messageFacts } from './messages.ts';
import { notificationFacts } from './notifications.ts';
import { startPortal, type Fact, type Facts, type Portal } from './portal.ts';
import { pictureFacts } from './profilePictures.ts';
import { registrationFacts } from './registration.ts';
import { sessionFacts } from './sessions.ts';
import { taskFacts } from './tasks.ts';

/** Every call of the client, under the path that clients know. */
const facts: Facts = {
  ...sessionFacts,
  ...registrationFacts,
  ...credentialFacts,
  ...pictureFacts,
  ...accountFacts,
  ...caseFacts,
  ...messageFacts,
  ...fileFacts,
  ...formFacts,
  ...taskFacts,
  ...notificationFacts,
};

/** Removes an example query and the names of parameters. */
const toShape = (call: string): string =>
  call
    .replace(/\?.*/, '')
    .replace(/\{\w+\}|:\w+/g, '*')
    .replace(' /', ' ');

it('Each of the 57 specified calls is a call of the contract', () => {
  const calls = endpoints.map(({ method, path }) => toShape(`${method} ${path}`));
  expect(Object.keys(facts)).toHaveLength(57);
  expect(Object.keys(facts).filter((call) => !calls.includes(toShape(call)))).toEqual([]);
});

const listed = Object.entries(facts).flatMap(
  ([call, { succeeds, refuses, rejects, also = [] }]): [string, string, Fact[1]][] =>
    [succeeds, refuses, rejects, ...also].map(([sentence, prove]) => [call, sentence, prove]),
);

describeOnEachDatabase('the client’s calls, from outside', (open) => {
  let portal: Portal;
  beforeAll(async () => {
    portal = await startPortal(open);
  });
  afterAll(() => portal.close());

  it.each(Object.keys(facts))('%s: another method is 405 and names this one', async (call) => {
    const [method = '', path = ''] = call.replace(/\?.*/, '').split(' ');
    const url = path.replaceAll(/\{\w+\}/g, 'x');
    // a path without its version is served with it too
    for (const each of /^v\d/.test(url) ? [url] : [url, `v2.0/${url}`]) {
      const answer = await portal.visit().patch(`/api/${each}`);
      expectProblem(answer, 405, 'methodNotAllowed');
      expect(answer.headers.get('allow')?.split(', ')).toContain(method);
    }
  });

  it.each(listed)('%s: %s', async (_call, _sentence, prove) => prove(portal));
});
