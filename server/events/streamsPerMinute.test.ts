import { expect, it } from 'vitest';
import { eventLimits } from '#schemas/events/limits.ts';
import { startPractice } from '#server/testing/testCases.ts';
import { startTestServer } from '#server/testing/testServer.ts';

it('The number of streams opened per minute and address is limited', async () => {
  const server = await startTestServer({
    mode: 'production',
    env: { PUBLIC_URL: 'https://portal.example' },
  });
  const { headers } = await startPractice(server);
  const statuses: number[] = [];
  for (let count = 0; count <= eventLimits.opensPerMinute; count += 1)
    statuses.push(
      (await server.app.inject({ method: 'HEAD', url: '/api/v2.0/events', headers })).statusCode,
    );
  expect([statuses.at(-2), statuses.at(-1)]).toEqual([200, 429]);
  await server.close();
});
