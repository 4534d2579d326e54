import { expect, it } from 'vitest';
import { getGermanDay } from '#schemas/platform/dates.ts';
import { addAccount, publish, startTestServer, visit } from '#server/testing/testServer.ts';

it('A rule with "today" uses the visitor’s own day, if it can be today somewhere', async () => {
  const server = await startTestServer();
  const { apiKey } = await addAccount(server);
  const dated = await publish(server, apiKey, {
    title: 'Wann?',
    formElements: [{ id: 'day', type: 'date', label: 'Tag', min: 'today', max: 'today' }],
  });
  const ours = getGermanDay(server.clock.now());
  const dayBefore = (days: number) =>
    new Date(Date.parse(ours) - days * 24 * 60 * 60_000).toISOString().slice(0, 10);
  const send = async (day: string, today?: string) => {
    const { workflowKey, headers } = await visit(server, dated.processGuid);
    const answer = await server.app.inject({
      method: 'POST',
      url: `/api/assistants/process?workflowKey=${workflowKey}`,
      headers,
      payload: {
        revision: 1,
        language: 'de',
        answers: [{ elementId: 'day', type: 'date', value: day }],
        ...(today ? { today } : {}),
      },
    });
    return answer.statusCode;
  };
  expect(await send(ours)).toBe(200);
  expect(await send(dayBefore(1), dayBefore(1))).toBe(200);
  expect(await send(dayBefore(1))).toBe(400);
  expect(await send(dayBefore(2), dayBefore(2))).toBe(400);
  await server.close();
});
