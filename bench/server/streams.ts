import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { streamLimits } from '#server/events/limits.ts';
import { make } from '../calls.ts';
import { percentile } from '../statistics.ts';
import type { Server } from './process.ts';
import type { Ready } from './spec.ts';
import { caseId } from './world.ts';

type Stream = { hears: (text: string) => Promise<void>; close: () => void };

/** Opens an event stream as a browser does. */
async function open(
  { address }: Ready,
  headers: Record<string, string>,
  from: string,
): Promise<Stream> {
  const call = request(`${address}/api/v2.0/events`, {
    headers: { ...headers, 'x-forwarded-for': from },
    agent: false,
  });
  call.end();
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(`A stream was answered with ${answer.statusCode}`);
  let heard = '';
  let look = (): void => undefined;
  answer.setEncoding('utf8').on('data', (part: string) => {
    heard = (heard + part).slice(-10_000);
    look();
  });
  return {
    hears: (text) =>
      new Promise((resolve) => {
        look = () => {
          if (heard.includes(text)) resolve();
        };
        look();
      }),
    close: () => call.destroy(),
  };
}

/** Measures the ms from a provider's send until a client reads it, with many open streams. */
export async function sendToShown(
  server: Server,
  streams: number,
  sends: number,
): Promise<{ p50Ms: number; p95Ms: number }> {
  const opened: Stream[][] = [];
  for (let user = 0; user < Math.ceil(streams / streamLimits.streamsPerUser); user += 1) {
    const headers = server.headers[user] ?? {};
    opened.push(
      await Promise.all(
        Array.from({ length: Math.min(streamLimits.streamsPerUser, streams) }, (_, tab) =>
          open(server, headers, `198.51.${user}.${tab}`),
        ),
      ),
    );
  }
  const root = `${server.address}/api/v2.0/e.consult.${server.accountId}/akten`;
  const times: number[] = [];
  for (let send = 0; send < sends; send += 1) {
    const client = send % Math.min(server.size.clients, opened.length);
    const ofClient = opened[client] ?? [];
    const looked = ofClient[send % ofClient.length];
    const begun = performance.now();
    const { messageId } = JSON.parse(
      await make({
        method: 'POST',
        url: `${server.address}/provider/v1/cases/${caseId(client)}/messages`,
        headers: { 'x-api-key': server.apiKey },
        body: { header: 'Gutachten', text: 'Es liegt vor.' },
      }),
    ) as { messageId: string };
    await looked?.hears(messageId);
    const page = await make({
      method: 'GET',
      url: `${root}/timeline/${caseId(client)}?Only=messages`,
      headers: server.headers[client] ?? {},
    });
    if (!page.includes(messageId))
      throw new Error('The message of an event is not in the timeline');
    times.push(performance.now() - begun);
  }
  for (const stream of opened.flat()) stream.close();
  return { p50Ms: percentile(times, 0.5), p95Ms: percentile(times, 0.95) };
}
